import { useQueries } from '@tanstack/react-query'
import type { MergeEntity } from '#contract/duplicate.api.ts'
import { type Fields, writtenOf } from '#contract/field.ts'
import { schemas } from '#contract/schemas.ts'
import { entities } from '#web/entities.ts'
import { useEventFormatters } from '#web/features/event/event.ts'
import { useOgFormatters } from '#web/features/og/og.ts'
import { usePersonFormatters } from '#web/features/person/person.ts'
import { endpointQuery } from '#web/platform/query.ts'
import type { FieldFormatters } from '#web/ui/formatter.ts'

/** A record of any entity with the fields that comparison and merge need. */
export type AnyRecord = Record<string, unknown> & {
  id: number
  rev: number
  owner: number | null
  read_user: number[]
  write_user: number[]
  read_group: number[]
  write_group: number[]
  can: readonly string[]
}

const access = ['read_user', 'write_user', 'read_group', 'write_group']

/** The fields whose values are compared, in the order of the form; links are moved, never chosen. */
export const fieldsOf = (noun: MergeEntity) =>
  writtenOf(schemas[noun] as Fields).filter(field => !access.includes(field))

export const duplicateName = (noun: MergeEntity, record: AnyRecord) => String(record[entities[noun].titleField])

type RecordQuery = {
  queryKey: readonly unknown[]
  queryFn: (context: { signal: AbortSignal }) => Promise<AnyRecord>
}

function queryRecord(noun: MergeEntity, id: number): RecordQuery {
  return endpointQuery(entities[noun].get, { params: { id: String(id) } } as never) as RecordQuery
}

/** These records as they are now; undefined until all are loaded. */
export function useRecords(noun: MergeEntity, ids: readonly number[]) {
  const queries = useQueries({ queries: ids.map(id => queryRecord(noun, id)) })
  const records = queries.flatMap(each => (each.data ? [each.data] : []))
  return {
    records: records.length === ids.length ? records : undefined,
    error: queries.find(each => each.error)?.error,
    refetch: () => Promise.all(queries.map(each => each.refetch())),
  }
}

const none = { ogs: [], persons: [] }

/** Labels and formatters of an entity's fields. */
export function useFormatters(noun: MergeEntity, records: readonly AnyRecord[]): FieldFormatters {
  const categories = noun === 'og' ? records.map(record => record.category_id).filter(id => typeof id === 'number') : []
  const og = useOgFormatters([...new Set(categories)])
  const person = usePersonFormatters(none)
  const event = useEventFormatters(none)
  return { og, person, event }[noun]
}
