import { sql } from 'kysely'
import { type Entity, type LinkEntity, mergeEntities } from '#contract/registry.ts'
import { cutText } from '#contract/text.ts'
import { readable } from '#server/core/access.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { sourcePolicy } from './source.policy.ts'

/** Objects that can have ids of a source: records, and links that files number. */
export type KeyedEntity = Entity | Extract<LinkEntity, 'membership'>

/** The known ids of a source, with their records; for a merged record, its target. */
export async function findKeys(
  ctx: Ctx,
  sourceId: number | null,
  noun: KeyedEntity,
  keys: readonly string[],
): Promise<Map<string, number>> {
  if (sourceId === null || keys.length === 0) return new Map()
  // Links are never merged with others.
  const live = mergeEntities.some(each => each === noun) ? sql`coalesce(record.merged_into, record.id)` : sql`record.id`
  const { rows } = await sql<{ key: string; id: number }>`
    select wanted.key, ${live} as id
    from unnest(${[...new Set(keys)]}::text[]) as wanted (key)
      cross join lateral (select record_id from external_key where source_id = ${sourceId}::bigint and noun = ${noun}
        and external_key.key = wanted.key offset 0) as known
      cross join lateral (select * from ${sql.table(noun)} as record where record.id = known.record_id
        offset 0) as record`.execute(ctx.db)
  return new Map(rows.map(({ key, id }) => [key, id]))
}

/** The ids by which a source knows these records. */
export async function findKeysOf(
  ctx: Ctx,
  sourceId: number | null,
  noun: Entity,
  ids: readonly number[],
): Promise<Map<number, string[]>> {
  if (sourceId === null || ids.length === 0) return new Map()
  const { rows } = await sql<{
    record_id: number
    keys: string[]
  }>`select record_id, array_agg(key order by key) as keys
    from external_key where source_id = ${sourceId}::bigint and noun = ${noun} and record_id = any(${ids}::bigint[])
    group by record_id`.execute(ctx.db)
  return new Map(rows.map(({ record_id, keys }) => [record_id, keys]))
}

/** Those of these records that have one of these ids from another source, as `record id`. */
export async function findForeignKeys(
  ctx: Ctx,
  sourceId: number | null,
  noun: Entity,
  ids: readonly number[],
  keys: readonly string[],
): Promise<Set<string>> {
  if (ids.length === 0 || keys.length === 0) return new Set()
  const { rows } = await sql<{ record_id: number; key: string }>`select record_id, key from external_key
    where noun = ${noun} and record_id = any(${ids}::bigint[]) and key = any(${keys}::text[])
      and source_id is distinct from ${sourceId}::bigint`.execute(ctx.db)
  return new Set(rows.map(({ record_id, key }) => `${record_id} ${key}`))
}

/** Stores the ids by which a source knows these records; an existing id stays unchanged. */
export async function storeKeys(
  ctx: Ctx,
  sourceId: number,
  noun: KeyedEntity,
  keys: readonly { key: string; record_id: number }[],
  /** The run of the import that added them, for its undo. */
  runId: number | null = null,
): Promise<void> {
  if (keys.length === 0) return
  await sql`insert into external_key (source_id, noun, key, record_id, run_id)
    select ${sourceId}::bigint, ${noun}, key, record_id, ${runId}::bigint
    from json_to_recordset(${JSON.stringify(keys)}::json) as e (key text, record_id bigint)
    on conflict do nothing`.execute(ctx.db)
}

/**
 * Deletes at most `most` ids that a run added, except those of records that it created and that stay; returns their
 * number.
 */
export async function deleteKeysOfRun(ctx: Ctx, runId: number, most: number): Promise<number> {
  const { numAffectedRows } = await sql`delete from external_key where (source_id, noun, key) in (
    select key.source_id, key.noun, key.key from external_key as key where key.run_id = ${runId}::bigint
      and not exists (select from import_mark as mark where mark.run_id = ${runId}::bigint and mark.noun = key.noun
        and mark.record_id = key.record_id and mark.is_new and not mark.is_undone)
    limit ${most}::int)`.execute(ctx.db)
  return Number(numAffectedRows ?? 0)
}

/** Whether a source is unused: no claims, no ids, no imports except those undone, and no source that repeats it. */
export async function isUnused(ctx: Ctx, sourceId: number): Promise<boolean> {
  const { rows } = await sql`select where exists (select from claim where source_id = ${sourceId}::bigint)
    or exists (select from external_key where source_id = ${sourceId}::bigint)
    or exists (select from source where origin_id = ${sourceId}::bigint)
    or (select count(*) from import_run where source_id = ${sourceId}::bigint and undone_at is null) > 1`.execute(
    ctx.db,
  )
  return rows.length === 0
}

/** The source that was created for a file with this name, if the actor may read it. */
export async function findFileSource(ctx: Ctx, fileName: string): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`select id from source where kind in ('file', 'list') and deleted_at is null
    and lower(normalize(name, NFKC)) = lower(normalize(${cutText(fileName, 200)}, NFKC))
    and ${readable(sourcePolicy, ctx, 'source')} order by id desc limit 1`.execute(ctx.db)
  return rows[0]?.id ?? null
}
