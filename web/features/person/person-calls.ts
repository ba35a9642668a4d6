import { infiniteQueryOptions, type QueryClient } from '@tanstack/react-query'
import {
  createPerson,
  deletePerson,
  getPerson,
  listPersonHistory,
  listPersonLabels,
  type NewPerson,
  type Person,
  type PersonField,
  type PersonPatch,
  restorePerson,
  restorePersonValue,
  updatePerson,
} from '#contract/person.ts'
import { call } from '#web/platform/api.ts'
import { ask, refresh } from '#web/platform/query.ts'
import type { Suggest } from '#web/ui/form/suggest-field.tsx'

const historyPageSize = 20

/** What a write to a person may change elsewhere: members, relations, events. */
export const personNouns = ['person', 'membership', 'relation', 'og', 'event', 'dashboard'] as const

export const refreshPersons = () => refresh(...personNouns)

/** One person; the page itself says when there is none. */
export function personOptions(id: number) {
  return { ...ask(getPerson, { params: { id } }) }
}

/** A person's history, newest first, page by page. */
export function personHistoryOptions(id: number) {
  return infiniteQueryOptions({
    queryKey: ['person', listPersonHistory.path, id] as const,
    queryFn: ({ pageParam, signal }) => {
      const query = { current: pageParam, pageSize: historyPageSize }
      return call(listPersonHistory, { params: { id }, query }, { signal })
    },
    initialPageParam: 1,
    getNextPageParam: last => (last.current * last.pageSize < last.total ? last.current + 1 : undefined),
  })
}

/** What a write answers with is shown at once; everything else is read again. */
async function showSaved(client: QueryClient, person: Person): Promise<Person> {
  client.setQueryData(ask(getPerson, { params: { id: person.id } }).queryKey, person)
  await refreshPersons()
  return person
}

export function saveNewPerson(client: QueryClient, body: NewPerson): Promise<Person> {
  return call(createPerson, { body }).then(person => showSaved(client, person))
}

export function savePerson(client: QueryClient, id: number, body: PersonPatch): Promise<Person> {
  return call(updatePerson, { params: { id }, body }).then(person => showSaved(client, person))
}

export async function movePersonToTrash(id: number): Promise<void> {
  await call(deletePerson, { params: { id } })
}

/** After a deletion: nothing of it stays in the cache, and lists are read again. */
export function forgetPerson(client: QueryClient, id: number): void {
  client.removeQueries({ queryKey: ask(getPerson, { params: { id } }).queryKey })
  void refreshPersons()
}

export function bringPersonBack(client: QueryClient, id: number): Promise<Person> {
  return call(restorePerson, { params: { id } }).then(person => showSaved(client, person))
}

/** Gives one field the value it had before the named act. */
export function bringPersonValueBack(
  client: QueryClient,
  person: { id: number; rev: number },
  entry: { id: number; field: PersonField },
): Promise<Person> {
  const params = { id: person.id, history_id: entry.id }
  const body = { field: entry.field, rev: person.rev }
  return call(restorePersonValue, { params, body }).then(saved => showSaved(client, saved))
}

async function findLabels(keyword: string, signal: AbortSignal) {
  const { items } = await call(listPersonLabels, { query: keyword ? { keyword } : {} }, { signal })
  return items.map(({ label, count }) => ({ value: label, count }))
}

/** Labels in use on persons. */
export const personLabels: Suggest = { key: ['person', 'label'], find: findLabels }
