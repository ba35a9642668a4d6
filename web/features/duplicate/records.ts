import { useQueries } from '@tanstack/react-query'
import type { MergeNoun } from '#contract/duplicate.ts'
import { eventFields, getEvent } from '#contract/event.ts'
import { getOg, ogFields } from '#contract/og.ts'
import { getPerson, personFields } from '#contract/person.ts'
import { useEventLooks } from '#web/features/event/event.ts'
import { useOgLooks } from '#web/features/og/og.ts'
import { usePersonLooks } from '#web/features/person/person.ts'
import { ask } from '#web/platform/query.ts'
import type { FieldLooks } from '#web/ui/look.ts'

/** A record of any noun with what comparing and merging ask of it. */
export type AnyRecord = Record<string, unknown> & {
  id: number
  rev: number
  owner: number | null
  read_user: number[]
  write_user: number[]
  can: readonly string[]
}

/** Moved as links, never chosen as values. */
const links = ['memberships', 'relations', 'ogs', 'persons']
const access = ['read_user', 'write_user']
const fields: Record<MergeNoun, readonly string[]> = { og: ogFields, person: personFields, event: eventFields }

/** The fields whose values are compared, in the order of the form. */
export const fieldsOf = (noun: MergeNoun) =>
  fields[noun].filter(field => !links.includes(field) && !access.includes(field))

export const nameOf = (noun: MergeNoun, record: AnyRecord) => String(record[noun === 'event' ? 'title' : 'name'])

/** The route of one record's page. */
export const pageOf = { og: 'og_detail', person: 'person_detail', event: 'event_detail' } as const

type AskRecord = {
  queryKey: readonly unknown[]
  queryFn: (context: { signal: AbortSignal }) => Promise<AnyRecord>
}

function askRecord(noun: MergeNoun, id: number): AskRecord {
  const params = { id: String(id) }
  if (noun === 'og') return ask(getOg, { params })
  return noun === 'person' ? ask(getPerson, { params }) : ask(getEvent, { params })
}

/** These records as they are now; undefined until all are there. */
export function useRecords(noun: MergeNoun, ids: readonly number[]) {
  const asked = useQueries({ queries: ids.map(id => askRecord(noun, id)) })
  const records = asked.flatMap(each => (each.data ? [each.data] : []))
  return {
    records: records.length === ids.length ? records : undefined,
    error: asked.find(each => each.error)?.error,
    refetch: () => Promise.all(asked.map(each => each.refetch())),
  }
}

const none = { ogs: [], persons: [] }

/** How the fields of a noun are called and shown. */
export function useLooks(noun: MergeNoun, records: readonly AnyRecord[]): FieldLooks {
  const categories = noun === 'og' ? records.map(record => record.category_id).filter(id => typeof id === 'number') : []
  const og = useOgLooks([...new Set(categories)])
  const person = usePersonLooks(none)
  const event = useEventLooks(none)
  return { og, person, event }[noun]
}
