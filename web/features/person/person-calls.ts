import {
  bulkPerson,
  createPerson,
  deletePerson,
  getPerson,
  listPersonHistory,
  listPersonLabels,
  restorePerson,
  restorePersonValue,
  updatePerson,
} from '#contract/person.api.ts'
import { call } from '#web/platform/api.ts'
import { recordCalls } from '#web/record/record-calls.ts'
import type { Suggest } from '#web/ui/form/suggest-field.tsx'

/** A write to a person can change members, relations and events too. */
export const personCalls = recordCalls(
  {
    get: getPerson,
    create: createPerson,
    update: updatePerson,
    remove: deletePerson,
    restore: restorePerson,
    history: listPersonHistory,
    restoreValue: restorePersonValue,
    bulk: bulkPerson,
  },
  ['person', 'membership', 'relation', 'og', 'event', 'dashboard', 'claim', 'fact_check'],
)

async function findLabels(keyword: string, signal: AbortSignal) {
  const { items } = await call(listPersonLabels, { query: keyword ? { keyword } : {} }, { signal })
  return items.map(({ label, count }) => ({ value: label, count }))
}

/** Labels in use on persons. */
export const personLabels: Suggest = { key: ['person', 'label'], find: findLabels }
