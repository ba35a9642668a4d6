import type { Received } from '#contract/endpoint.ts'
import type * as contract from '#contract/og_relation.api.ts'
import { type OgRelation, typesFrom } from '#contract/og_relation.api.ts'
import type { ListPage } from '#contract/wire.ts'
import { type AccessColumns, may } from '#server/core/access.ts'
import { type FieldChange, writeHistory } from '#server/core/history.ts'
import { entities } from '#server/entities.ts'
import { stateLink, supportOfLinks } from '#server/features/claim/claim.service.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import { AppError, fieldError } from '#server/platform/http/errors.ts'
import { findFull, findRelationPage, type OgRelationQuery, type OgRelationWithEnds } from './list.queries.ts'
import {
  changeOgRelation,
  findRelationRows,
  insertOgRelations,
  keepEnds,
  type LockedEnd,
  type OgRelationColumns,
  type OgRelationEnds,
  type OgRelationRow,
  removeOgRelations,
} from './og_relation.queries.ts'

/** A user who may change either end may change the link. */
const mayChange = (ctx: Ctx, ends: readonly (AccessColumns & { noun: 'og' | 'person' })[]) =>
  ends.some(end => may(entities[end.noun].policy, ctx.actor, 'update', end))

async function toDto(ctx: Ctx, rows: readonly OgRelationWithEnds[]): Promise<OgRelation[]> {
  const supports = await supportOfLinks(
    ctx,
    'og_relation',
    rows.map(row => row.id),
  )
  return rows.map(({ from_og_id: _, from_person_id: _person, og_id: _og, from_access, og_access, ...rest }) => {
    const ends = [
      { ...from_access, noun: rest.from.noun },
      { ...og_access, noun: 'og' as const },
    ]
    const can: OgRelation['can'] = mayChange(ctx, ends) ? ['update', 'delete'] : []
    return { ...rest, support: supports.get(rest.id) ?? null, can }
  })
}

export async function listOgRelations(ctx: Ctx, query: OgRelationQuery): Promise<ListPage<OgRelation>> {
  const { items, total } = await findRelationPage(ctx, query)
  return { items: await toDto(ctx, items), total, current: query.current, pageSize: query.pageSize }
}

async function readOne(ctx: Ctx, id: number): Promise<OgRelation> {
  const row = await findFull(ctx, id)
  const [link] = await toDto(ctx, row ? [row] : [])
  if (!link) throw new AppError('not_found')
  return link
}

/** Partners are mutual; the link is stored with the smaller id first. */
function inOrder<Row extends OgRelationEnds & Pick<OgRelationColumns, 'type'>>(row: Row): Row {
  if (row.type !== 'partner' || row.from_og_id === null || row.from_og_id < row.og_id) return row
  return { ...row, from_og_id: row.og_id, og_id: row.from_og_id }
}

/** Only owners have a share; a single number is both its minimum and maximum. */
function validateLink<Row extends OgRelationEnds & OgRelationColumns>(row: Row): Row {
  const { type, share_min, share_max } = row
  if (!typesFrom(row.from_og_id === null ? 'person' : 'og').includes(type)) throw fieldError('type', 'link_type')
  if (type !== 'owns') return inOrder({ ...row, share_min: null, share_max: null, is_beneficial: false })
  const [least, most] = [share_min ?? share_max, share_max ?? share_min]
  if (least !== null && most !== null && least > most) throw fieldError('share_min', 'share_order')
  return { ...row, share_min: least, share_max: most }
}

type OgRelationProvenance = Received<typeof contract.createOgRelation>['body']['said']

/** Records the written values as claims of the source. */
async function stateWritten(
  ctx: Ctx,
  id: number,
  row: OgRelationColumns,
  provenance: OgRelationProvenance,
): Promise<void> {
  if (!provenance) return
  const share = row.share_min === null ? null : { min: row.share_min, max: row.share_max }
  await stateLink(ctx, { noun: 'og_relation', id, row: { ...row, share } }, provenance)
}

export function createOgRelation(
  ctx: Ctx,
  { from, said: provenance, ...body }: Received<typeof contract.createOgRelation>['body'],
): Promise<OgRelation> {
  if (from.noun === 'og' && from.id === body.og_id) throw fieldError('og_id', 'link_self')
  const empty = { share_min: null, share_max: null, is_beneficial: false, desc: null, start_time: null, end_time: null }
  const firstEnd = {
    og: { from_og_id: from.id, from_person_id: null },
    person: { from_og_id: null, from_person_id: from.id },
  }[from.noun]
  const row = validateLink({ ...empty, ...body, ...firstEnd })
  return inTransaction(ctx, async ctx => {
    const ends = await keepEnds(ctx, row)
    if (!ends.some(end => end.noun === from.noun && end.id === from.id))
      throw fieldError('from', `no_such_${from.noun}`)
    if (!ends.some(end => end.noun === 'og' && end.id === body.og_id)) throw fieldError('og_id', 'no_such_og')
    if (!mayChange(ctx, ends)) throw new AppError('forbidden_record')
    const [id] = await insertOgRelations(ctx, [row])
    await recordLinks(ctx, ends, [], [{ ...row, id: id! }])
    await stateWritten(ctx, id!, row, provenance)
    return await readOne(ctx, id!)
  })
}

/** Locks the ends and the link, and checks access; if either end is not readable, the link is not found. */
async function lockOne(ctx: Ctx, id: number): Promise<{ row: OgRelationRow; ends: LockedEnd[] }> {
  const [found] = await findRelationRows(ctx, [id])
  const ends = found ? await keepEnds(ctx, found) : []
  // Reads the link again now that the ends are locked: it may have been removed or moved while this call waited.
  const [row] = await findRelationRows(ctx, [id], { lock: true })
  const isThere = (noun: 'og' | 'person', end: number | null) =>
    end === null || ends.some(each => each.noun === noun && each.id === end)
  if (!row || !isThere('og', row.og_id) || !isThere('og', row.from_og_id) || !isThere('person', row.from_person_id))
    throw new AppError('not_found')
  if (!mayChange(ctx, ends)) throw new AppError('forbidden_record')
  return { row, ends }
}

export function updateOgRelation(
  ctx: Ctx,
  id: number,
  { said: provenance, ...patch }: Received<typeof contract.updateOgRelation>['body'],
): Promise<OgRelation> {
  return inTransaction(ctx, async ctx => {
    const { row, ends } = await lockOne(ctx, id)
    const given = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined))
    const fresh = validateLink({ ...row, ...given })
    await changeOgRelation(ctx, fresh)
    await recordLinks(ctx, ends, [row], [fresh])
    await stateWritten(ctx, id, fresh, provenance)
    return await readOne(ctx, id)
  })
}

export function deleteOgRelation(ctx: Ctx, id: number): Promise<null> {
  return inTransaction(ctx, async ctx => {
    const { row, ends } = await lockOne(ctx, id)
    await removeOgRelations(ctx, [id])
    await recordLinks(ctx, ends, [row], [])
    return null
  })
}

type LinkFact = {
  share?: { min: number; max: number }
  is_beneficial?: boolean
  start_time?: string
  end_time?: string
}

/** Writes the values of a claim into the link; a claim without values changes nothing. */
export function showClaim(ctx: Ctx, id: number, { share, is_beneficial, start_time, end_time }: LinkFact) {
  const given = { is_beneficial, start_time, end_time, ...(share && { share_min: share.min, share_max: share.max }) }
  return updateOgRelation(ctx, id, given)
}

export { findBetween, type OgRelationRow } from './og_relation.queries.ts'
/** Used by lists of organisations. */
export { isOwnedBySanctioned } from './sanctioned.queries.ts'

type EndRef = Pick<LockedEnd, 'noun' | 'id'>

/** A link in the form that the history of one end stores: the other end, and whether this end is the acting one. */
function linkFromEnd({ noun, id }: EndRef, row: OgRelationRow): { field: string; link: object } {
  const { from_og_id, from_person_id, og_id, type, share_min, share_max, is_beneficial, desc, start_time, end_time } =
    row
  const values = { type, share_min, share_max, is_beneficial, desc, start_time, end_time }
  const isFrom = { og: from_og_id, person: from_person_id }[noun] === id
  if (isFrom) return { field: 'og_relations', link: { og_id, is_from: true, ...values } }
  if (from_og_id !== null) return { field: 'og_relations', link: { og_id: from_og_id, is_from: false, ...values } }
  return { field: 'person_relations', link: { person_id: from_person_id, ...values } }
}

function groupLinks(end: EndRef, rows: readonly OgRelationRow[]): Map<string, object[]> {
  const lists = Map.groupBy(rows, row => linkFromEnd(end, row).field)
  return new Map([...lists].map(([field, all]) => [field, all.map(row => linkFromEnd(end, row).link)]))
}

/** Records changes of links in the histories of both ends, with their current revisions. */
async function recordLinks(
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
