import { type FieldChange, writeHistory } from '#server/core/history.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { LockedEnd, OgRelationRow } from './og_relation.queries.ts'

type EndRef = Pick<LockedEnd, 'noun' | 'id'>

/** A link in the form that the history of one end stores: the other end, and whether this end is the acting one. */
function linkFromEnd({ noun, id }: EndRef, row: OgRelationRow): { field: string; link: object } {
  const { from_og_id, from_person_id, og_id, type, share_min, share_max, is_beneficial, desc, start_time, end_time } =
    row
  const said = { type, share_min, share_max, is_beneficial, desc, start_time, end_time }
  const isFrom = { og: from_og_id, person: from_person_id }[noun] === id
  if (isFrom) return { field: 'og_relations', link: { og_id, is_from: true, ...said } }
  if (from_og_id !== null) return { field: 'og_relations', link: { og_id: from_og_id, is_from: false, ...said } }
  return { field: 'person_relations', link: { person_id: from_person_id, ...said } }
}

function groupLinks(end: EndRef, rows: readonly OgRelationRow[]): Map<string, object[]> {
  const lists = Map.groupBy(rows, row => linkFromEnd(end, row).field)
  return new Map([...lists].map(([field, all]) => [field, all.map(row => linkFromEnd(end, row).link)]))
}

/** Records changes of links in the histories of both ends, with their current revisions. */
export async function recordLinks(
  ctx: Ctx,
  ends: readonly LockedEnd[],
  before: readonly OgRelationRow[],
  after: readonly OgRelationRow[],
): Promise<void> {
  for (const end of ends) {
    const [from, to] = [groupLinks(end, before), groupLinks(end, after)]
    const changes: FieldChange[] = [...new Set([...from.keys(), ...to.keys()])].flatMap(field => {
      const change = { field, from: from.get(field) ?? [], to: to.get(field) ?? [] }
      return JSON.stringify(change.from) === JSON.stringify(change.to) ? [] : [change]
    })
    if (changes.length > 0) await writeHistory(ctx, end.noun, 'update', [{ id: end.id, rev: end.rev, changes }])
  }
}
