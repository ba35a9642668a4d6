import { useQueries } from '@tanstack/react-query'
import { type Fields, writtenOf } from '#contract/card.ts'
import { cards } from '#contract/cards.ts'
import type { MergeNoun } from '#contract/duplicate.ts'
import { entities } from '#web/entities.ts'
import { useEventLooks } from '#web/features/event/event.ts'
import { useOgLooks } from '#web/features/og/og.ts'
import { usePersonLooks } from '#web/features/person/person.ts'
import { ask } from '#web/platform/query.ts'
import type { FieldLooks } from '#web/ui/look.ts'

/** A record of any entity with the fields that comparison and merge need. */
export type AnyRecord = Record<string, unknown> & {
  id: number
  rev: number
  owner: number | null
  read_user: number[]
  write_user: number[]
  can: readonly string[]
}

const access = ['read_user', 'write_user']

/** The fields whose values are compared, in the order of the form; links are moved, never chosen. */
export const fieldsOf = (noun: MergeNoun) => writtenOf(cards[noun] as Fields).filter(field => !access.includes(field))

export const nameOf = (noun: MergeNoun, record: AnyRecord) => String(record[entities[noun].titleField])

type AskRecord = {
  queryKey: readonly unknown[]
  queryFn: (context: { signal: AbortSignal }) => Promise<AnyRecord>
}

function askRecord(noun: MergeNoun, id: number): AskRecord {
  return ask(entities[noun].get, { params: { id: String(id) } } as never) as AskRecord
}

/** These records as they are now; undefined until all are loaded. */
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

/** Labels and formatters of an entity's fields. */
export function useLooks(noun: MergeNoun, records: readonly AnyRecord[]): FieldLooks {
  const categories = noun === 'og' ? records.map(record => record.category_id).filter(id => typeof id === 'number') : []
  const og = useOgLooks([...new Set(categories)])
  const person = usePersonLooks(none)
  const event = useEventLooks(none)
  return { og, person, event }[noun]
}
