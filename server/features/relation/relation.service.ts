import type { Received } from '#contract/endpoint.ts'
import type * as contract from '#contract/relation.api.ts'
import type { Relation } from '#contract/relation.api.ts'
import { may } from '#server/core/access.ts'
import { personPolicy } from '#server/features/person/person.policy.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import { AppError, fieldError } from '#server/platform/http/errors.ts'
import { canonical, relationFrom } from './canonical.ts'
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
export { isThere } from './end.queries.ts'
export { hideLinks } from './hide.ts'
export { lockAround, lockPersons, touchPersons } from './relation.queries.ts'
export { replaceRelations }
