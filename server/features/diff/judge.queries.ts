import { sql } from 'kysely'
import type { Ctx } from '#server/platform/ctx.ts'
import { type DescribedDiff, describedColumns } from './describe.ts'
import type { JudgedDiff, RoundDiff } from './judge.ts'
import type { DiffFacts } from './score.ts'

/** Facts of every difference of a round. */
export async function findRoundDiffs(ctx: Ctx, ogId: number, round: number): Promise<RoundDiff[]> {
  const { rows } = await sql<RoundDiff>`select id, page_id, facts, lines, excerpt, status from diff
    where og_id = ${ogId}::bigint and round = ${round}::int and facts is not null order by id`.execute(ctx.db)
  return rows
}

const json = (value: unknown) => sql`${value === null ? null : JSON.stringify(value)}::jsonb`

/** Number of active pages of a site, without those that were not due in a round. */
export async function countActivePages(ctx: Ctx, ogId: number, round: number): Promise<number> {
  const { rows } = await sql<{
    count: number
  }>`select greatest(1, count(*) - coalesce((select (reasons ->> 'not_due')::int
      from round where og_id = ${ogId}::bigint and number = ${round}::int), 0))::int as count from page
    where og_id = ${ogId}::bigint and status = 'active'`.execute(ctx.db)
  return rows[0]!.count
}

export async function saveJudgedDiffs(ctx: Ctx, ogId: number, rows: readonly JudgedDiff[]): Promise<void> {
  if (rows.length === 0) return
  await sql`update diff set score = e.score, kind = e.kind::diff_kind, reasons = e.reasons, cluster = e.cluster,
      cluster_kind = e.cluster_kind::diff_cluster_kind, is_judged = true,
      excerpt = coalesce(e.line ->> 'text', diff.excerpt), excerpt_runs = coalesce(e.line -> 'runs', diff.excerpt_runs)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as e (id bigint, score smallint, kind text, reasons jsonb, cluster text, cluster_kind text, line jsonb)
    where diff.og_id = ${ogId}::bigint and diff.id = e.id`.execute(ctx.db)
}

export type PendingDiff = {
  id: number
  page_id: number
  round: number
  from_version: number | null
  to_version: number | null
  facts: DiffFacts
}

/** Unread differences after `afterId` with two texts, oldest first. */
export async function findPending(ctx: Ctx, ogId: number, afterId: number, most: number): Promise<PendingDiff[]> {
  const { rows } = await sql<PendingDiff>`select id, page_id, round, from_version, to_version, facts from diff
    where og_id = ${ogId}::bigint and id > ${afterId}::bigint and status = 'unread' and facts is not null
      and to_version is not null
    order by id limit ${most}`.execute(ctx.db)
  return rows
}

export type RescoredDiff = DescribedDiff & { id: number }

/** Saves a difference as rescored with the site’s present filter; skips one that was reviewed meanwhile. */
export async function saveRescored(ctx: Ctx, ogId: number, row: RescoredDiff): Promise<void> {
  const stored = describedColumns(row)
  await sql`update diff set added = ${row.added}::int, removed = ${row.removed}::int, links_added = ${row.linksAdded}::int,
      links_removed = ${row.linksRemoved}::int, score = ${row.score}::int, reasons = ${JSON.stringify(row.reasons)}::jsonb,
      facts = ${JSON.stringify(row.facts)}::jsonb, excerpt = ${stored.excerpt},
      excerpt_runs = ${json(stored.excerpt_runs)}, lines = ${json(stored.lines)}, places = ${json(stored.places)}
    where og_id = ${ogId}::bigint and id = ${row.id}::bigint and status = 'unread'`.execute(ctx.db)
}
