import type { NewRelation } from '#contract/relation.api.ts'
import { changesOf, writeHistory } from '#server/core/history.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { AppError, fieldError } from '#server/platform/http/errors.ts'
import { canonical, type RelationEnds, relationFrom } from './canonical.ts'
import {
  findAllRelations,
  findReadableRelations,
  insertRelations,
  isDeadlock,
  lockPersons,
  type RelationColumns,
  type RelationRow,
  removeRelations,
  touchPersons,
} from './relation.queries.ts'

/** A relation in the form of a history, seen from the person whose history it is. */
type PlainRelation = Required<NewRelation>
type WantedRow = RelationEnds & RelationColumns & { id?: number }

const keyOf = ({ from_id, to_id, type, start_time }: RelationEnds & Pick<RelationColumns, 'start_time'>) =>
  `${from_id} ${to_id} ${type} ${start_time ?? ''}`

const toPlainRelation = (personId: number, row: RelationRow): PlainRelation => {
  const { desc, start_time, end_time } = row
  return { ...relationFrom(personId, row), desc, start_time, end_time }
}

/** All relations of each person, seen from their side, for comparison in a history. */
async function plainOf(ctx: Ctx, personIds: readonly number[]): Promise<Map<number, PlainRelation[]>> {
  const rows = await findAllRelations(ctx, personIds)
  return new Map(
    personIds.map(id => [
      id,
      rows.filter(row => row.from_id === id || row.to_id === id).map(row => toPlainRelation(id, row)),
    ]),
  )
}

/** Runs a change of relations and records it in the history of each given person, with a new revision if requested. */
export async function recordingRelations<T>(
  ctx: Ctx,
  personIds: readonly number[],
  work: () => Promise<T>,
): Promise<T> {
  const before = await plainOf(ctx, personIds)
  const result = await work()
  const after = await plainOf(ctx, personIds)
  const changed = personIds.flatMap(id => {
    const changes = changesOf(['relations'], { relations: before.get(id) }, { relations: after.get(id) })
    return changes.length > 0 ? [{ id, changes }] : []
  })
  const revs = await touchPersons(ctx, changed)
  await writeHistory(
    ctx,
    'person',
    'update',
    changed.map(({ id, changes }) => ({ id, rev: revs.get(id) ?? 0, changes })),
  )
  return result
}

function rowsOf(personId: number, wanted: readonly NewRelation[]): WantedRow[] {
  const seen = new Set<string>()
  return wanted.map((one, n) => {
    if (one.person_id === personId) throw fieldError(`relations.${n}.person_id`, 'relation_self')
    const { desc = null, start_time = null, end_time = null } = one
    const row = { ...canonical(personId, one.person_id, one.type), desc, start_time, end_time }
    if (seen.has(keyOf(row))) throw fieldError(`relations.${n}.person_id`, 'link_repeated')
    seen.add(keyOf(row))
    return row
  })
}

/**
 * Replaces the relations of a person, whom the caller has locked, by `wanted`; relations to persons whom the writer
 * cannot read stay. The other persons get their revision and history here. The caller writes those of this person, and
 * gets all relations before and after.
 */
export async function replaceRelations(
  ctx: Ctx,
  personId: number,
  wanted: readonly NewRelation[],
): Promise<{ before: PlainRelation[]; after: PlainRelation[] }> {
  const rows = rowsOf(personId, wanted)
  const present = await findReadableRelations(ctx, [personId])
  const known = new Map(present.map(row => [keyOf(row), row]))
  const fresh = rows.flatMap(row => {
    const kept = known.get(keyOf(row))
    if (!kept) return [row]
    return kept.desc === row.desc && kept.end_time === row.end_time ? [] : [{ ...row, id: kept.id }]
  })
  const keys = new Set(rows.map(keyOf))
  const gone = present.filter(row => !keys.has(keyOf(row)))
  const before = (await plainOf(ctx, [personId])).get(personId) ?? []
  if (fresh.length + gone.length === 0) return { before, after: before }

  const others = [...new Set([...fresh, ...gone].map(row => relationFrom(personId, row).person_id))]
  const there = await lockOthers(ctx, others)
  const stranger = rows.findIndex(row => {
    const other = relationFrom(personId, row).person_id
    return others.includes(other) && !there.has(other)
  })
  if (stranger >= 0) throw fieldError(`relations.${stranger}.person_id`, 'no_such_person')
  await recordingRelations(ctx, [...there.keys()], async () => {
    const replaced = fresh.flatMap(row => ('id' in row && row.id ? [row.id] : []))
    await removeRelations(ctx, [...gone.map(row => row.id), ...replaced])
    await insertRelations(ctx, fresh)
  })
  return { before, after: (await plainOf(ctx, [personId])).get(personId) ?? [] }
}

/**
 * This person is locked already, so two users who write each other's relations may deadlock: one of them must read
 * again.
 */
async function lockOthers(ctx: Ctx, ids: readonly number[]) {
  try {
    return await lockPersons(ctx, ids)
  } catch (error) {
    throw isDeadlock(error) ? new AppError('stale') : error
  }
}
