import { sql } from 'kysely'
import { type AccessColumns, accessColumns } from '#server/core/access.ts'
import type { FieldChange } from '#server/core/history.ts'
import { findOpenChanges } from '#server/core/open-change.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { isUniqueViolation } from '#server/platform/db/db.ts'
import { AppError } from '#server/platform/http/errors.ts'
import type { RelationEnds } from './canonical.ts'
import { isLivingEnd } from './end.queries.ts'

export type RelationColumns = { desc: string | null; start_time: string | null; end_time: string | null }
export type RelationRow = RelationEnds & RelationColumns & { id: number }
export type ReadableRelation = RelationRow & { person_name: string; person_icon: string | null; of_id: number }

/** Relations of these persons to persons whom this reader may read, sorted by name. */
export async function findReadableRelations(ctx: Ctx, personIds: readonly number[]): Promise<ReadableRelation[]> {
  if (personIds.length === 0) return []
  const ids = sql`any(${personIds}::bigint[])`
  const { rows } = await sql<ReadableRelation>`
    select one.id, one.from_id, one.to_id, one.type, one."desc", one.start_time, one.end_time, one.of_id,
      other.name as person_name, other.icon as person_icon
    from (
      select relation.*, relation.from_id as of_id, relation.to_id as other_id from relation where relation.from_id = ${ids}
      union all
      select relation.*, relation.to_id, relation.from_id from relation where relation.to_id = ${ids}
    ) as one join person as other on other.id = one.other_id
    where ${isLivingEnd(ctx, 'person', 'other')}
    order by other.name, one.id`.execute(ctx.db)
  return rows
}

/** Every relation of these persons, regardless of access: only for writing, never for display. */
export async function findAllRelations(ctx: Ctx, personIds: readonly number[]): Promise<RelationRow[]> {
  if (personIds.length === 0) return []
  const ids = sql`any(${personIds}::bigint[])`
  const { rows } = await sql<RelationRow>`
    select id, from_id, to_id, type, "desc", start_time, end_time from relation
    where from_id = ${ids} or to_id = ${ids} order by id`.execute(ctx.db)
  return rows
}

/** One relation, regardless of access: the caller checks both persons. */
export async function findOne(ctx: Ctx, id: number): Promise<RelationRow | undefined> {
  const { rows } = await sql<RelationRow>`
    select id, from_id, to_id, type, "desc", start_time, end_time from relation where id = ${id}::bigint`.execute(
    ctx.db,
  )
  return rows[0]
}

export type LockedPerson = AccessColumns & { id: number; rev: number }

/**
 * Locks live persons whom this reader may read, in the order of ids, so that writers of the same two persons queue up.
 */
export async function lockPersons(ctx: Ctx, ids: readonly number[]): Promise<Map<number, LockedPerson>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<LockedPerson>`select id, rev, ${accessColumns('person')} from person
    where id = any(${ids}::bigint[]) and ${isLivingEnd(ctx, 'person', 'person')} order by id for update`.execute(ctx.db)
  return new Map(rows.map(row => [row.id, row]))
}

/** Locks a person with all current and future related persons, in the order of ids, before anything else is locked. */
export async function lockAround(ctx: Ctx, personId: number, wanted: readonly { person_id: number }[]): Promise<void> {
  const present = await findAllRelations(ctx, [personId])
  const others = [...present.flatMap(row => [row.from_id, row.to_id]), ...wanted.map(one => one.person_id)]
  await lockPersons(ctx, [...new Set([personId, ...others])])
}

/**
 * Counts a change of links as a change of the persons, if all who may read them may see it; returns the revisions of
 * all of them.
 */
export async function touchPersons(
  ctx: Ctx,
  changed: readonly { id: number; changes: readonly FieldChange[] }[],
): Promise<Map<number, number>> {
  if (changed.length === 0) return new Map()
  const open = [...(await findOpenChanges(ctx, changed))].map(({ id }) => id)
  await sql`update person set rev = rev + 1, updated_at = ${ctx.now().toISOString()}::timestamptz
    where id = any(${open}::bigint[])`.execute(ctx.db)
  const { rows } = await sql<{ id: number; rev: number }>`select id, rev from person
    where id = any(${changed.map(({ id }) => id)}::bigint[])`.execute(ctx.db)
  return new Map(rows.map(row => [row.id, row.rev]))
}

export async function insertRelations(
  ctx: Ctx,
  rows: readonly (RelationEnds & RelationColumns & { id?: number | undefined })[],
): Promise<number[]> {
  if (rows.length === 0) return []
  const made = sql<{ id: number }>`
    insert into relation (id, from_id, to_id, type, "desc", start_time, end_time) overriding system value
    select coalesce(fresh.id, nextval(pg_get_serial_sequence('relation', 'id'))), fresh.from_id, fresh.to_id, fresh.type,
      fresh."desc", fresh.start_time, fresh.end_time
    from json_populate_recordset(null::relation, ${JSON.stringify(rows)}::json) as fresh returning id`
  try {
    return (await made.execute(ctx.db)).rows.map(row => row.id)
  } catch (error) {
    if (isUniqueViolation(error, 'relation_key')) throw new AppError('duplicate', { value: rows[0]?.type })
    throw error
  }
}

export async function removeRelations(ctx: Ctx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await sql`delete from relation where id = any(${ids}::bigint[])`.execute(ctx.db)
}

/** Whether two writers waited for each other's person: one of them must read again and retry. */
export function isDeadlock(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '40P01'
}
