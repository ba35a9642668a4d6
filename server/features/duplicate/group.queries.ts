import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { MergeEntity } from '#contract/duplicate.api.ts'
import { readableLive, writable } from '#server/core/access.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { mergeTable } from './merge-tables.ts'

/**
 * Reasons that are weak evidence and would split a group into many small ones; some are also hidden from certain
 * readers.
 */
const circumstances = ['same_og', 'same_label']

/** Open pairs that this reader may decide, each with its reasons. */
function openPairs(ctx: Ctx, noun: MergeEntity): RawBuilder<unknown> {
  const { policy } = mergeTable(noun)
  const table = sql.table(noun)
  const may = (act: 'update' | 'delete', alias: string) => writable(policy, ctx, act, alias)
  return sql`select duplicate.id, duplicate.score, ${may('update', 'a')} and ${may('delete', 'b')} as may_merge,
      (select string_agg(code, ' ' order by code) from (
        select each ->> 'code' as code from jsonb_array_elements(duplicate.reasons) as each
          where each ->> 'code' <> all(${circumstances}::text[])
        union all select 'same_source' where exists (select from external_key as one join external_key as other
          on other.source_id = one.source_id and other.noun = one.noun and other.record_id = duplicate.b_id
          where one.noun = ${noun} and one.record_id = duplicate.a_id)) as reason) as key
    from duplicate join ${table} as a on a.id = duplicate.a_id and ${readableLive(policy, ctx, 'a')}
      join ${table} as b on b.id = duplicate.b_id and ${readableLive(policy, ctx, 'b')}
    where duplicate.noun = ${noun} and duplicate.state = 'open' and ${may('update', 'a')} and ${may('update', 'b')}`
}

type GroupRow = { key: string; count: number; mergeable: number; sample: number[] }

const maxListedGroups = 30
const sampleOf = 5

export async function findGroups(ctx: Ctx, noun: MergeEntity): Promise<GroupRow[]> {
  const { rows } =
    await sql<GroupRow>`select key, count(*)::int as count, count(*) filter (where may_merge)::int as mergeable,
      (array_agg(id order by score desc, id))[1:${sql.lit(sampleOf)}] as sample
    from (${openPairs(ctx, noun)}) as pair where key is not null
    group by key having count(*) > 1 order by count desc, max(score) desc, key limit ${sql.lit(maxListedGroups)}`.execute(
      ctx.db,
    )
  return rows
}

/** The pairs of one group, the best matches first; for a merge, only those that may be merged. */
export async function findGroup(ctx: Ctx, noun: MergeEntity, key: string, isMerge: boolean): Promise<number[]> {
  const may: RawBuilder<SqlBool> = isMerge ? sql`may_merge` : sql`true`
  const { rows } = await sql<{ id: number }>`select id from (${openPairs(ctx, noun)}) as pair
    where key = ${key} and ${may} order by score desc, id`.execute(ctx.db)
  return rows.map(row => row.id)
}

/** Whether a pair still belongs to the group, and this decision is still allowed. */
export async function isInGroup(
  ctx: Ctx,
  noun: MergeEntity,
  id: number,
  key: string,
  isMerge: boolean,
): Promise<boolean> {
  const may: RawBuilder<SqlBool> = isMerge ? sql`may_merge` : sql`true`
  const { rows } = await sql`select from (${openPairs(ctx, noun)} and duplicate.id = ${id}::bigint) as pair
    where key = ${key} and ${may}`.execute(ctx.db)
  return rows.length > 0
}
