import type { Received } from '#contract/endpoint.ts'
import type { HistoryEntry } from '#contract/history.ts'
import { linkFields, type MergeEntity, mergeEntities } from '#contract/registry.ts'
import type * as contract from '#contract/relation.api.ts'
import type { Relation } from '#contract/relation.api.ts'
import { may } from '#server/core/access.ts'
import { linkTarget } from '#server/core/history.ts'
import { personPolicy } from '#server/features/person/person.policy.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import { AppError, fieldError } from '#server/platform/http/errors.ts'
import { canonical, relationFrom } from './canonical.ts'
import { findReadable } from './end.queries.ts'
import {
  findOne,
  findReadableRelations,
  insertRelations,
  type LockedPerson,
  lockPersons,
  type ReadableRelation,
  type RelationRow,
  removeRelations,
} from './relation.queries.ts'
import { recordingRelations, replaceRelations } from './replace.ts'

const linksOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** Removes links to unreadable records from histories. An entry that contains only such links is removed with them. */
export async function hideLinks(ctx: Ctx, entries: readonly HistoryEntry[]): Promise<HistoryEntry[]> {
  const wanted = new Map(mergeEntities.map(noun => [noun, new Set<number>()]))
  for (const { field, from, to } of entries.flatMap(entry => entry.changes)) {
    const link = linkFields[field]
    if (!link) continue
    for (const id of [...linksOf(from), ...linksOf(to)].map(one => linkTarget(one, link.key)))
      if (id !== undefined) wanted.get(link.noun)?.add(id)
    for (const id of [...linksOf(from), ...linksOf(to)].map(partyOf)) if (id !== undefined) wanted.get('og')?.add(id)
  }
  const there = new Map<MergeEntity, Set<number>>()
  for (const [noun, ids] of wanted) there.set(noun, await findReadable(ctx, noun, [...ids]))
  return entries.flatMap(entry => {
    const changes = entry.changes.flatMap(change => {
      const link = linkFields[change.field]
      if (!link) return [change]
      const visible = (value: unknown) =>
        Array.isArray(value)
          ? value
              .filter(one => there.get(link.noun)?.has(linkTarget(one, link.key) ?? 0))
              .map(one => withoutParty(one, there.get('og')))
          : value
      const shown = { ...change, from: visible(change.from), to: visible(change.to) }
      return isSame(shown.from, shown.to) ? [] : [shown]
    })
    return changes.length === 0 && entry.changes.length > 0 ? [] : [{ ...entry, changes }]
  })
}

/** The key of a membership's party: the organisation that the person represents. */
const partyKey = 'on_behalf_of'

const partyOf = (one: unknown) => (typeof one === 'object' ? linkTarget(one, partyKey) : undefined)

function withoutParty(one: unknown, there: ReadonlySet<number> | undefined): unknown {
  const id = partyOf(one)
  if (id === undefined || there?.has(id)) return one
  const { [partyKey]: _, ...rest } = one as Record<string, unknown>
  return rest
}

/** An empty list and an absent one are equal. */
function isSame(from: unknown, to: unknown): boolean {
  const text = (value: unknown) => (Array.isArray(value) && value.length === 0 ? 'null' : JSON.stringify(value ?? null))
  return text(from) === text(to)
}

function toDto({ of_id, id, from_id, to_id, type, ...rest }: ReadableRelation): Relation {
  return { id, ...relationFrom(of_id, { from_id, to_id, type }), ...rest }
}

/** Relations of these persons, seen from each one's side, to persons whom this reader may read. */
export async function readRelationsOf(ctx: Ctx, personIds: readonly number[]): Promise<Map<number, Relation[]>> {
  const rows = Map.groupBy(await findReadableRelations(ctx, personIds), row => row.of_id)
  return new Map([...rows].map(([id, seen]) => [id, seen.map(toDto)]))
}

async function readOne(ctx: Ctx, personId: number, id: number): Promise<Relation> {
  const relation = (await readRelationsOf(ctx, [personId])).get(personId)?.find(one => one.id === id)
  if (!relation) throw new AppError('not_found')
  return relation
}

/** Requires both persons, locked; a user who may change one of them may change the relation. */
function allowBetween(persons: Map<number, LockedPerson>, ctx: Ctx): void {
  if (![...persons.values()].some(person => may(personPolicy, ctx.actor, 'update', person)))
    throw new AppError('forbidden_record')
}

export function createRelation(
  ctx: Ctx,
  { params, body }: Pick<Received<typeof contract.createRelation>, 'params' | 'body'>,
): Promise<Relation> {
  const { person_id: otherId, type, desc = null, start_time = null, end_time = null } = body
  if (otherId === params.id) throw fieldError('person_id', 'relation_self')
  return inTransaction(ctx, async ctx => {
    const persons = await lockPersons(ctx, [params.id, otherId])
    if (!persons.has(params.id)) throw new AppError('not_found')
    if (!persons.has(otherId)) throw fieldError('person_id', 'no_such_person')
    allowBetween(persons, ctx)
    const row = { ...canonical(params.id, otherId, type), desc, start_time, end_time }
    const [id] = await recordingRelations(ctx, [...persons.keys()], () => insertRelations(ctx, [row]))
    return await readOne(ctx, params.id, id!)
  })
}

/** Locks the relation with both its persons and checks access; a relation of other persons is not found. */
async function lockBetween(
  ctx: Ctx,
  { id, relation_id }: { id: number; relation_id: number },
): Promise<{ row: RelationRow; persons: Map<number, LockedPerson> }> {
  const found = await findOne(ctx, relation_id)
  if (!found || (found.from_id !== id && found.to_id !== id)) throw new AppError('not_found')
  const persons = await lockPersons(ctx, [found.from_id, found.to_id])
  // Reads again under the lock: the relation may have been deleted or reversed while this call waited.
  const row = await findOne(ctx, relation_id)
  if (!row || !persons.has(row.from_id) || !persons.has(row.to_id)) throw new AppError('not_found')
  allowBetween(persons, ctx)
  return { row, persons }
}

export function updateRelation(
  ctx: Ctx,
  { params, body }: Pick<Received<typeof contract.updateRelation>, 'params' | 'body'>,
): Promise<Relation> {
  return inTransaction(ctx, async ctx => {
    const { row, persons } = await lockBetween(ctx, params)
    const seen = relationFrom(params.id, row)
    const { type = seen.type, desc = row.desc, start_time = row.start_time, end_time = row.end_time } = body
    const fresh = { ...canonical(params.id, seen.person_id, type), id: row.id, desc, start_time, end_time }
    await recordingRelations(ctx, [...persons.keys()], async () => {
      await removeRelations(ctx, [row.id])
      await insertRelations(ctx, [fresh])
    })
    return await readOne(ctx, params.id, row.id)
  })
}

/** Changes a relation by its own id, whichever side it is seen from. */
export async function changeRelation(
  ctx: Ctx,
  id: number,
  body: Received<typeof contract.updateRelation>['body'],
): Promise<Relation> {
  const row = await findOne(ctx, id)
  if (!row) throw new AppError('not_found')
  return await updateRelation(ctx, { params: { id: row.from_id, relation_id: id }, body })
}

export function deleteRelation(ctx: Ctx, params: { id: number; relation_id: number }): Promise<null> {
  return inTransaction(ctx, async ctx => {
    const { row, persons } = await lockBetween(ctx, params)
    await recordingRelations(ctx, [...persons.keys()], () => removeRelations(ctx, [row.id]))
    return null
  })
}

/** Used by the person feature within its transaction, and by every history. */
export { isLivingEnd } from './end.queries.ts'
export { countNeighbours } from './graph.ts'
export { findOgsNear, findPersonsNear } from './near.queries.ts'
export { lockAround, lockPersons, touchPersons } from './relation.queries.ts'
export { replaceRelations }
