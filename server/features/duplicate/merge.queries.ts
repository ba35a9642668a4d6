import { type SqlBool, sql } from 'kysely'
import type { listMerges, Merge, MergeEntity } from '#contract/duplicate.api.ts'
import type { Received } from '#contract/endpoint.ts'
import { mergeEntities } from '#contract/registry.ts'
import { type AccessColumns, accessJson, readable } from '#server/core/access.ts'
import type { FieldChange } from '#server/core/history.ts'
import { matchesKeyword } from '#server/core/keyword.ts'
import { englishTitleOf } from '#server/core/link.queries.ts'
import { columnsOf } from '#server/core/table.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { MovedLink } from './merge-link.queries.ts'
import { type AnyRow, type MergeTable, mergeTable } from './merge-tables.ts'

/** The data that an undo needs. */
type Undo = {
  /** The target's columns that the merge changed, with the values before and after. */
  changes: FieldChange[]
  links: MovedLink[]
  /** Suggested pairs among the merged records, with the decision that each had. */
  pairs: { id: number; state: string; decided_by: number | null; decided_at: string | null }[]
}

type StoredMerge = {
  id: number
  noun: MergeEntity
  target_id: number
  source_ids: number[]
  undo: Undo
  undone_at: string | null
}
export type MergingRow = AnyRow & { is_deleted: boolean; merged_into: number | null }

/** Locks the readable records with these ids, live, in the trash or merged, in the order of their ids. */
export async function lockMerging(
  ctx: Ctx,
  table: MergeTable,
  ids: readonly number[],
): Promise<Map<number, MergingRow>> {
  const { rows } =
    await sql<MergingRow>`select ${columnsOf<AnyRow>(table)}, deleted_at is not null as is_deleted, merged_into
    from ${sql.table(table.name)} where id = any(${ids}::bigint[]) and ${readable(table.policy, ctx, table.name)}
    order by id for update`.execute(ctx.db)
  return new Map(rows.map(row => [row.id, row]))
}

/** Marks the sources as merged into the target, or restores them if there is no target. */
export async function setMergedInto(ctx: Ctx, table: MergeTable, ids: readonly number[], targetId: number | null) {
  const at = ctx.now().toISOString()
  const { rows } = await sql<{ id: number; rev: number }>`update ${sql.table(table.name)}
    set merged_into = ${targetId}::bigint, deleted_at = ${targetId === null ? null : at}::timestamptz,
      rev = rev + 1, updated_at = ${at}::timestamptz
    where id = any(${ids}::bigint[]) returning id, rev`.execute(ctx.db)
  return rows
}

/** Closes the suggested pairs among the merged records; returns their previous state. */
export async function answerPairs(ctx: Ctx, noun: MergeEntity, ids: readonly number[]): Promise<Undo['pairs']> {
  const { rows } = await sql<Undo['pairs'][number]>`select id, state, decided_by, decided_at from duplicate
    where noun = ${noun} and a_id = any(${ids}::bigint[]) and b_id = any(${ids}::bigint[]) order by id for update`.execute(
    ctx.db,
  )
  await sql`update duplicate set state = 'same', decided_by = ${ctx.actor.id}::bigint, decided_at = ${ctx.now().toISOString()}::timestamptz
    where id = any(${rows.map(row => row.id)}::bigint[])`.execute(ctx.db)
  return rows
}

export async function restorePairs(ctx: Ctx, pairs: Undo['pairs']): Promise<void> {
  await sql`update duplicate set state = old.state, decided_at = old.decided_at,
      decided_by = (select "user".id from "user" where "user".id = old.decided_by)
    from json_to_recordset(${JSON.stringify(pairs)}::json) as old (id bigint, state text, decided_by bigint, decided_at timestamptz)
    where duplicate.id = old.id and duplicate.state = 'same'`.execute(ctx.db)
}

export async function insertMerge(
  ctx: Ctx,
  noun: MergeEntity,
  targetId: number,
  sourceIds: number[],
  undo: Undo,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`insert into merge (noun, target_id, source_ids, undo, user_id, at)
    values (${noun}, ${targetId}, ${sourceIds}::bigint[], ${JSON.stringify(undo)}::jsonb, ${ctx.actor.id}, ${ctx.now().toISOString()})
    returning id`.execute(ctx.db)
  return rows[0]!.id
}

export async function lockMerge(ctx: Ctx, id: number): Promise<StoredMerge | undefined> {
  const { rows } = await sql<StoredMerge>`select id, noun, target_id, source_ids, undo, undone_at from merge
    where id = ${id}::bigint for update`.execute(ctx.db)
  return rows[0]
}

export async function markUndone(ctx: Ctx, id: number): Promise<void> {
  await sql`update merge set undone_at = ${ctx.now().toISOString()}::timestamptz where id = ${id}::bigint`.execute(
    ctx.db,
  )
}

/** The latest merge that was done on top of this one and must be undone first. */
export async function findMergeOnTop(ctx: Ctx, merge: StoredMerge): Promise<number | undefined> {
  const ids = [merge.target_id, ...merge.source_ids]
  const { rows } = await sql<{
    id: number
  }>`select id from merge where noun = ${merge.noun} and id > ${merge.id}::bigint
    and undone_at is null and (target_id = any(${ids}::bigint[]) or source_ids && ${ids}::bigint[])
    order by id desc limit 1`.execute(ctx.db)
  return rows[0]?.id
}

type SideRow = AccessColumns & { id: number; name: string; eng_name: string | null; is_gone: boolean }
export type MergeRow = Omit<Merge, 'can' | 'target' | 'sources'> & {
  target: SideRow
  sources: SideRow[]
  is_covered: boolean
}

const side = (table: MergeTable, alias: string) => {
  const at = (column: string) => sql.ref(`${alias}.${column}`)
  return accessJson(alias, {
    id: at('id'),
    name: at(table.title),
    eng_name: englishTitleOf(table, alias),
    is_gone: sql`${at('deleted_at')} is not null`,
  })
}

/** Merges of which this reader may read every record; a merge with a record in the trash or deleted is not shown. */
function mergesOf(ctx: Ctx, noun: MergeEntity, where: ReturnType<typeof sql>) {
  const table = mergeTable(noun)
  const name = sql.table(noun)
  return sql`select merge.id, merge.noun, merge.at as done_at, merge.undone_at,
      (select username from "user" where "user".id = merge.user_id) as done_by,
      ${side(table, 'target')} as target, sources.list as sources,
      exists (select from merge as later where later.noun = merge.noun and later.id > merge.id and later.undone_at is null
        and (later.target_id = any(merge.target_id || merge.source_ids)
          or later.source_ids && (merge.target_id || merge.source_ids))) as is_covered
    from merge join ${name} as target on target.id = merge.target_id and (target.deleted_at is null or target.merged_into is not null)
      and ${readable(table.policy, ctx, 'target')}
    cross join lateral (
      select count(*) as count, json_agg(${side(table, 'source')} order by source.id) as list from ${name} as source
      where source.id = any(merge.source_ids) and (source.deleted_at is null or source.merged_into is not null)
        and ${readable(table.policy, ctx, 'source')}
    ) as sources
    where merge.noun = ${noun} and sources.count = cardinality(merge.source_ids) and ${where}`
}

export async function findMerges(ctx: Ctx, query: Received<typeof listMerges>['query']) {
  const { noun, record, keyword, current, pageSize, sort } = query
  const all: ReturnType<typeof sql<SqlBool>>[] = [
    sql<SqlBool>`true`,
    ...(record
      ? [sql<SqlBool>`(merge.target_id = ${record}::bigint or merge.source_ids @> array[${record}::bigint])`]
      : []),
    ...(keyword ? [sql<SqlBool>`(${matchesKeyword('target', keyword)})`] : []),
  ]
  const from = sql.join(
    (noun ? [noun] : mergeEntities).map(each => sql`(${mergesOf(ctx, each, sql`${sql.join(all, sql` and `)}`)})`),
    sql` union all `,
  )
  const order = sort === 'done_at' ? sql`done_at, id` : sql`done_at desc, id desc`
  const [items, count] = await Promise.all([
    sql<MergeRow>`select * from (${from}) as merge order by ${order} limit ${pageSize} offset ${(current - 1) * pageSize}`.execute(
      ctx.db,
    ),
    sql<{ total: number }>`select count(*) as total from (${from}) as merge`.execute(ctx.db),
  ])
  return { items: items.rows, total: count.rows[0]?.total ?? 0 }
}

export async function findMerge(ctx: Ctx, noun: MergeEntity, id: number): Promise<MergeRow | undefined> {
  const { rows } = await sql<MergeRow>`${mergesOf(ctx, noun, sql`merge.id = ${id}::bigint`)}`.execute(ctx.db)
  return rows[0]
}
