import { sql } from 'kysely'
import type { OgRelationType } from '#contract/og_relation.api.ts'
import { type AccessColumns, accessColumns } from '#server/core/access.ts'
import { isLivingEnd } from '#server/features/relation/relation.service.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { isUniqueViolation } from '#server/platform/db/db.ts'
import { AppError } from '#server/platform/http/errors.ts'

export type OgRelationColumns = {
  type: OgRelationType
  share_min: number | null
  share_max: number | null
  is_beneficial: boolean
  desc: string | null
  start_time: string | null
  end_time: string | null
}
export type OgRelationEnds = { from_og_id: number | null; from_person_id: number | null; og_id: number }
export type OgRelationRow = OgRelationColumns & OgRelationEnds & { id: number }

export const rowColumns = sql`link.id, link.from_og_id, link.from_person_id, link.og_id, link.type,
  link.share_min::float8, link.share_max::float8, link.is_beneficial, link."desc", link.start_time, link.end_time`

/** These links, regardless of access: the caller checks both ends. */
export async function findRelationRows(
  ctx: Ctx,
  ids: readonly number[],
  { lock = false } = {},
): Promise<OgRelationRow[]> {
  const { rows } = await sql<OgRelationRow>`select ${rowColumns} from og_relation as link
    where link.id = any(${ids}::bigint[]) order by link.id ${lock ? sql`for update` : sql``}`.execute(ctx.db)
  return rows
}

/** Every link that leads to these organisations, regardless of access: only for writing, never for display. */
export async function findBetween(ctx: Ctx, ogIds: readonly number[]): Promise<OgRelationRow[]> {
  if (ogIds.length === 0) return []
  const { rows } = await sql<OgRelationRow>`select ${rowColumns} from og_relation as link
    where link.og_id = any(${ogIds}::bigint[])`.execute(ctx.db)
  return rows
}

export type LockedEnd = AccessColumns & { id: number; rev: number; noun: 'og' | 'person' }

/** Locks live ends that this reader may read, in the order of ids, until the transaction ends. */
export async function keepEnds(ctx: Ctx, { from_og_id, from_person_id, og_id }: OgRelationEnds): Promise<LockedEnd[]> {
  const ogs = [from_og_id, og_id].filter(id => id !== null)
  const { rows: kept } = await sql<LockedEnd>`select 'og' as noun, id, rev, ${accessColumns('og')} from og
    where id = any(${ogs}::bigint[]) and ${isLivingEnd(ctx, 'og', 'og')} order by id for share`.execute(ctx.db)
  if (from_person_id === null) return kept
  const { rows: persons } = await sql<LockedEnd>`select 'person' as noun, id, rev, ${accessColumns('person')}
    from person where id = ${from_person_id}::bigint and ${isLivingEnd(ctx, 'person', 'person')} for share`.execute(
    ctx.db,
  )
  return [...kept, ...persons]
}

/** Inserts new links, or links with the ids that they had before. */
export async function insertOgRelations(
  ctx: Ctx,
  rows: readonly (OgRelationColumns & OgRelationEnds & { id?: number | undefined })[],
): Promise<number[]> {
  if (rows.length === 0) return []
  const made = sql<{ id: number }>`
    insert into og_relation (id, from_og_id, from_person_id, og_id, type, share_min, share_max, is_beneficial, "desc",
      start_time, end_time) overriding system value
    select coalesce(fresh.id, nextval(pg_get_serial_sequence('og_relation', 'id'))), fresh.from_og_id,
      fresh.from_person_id, fresh.og_id, fresh.type, fresh.share_min, fresh.share_max, fresh.is_beneficial,
      fresh."desc", fresh.start_time, fresh.end_time
    from json_populate_recordset(null::og_relation, ${JSON.stringify(rows)}::json) as fresh returning id`
  try {
    return (await made.execute(ctx.db)).rows.map(row => row.id)
  } catch (error) {
    if (isUniqueViolation(error, 'og_relation_key')) throw new AppError('duplicate', { value: rows[0]?.type ?? '' })
    throw error
  }
}

export async function changeOgRelation(ctx: Ctx, { id, ...row }: OgRelationRow): Promise<void> {
  try {
    await ctx.db.updateTable('og_relation').set(row).where('id', '=', id).execute()
  } catch (error) {
    if (isUniqueViolation(error, 'og_relation_key')) throw new AppError('duplicate', { value: row.type })
    throw error
  }
}

export async function removeOgRelations(ctx: Ctx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await sql`delete from og_relation where id = any(${ids}::bigint[])`.execute(ctx.db)
}
