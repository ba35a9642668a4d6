import type { MergeEntity } from '#contract/duplicate.api.ts'
import { relationInverse } from '#contract/relation.api.ts'

export type LinkTable =
  | 'membership'
  | 'relation'
  | 'og_relation'
  | 'timeline_note'
  | 'event_og'
  | 'event_person'
  | 'report_og'
  | 'report_person'
  | 'report_event'

/** A table of links and how a merge moves its rows. */
export type LinkKind = {
  table: LinkTable
  columns: string[]
  /** Columns that refer to records of the entity. */
  ends: string[]
  /** Two rows with equal values in these columns are duplicates; empty: rows are never duplicates. */
  same: string[]
}

const membership: LinkKind = {
  table: 'membership',
  columns: ['id', 'person_id', 'og_id', 'role', 'start_time', 'end_time', 'area', 'term', 'on_behalf_of'],
  ends: [],
  same: ['person_id', 'og_id', 'role', 'start_time', 'term'],
}
const note: LinkKind = { table: 'timeline_note', columns: ['id', 'rev', 'og_id', 'person_id'], ends: [], same: [] }
const eventOg: LinkKind = { table: 'event_og', columns: ['event_id', 'og_id'], ends: [], same: ['event_id', 'og_id'] }
const eventPerson: LinkKind = {
  table: 'event_person',
  columns: ['event_id', 'person_id'],
  ends: [],
  same: ['event_id', 'person_id'],
}
const reportLink = (noun: MergeEntity): LinkKind => {
  const columns = ['report_id', `${noun}_id`, 'kind']
  return { table: `report_${noun}`, columns, ends: [`${noun}_id`], same: columns }
}
const relation: LinkKind = {
  table: 'relation',
  columns: ['id', 'from_id', 'to_id', 'type', 'desc', 'start_time', 'end_time'],
  ends: ['from_id', 'to_id'],
  same: ['from_id', 'to_id', 'type', 'start_time'],
}

const ogRelation: LinkKind = {
  table: 'og_relation',
  columns: [
    ...['id', 'from_og_id', 'from_person_id', 'og_id', 'type', 'share_min', 'share_max', 'is_beneficial'],
    ...['desc', 'start_time', 'end_time'],
  ],
  ends: ['from_og_id', 'og_id'],
  same: ['from_og_id', 'from_person_id', 'og_id', 'type', 'is_beneficial', 'start_time'],
}

/** The tables with links to the records of each entity. */
export const kinds: Record<MergeEntity, LinkKind[]> = {
  og: [
    { ...membership, ends: ['og_id', 'on_behalf_of'] },
    ...[eventOg, note].map(kind => ({ ...kind, ends: ['og_id'] })),
    reportLink('og'),
    ogRelation,
  ],
  person: [
    ...[membership, eventPerson, note].map(kind => ({ ...kind, ends: ['person_id'] })),
    reportLink('person'),
    relation,
    { ...ogRelation, ends: ['from_person_id'] },
  ],
  event: [...[eventOg, eventPerson].map(kind => ({ ...kind, ends: ['event_id'] })), reportLink('event')],
}

export function isWithItself({ table }: LinkKind, row: Record<string, unknown>): boolean {
  return (
    (table === 'relation' && row.from_id === row.to_id) || (table === 'og_relation' && row.from_og_id === row.og_id)
  )
}

/**
 * Mutual relations and partners are stored with the smaller id first; a membership cannot be on behalf of its own
 * organisation.
 */
export function inOrder(kind: LinkKind, row: Record<string, unknown>): Record<string, unknown> {
  if (kind.table === 'og_relation') {
    const isTurned = row.type === 'partner' && row.from_og_id !== null && Number(row.from_og_id) > Number(row.og_id)
    return isTurned ? { ...row, from_og_id: row.og_id, og_id: row.from_og_id } : row
  }
  if (kind.table === 'membership' && row.on_behalf_of === row.og_id) return { ...row, on_behalf_of: null }
  if (kind.table !== 'relation') return row
  const isMutual = relationInverse[row.type as keyof typeof relationInverse] === row.type
  return isMutual && Number(row.from_id) > Number(row.to_id) ? { ...row, from_id: row.to_id, to_id: row.from_id } : row
}
