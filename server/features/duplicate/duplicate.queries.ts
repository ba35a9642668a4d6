import { type SqlBool, sql } from 'kysely'
import type { Duplicate, listDuplicates, MergeEntity } from '#contract/duplicate.api.ts'
import type { Received } from '#contract/endpoint.ts'
import { type AccessColumns, accessJson, readable, readableLive } from '#server/core/access.ts'
import { type ClosedByUser, countByUser } from '#server/core/closed.ts'
import { matchesKeyword } from '#server/core/keyword.ts'
import { englishTitleOf } from '#server/core/link.queries.ts'
import { ogPolicy } from '#server/features/og/og.policy.ts'
import { isLivingEnd } from '#server/features/relation/relation.service.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { mergeTable } from './merge-tables.ts'
import type { StoredReason } from './score.ts'

type SideRow = AccessColumns & Duplicate['a'] & { rev: number }
export type PairRow = {
  id: number
  noun: MergeEntity
  score: number
  reasons: StoredReason[]
  state: Duplicate['state']
  decided_by: string | null
  decided_at: string | null
  note: string | null
  a: SideRow
  b: SideRow
}

/** Details that distinguish a record from others with the same name, joined in one text. */
const details: Record<
  MergeEntity,
  (ctx: Ctx, at: (column: string) => ReturnType<typeof sql.ref>) => ReturnType<typeof sql>
> = {
  og: (
    _ctx,
    at,
  ) => sql`concat_ws(' · ', (select name from og_cate where id = ${at('category_id')} and deleted_at is null),
    ${at('host')}, left(${at('register_time')}, 4))`,
  person: (ctx, at) => sql`concat_ws(' · ', coalesce(${at('position')},
    (select min(own.name) from membership join og as own on own.id = membership.og_id
      where membership.person_id = ${at('id')} and ${isLivingEnd(ctx, 'og', 'own')})), ${at('birth_time')})`,
  event: (_ctx, at) => sql`concat_ws(' · ', left(${at('start_time')}, 10), ${at('address')})`,
}

function side(ctx: Ctx, noun: MergeEntity, alias: string) {
  const at = (column: string) => sql.ref(`${alias}.${column}`)
  const icon = { og: at('icon'), person: at('icon'), event: sql`null` }[noun]
  return accessJson(alias, {
    id: at('id'),
    rev: at('rev'),
    name: at(mergeTable(noun).title),
    eng_name: englishTitleOf(mergeTable(noun), alias),
    icon,
    detail: sql`nullif(${details[noun](ctx, at)}, '')`,
    region: at('region'),
    updated_at: sql`to_char(${at('updated_at')}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
  })
}

/** Pairs of live records that this reader may both read. */
function pairs(ctx: Ctx, noun: MergeEntity, where: ReturnType<typeof sql>) {
  const { policy } = mergeTable(noun)
  return sql`from duplicate join ${sql.table(noun)} as a on a.id = duplicate.a_id and a.deleted_at is null
    join ${sql.table(noun)} as b on b.id = duplicate.b_id and b.deleted_at is null
    where duplicate.noun = ${noun} and ${readable(policy, ctx, 'a')} and ${readable(policy, ctx, 'b')} and ${where}`
}

const columns = (
  ctx: Ctx,
  noun: MergeEntity,
) => sql`duplicate.id, duplicate.noun, duplicate.score, duplicate.reasons, duplicate.state,
  duplicate.decided_at, duplicate.note, (select username from "user" where "user".id = duplicate.decided_by) as decided_by,
  ${side(ctx, noun, 'a')} as a, ${side(ctx, noun, 'b')} as b`

type Query = Received<typeof listDuplicates>['query']

export async function findPairs(ctx: Ctx, query: Query): Promise<{ items: PairRow[]; total: number }> {
  const { noun, state, record, keyword, current, pageSize, sort } = query
  const all = [
    sql<SqlBool>`duplicate.state = ${state}`,
    ...(record ? [sql<SqlBool>`${record}::bigint in (duplicate.a_id, duplicate.b_id)`] : []),
    ...(keyword ? [sql<SqlBool>`(${matchesKeyword('a', keyword)} or ${matchesKeyword('b', keyword)})`] : []),
  ]
  const from = pairs(ctx, noun, sql`${sql.join(all, sql` and `)}`)
  const order = {
    score: sql`duplicate.score, duplicate.id`,
    '-score': sql`duplicate.score desc, duplicate.id`,
    decided_at: sql`duplicate.decided_at, duplicate.id`,
    '-decided_at': sql`duplicate.decided_at desc nulls last, duplicate.id`,
  }[sort ?? (state === 'open' ? '-score' : '-decided_at')]
  const [items, count] = await Promise.all([
    sql<PairRow>`select ${columns(ctx, noun)} ${from} order by ${order}
      limit ${pageSize} offset ${(current - 1) * pageSize}`.execute(ctx.db),
    sql<{ total: number }>`select count(*) as total ${from}`.execute(ctx.db),
  ])
  return { items: items.rows, total: count.rows[0]?.total ?? 0 }
}

export async function findPairsById(ctx: Ctx, noun: MergeEntity, ids: readonly number[]): Promise<PairRow[]> {
  const { rows } = await sql<PairRow>`select ${columns(ctx, noun)}
    ${pairs(ctx, noun, sql`duplicate.id = any(${ids}::bigint[])`)}`.execute(ctx.db)
  return rows
}

/** Locks and returns a pair if this reader may read both its records. */
export async function findPair(ctx: Ctx, id: number): Promise<PairRow | undefined> {
  const kept = await ctx.db.selectFrom('duplicate').select('noun').where('id', '=', id).executeTakeFirst()
  if (!kept) return undefined
  const noun = kept.noun as MergeEntity
  const { rows } =
    await sql<PairRow>`select ${columns(ctx, noun)} ${pairs(ctx, noun, sql`duplicate.id = ${id}::bigint`)}
    for update of duplicate`.execute(ctx.db)
  return rows[0]
}

export async function saveDecision(
  ctx: Ctx,
  id: number,
  { state, note }: { state: Duplicate['state']; note?: string | null | undefined },
): Promise<void> {
  const isOpen = state === 'open'
  await ctx.db
    .updateTable('duplicate')
    .set({
      state,
      decided_by: isOpen ? null : ctx.actor.id,
      decided_at: isOpen ? null : ctx.now().toISOString(),
      ...(note !== undefined && { note: note || null }),
    })
    .where('id', '=', id)
    .execute()
}

/** The names of these organisations, as far as this reader may read them. */
export async function readOgNames(ctx: Ctx, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: number; name: string }>`select og.id, og.name from og
    where og.id = any(${ids}::bigint[]) and og.deleted_at is null and ${readable(ogPolicy, ctx, 'og')}`.execute(ctx.db)
  return new Map(rows.map(row => [row.id, row.name]))
}

export async function readRun(ctx: Ctx, noun: MergeEntity) {
  const row = await ctx.db
    .selectFrom('duplicate_run')
    .select(['checked_at', 'is_running', 'updated_at'])
    .where('noun', '=', noun)
    .executeTakeFirst()
  return row as { checked_at: string | null; is_running: boolean; updated_at: string } | undefined
}

/** The number of records that the requester may read and that changed since they were compared. */
export async function countQueued(ctx: Ctx, noun: MergeEntity): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(distinct record.id)::int as count
    from duplicate_queue as queue join ${sql.table(noun)} as record on record.id = queue.record_id
    where queue.noun = ${noun} and ${readableLive(mergeTable(noun).policy, ctx, 'record')}`.execute(ctx.db)
  return rows[0]!.count
}

/** Marks a requested search as running before a worker starts it. */
export async function markRunning(ctx: Ctx, noun: MergeEntity): Promise<void> {
  const now = { is_running: true, updated_at: ctx.now().toISOString() }
  await ctx.db
    .insertInto('duplicate_run')
    .values({ noun, ...now })
    .onConflict(conflict => conflict.column('noun').doUpdateSet(now))
    .execute()
}

/** Readable pairs that were decided since then and are not open again, by user. */
export const countClosedPairs = (ctx: Ctx, noun: MergeEntity, since: Date): Promise<ClosedByUser[]> =>
  countByUser(
    ctx,
    sql`select duplicate.decided_by as user_id ${pairs(
      ctx,
      noun,
      sql`duplicate.state <> 'open' and duplicate.decided_at >= ${since.toISOString()}::timestamptz`,
    )}`,
  )
