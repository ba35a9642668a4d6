import { type RawBuilder, type SqlBool, sql } from 'kysely'
import {
  type DiffFilter,
  type DiffQuery,
  type DiffStatus,
  type DiffTab,
  diffsCountedUpTo,
  diffTabs,
  reviewThreshold,
} from '#contract/diff.api.ts'
import type { ListPage } from '#contract/wire.ts'
import { readableLive, writable } from '#server/core/access.ts'
import { type ClosedByUser, countByUser } from '#server/core/closed.ts'
import { ogRef } from '#server/core/link.queries.ts'
import { anyOf } from '#server/core/table.ts'
import { countUpTo } from '#server/core/total.ts'
import { eventPolicy } from '#server/features/event/event.policy.ts'
import { ogPolicy } from '#server/features/og/og.policy.ts'
import { pageExists } from '#server/features/page/page.policy.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { isReviewer } from '#server/platform/http/may-call.ts'
import type { UnjudgedDiff } from './names.ts'

/** A difference as stored; `withNames` adds its new mentions. */
type StoredDiff = UnjudgedDiff

const ofDiff = sql`mention.og_id = diff.og_id and mention.page_id = diff.page_id
  and mention.version_id = diff.to_version and mention.is_new`

/** Names of the version before that the version after no longer has; all of them if the page disappeared. */
const wasRemoved = sql`mention.og_id = diff.og_id and mention.page_id = diff.page_id
  and mention.version_id = diff.from_version and diff.kind in ('changed', 'removed')
  and (diff.to_version is null or exists (select from page_version as searched where searched.og_id = diff.og_id
    and searched.page_id = diff.page_id and searched.id = diff.to_version and searched.scanned > 0))
  and not exists (
    select from mention as still where still.og_id = diff.og_id and still.page_id = diff.page_id
      and still.version_id = diff.to_version and still.noun = mention.noun and still.record_id = mention.record_id)`

const columnsFor = (ctx: Ctx) => sql`diff.id, diff.rev, ${ogRef('og')} as og,
  json_build_object('id', page.id, 'url', page.url, 'title', page.title) as page, diff.round, diff.from_version,
  diff.to_version, diff.kind, diff.added, diff.removed, diff.links_added, diff.links_removed, diff.score, diff.is_judged,
  diff.reasons,
  coalesce(diff.facts #>> '{digest,moved,to}', diff.facts ->> 'likelyAt', case when diff.kind = 'state' and diff.reasons #>> '{0,code}' = 'moved_page'
    then diff.reasons #>> '{0,value}' end) as moved_to, diff.excerpt,
  coalesce(diff.excerpt_runs, '[]') as excerpt_runs,
  diff.kind in ('changed', 'link_only') and diff.places <> '[]' and diff.places is not null as has_place, diff.cluster,
  case when diff.cluster is not null then coalesce(diff.cluster_kind, 'same_edit') end as cluster_kind, diff.status, diff.note, diff.note_reasons,
  (select username from "user" where "user".id = diff.reviewer) as reviewer_name, diff.reviewed_at, diff.created_at,
  case when diff.cluster is null then 1 else (select count(*)::int from diff as other
    where other.cluster = diff.cluster and other.og_id = diff.og_id and other.round = diff.round) end as cluster_size,
  coalesce((select json_agg(json_build_object('word_id', word.id, 'word', word.word, 'level', word.level,
      'count', word_hit.new_count) order by word.level desc, word_hit.new_count desc, word.id)
    from word_hit join word on word.id = word_hit.word_id
    where word_hit.og_id = diff.og_id and word_hit.page_id = diff.page_id and word_hit.version_id = diff.to_version
      and word_hit.new_count > 0), '[]') as new_hits,
  coalesce((select json_agg(json_build_object('noun', mention.noun, 'id', mention.record_id, 'evidence', mention.evidence)
      order by mention.noun, mention.record_id)
    from mention where ${ofDiff}), '[]') as new_mentions,
  coalesce((select json_agg(json_build_object('noun', mention.noun, 'id', mention.record_id, 'evidence', mention.evidence)
      order by mention.noun, mention.record_id)
    from mention where ${wasRemoved}), '[]') as removed_mentions,
  coalesce((select json_agg(json_build_object('id', event.id, 'name', event.title) order by event.id) from event
    where event.diff_id = diff.id and ${readableLive(eventPolicy, ctx, 'event')}), '[]') as events`

const diffTables = sql`from diff join page on page.og_id = diff.og_id and page.id = diff.page_id join og on og.id = diff.og_id`

/** Differences that the actor may review: administrators all, reviewers those of organisations that they may change. */
function reviewable(ctx: Ctx): RawBuilder<SqlBool> {
  if (!isReviewer(ctx.actor)) return pageExists(ctx)
  return sql<SqlBool>`${pageExists(ctx)} and ${writable(ogPolicy, ctx, 'update', 'og')}`
}

/** Whether a reviewer may review it; the caller has checked that others may read it. */
export async function isReviewable(ctx: Ctx, id: number): Promise<boolean> {
  const { rows } = await sql`select ${diffTables} where diff.id = ${id}::bigint and ${reviewable(ctx)}`.execute(ctx.db)
  return rows.length > 0
}

function whereOf(ctx: Ctx, filter: DiffFilter): RawBuilder<SqlBool> {
  const pattern = filter.keyword && `%${filter.keyword.replaceAll(/[\\%_]/g, '\\$&')}%`
  const all = [
    reviewable(ctx),
    pattern &&
      sql<SqlBool>`(page.url ilike ${pattern} or page.title ilike ${pattern} or diff.excerpt ilike ${pattern})`,
    filter.og_id && anyOf('diff.og_id', 'bigint', filter.og_id),
    filter.page && anyOf('diff.page_id', 'bigint', filter.page),
    filter.kind && anyOf('diff.kind', 'diff_kind', filter.kind),
    filter.status && anyOf('diff.status', 'diff_status', filter.status),
    filter.cluster && sql<SqlBool>`diff.cluster = ${filter.cluster}`,
    filter.round && anyOf('diff.round', 'integer', filter.round),
    filter.min_score !== undefined && sql<SqlBool>`diff.score >= ${filter.min_score}::int`,
    filter.max_score !== undefined && sql<SqlBool>`diff.score <= ${filter.max_score}::int`,
    filter.word && hasHit(sql`and ${anyOf('word_hit.word_id', 'bigint', filter.word)}`),
    filter.has_hits !== undefined && sql<SqlBool>`${hasHit(sql``)} = ${filter.has_hits}`,
    // The highest difference of a cluster represents it, the first one if several are equal.
    filter.folded &&
      sql<SqlBool>`(diff.cluster is null or not exists (select from diff as higher
        where higher.cluster = diff.cluster and higher.og_id = diff.og_id and higher.round = diff.round
          and higher.status = diff.status and higher.score >= diff.score
          and (higher.score > diff.score or higher.id < diff.id)))`,
  ].filter(condition => !!condition)
  return sql<SqlBool>`${sql.join(all, sql` and `)}`
}

function hasHit(more: RawBuilder<unknown>) {
  return sql<SqlBool>`exists (select from word_hit where word_hit.og_id = diff.og_id and word_hit.page_id = diff.page_id
    and word_hit.version_id = diff.to_version and word_hit.new_count > 0 ${more})`
}

/**
 * Columns that are never null are ordered without `nulls first` or `nulls last`: PostgreSQL would otherwise not use an
 * index without that clause.
 */
const orders = {
  score: { up: sql`diff.score`, down: sql`diff.score desc` },
  created_at: { up: sql`diff.created_at`, down: sql`diff.created_at desc` },
  reviewed_at: { up: sql`diff.reviewed_at asc nulls first`, down: sql`diff.reviewed_at desc nulls last` },
}

export async function findDiffs(ctx: Ctx, query: DiffQuery): Promise<ListPage<StoredDiff>> {
  const { current, pageSize, sort = '-score' } = query
  const order = orders[sort.replace('-', '') as keyof typeof orders][sort.startsWith('-') ? 'down' : 'up']
  const where = whereOf(ctx, query)
  const [found, total] = await Promise.all([
    // The details of a difference are computed only for the rows shown, not for each row that is skipped before them.
    sql<StoredDiff>`with shown as materialized (select diff.og_id, diff.id ${rowsOf(query)} where ${where}
        order by ${order}, diff.id desc limit ${pageSize} offset ${(current - 1) * pageSize})
      select ${columnsFor(ctx)} ${diffTables} join shown on shown.og_id = diff.og_id and shown.id = diff.id
      order by ${order}, diff.id desc`.execute(ctx.db),
    // Folding is checked for each row, so the total is counted up to the same limit as the tabs.
    countUpTo(ctx, sql`select 1 ${rowsOf(query)} where ${where}`, diffsCountedUpTo),
  ])
  return { items: found.rows, ...total, current, pageSize }
}

export async function findDiff(ctx: Ctx, id: number): Promise<StoredDiff | undefined> {
  const { rows } = await sql<StoredDiff>`select ${columnsFor(ctx)} ${diffTables}
    where diff.id = ${id}::bigint and ${pageExists(ctx)}`.execute(ctx.db)
  return rows[0]
}

type StatusCount = Record<DiffTab, number> & { more: DiffTab[] }

const tabs: Record<DiffTab, RawBuilder<SqlBool>> = {
  waiting: sql`diff.status = 'unread' and diff.score >= ${reviewThreshold}::int`,
  low: sql`diff.status = 'unread' and diff.score < ${reviewThreshold}::int`,
  important: sql`diff.status = 'important'`,
  ignored: sql`diff.status = 'ignored'`,
  done: sql`diff.status = 'done'`,
}

export async function countByStatus(ctx: Ctx, filter: DiffFilter, only?: DiffTab): Promise<StatusCount> {
  const of = rowsOf(filter)
  const where = whereOf(ctx, filter)
  const countedTabs = only ? [only] : diffTabs
  const most = sql.lit(diffsCountedUpTo)
  const parts = countedTabs.map(
    tab => sql`(select ${tab}::text as tab, diff.status, diff.score,
        coalesce(diff.cluster || ' ' || diff.og_id || ' ' || diff.round, diff.id::text) as one
      ${of} where ${where} and ${tabs[tab]} limit ${sql.lit(diffsCountedUpTo + 1)})`,
  )
  // A cluster belongs to the tab of its highest difference. Decided ones accumulate for years, so they are counted up
  // to a limit only.
  const { rows } = await sql<StatusCount>`with counted as materialized (${sql.join(parts, sql` union all `)})
    select ${sql.join(diffTabs.map(tab => sql`least(count(*) filter (where ${tabs[tab]}), ${most})::int as ${sql.ref(tab)}`))},
      array(select tab from counted group by tab having count(*) > ${most}) as more
    from (select status, max(score) as score from counted group by one, status) as diff`.execute(ctx.db)
  return rows[0]!
}

/** Every difference has a page, so the page is joined only for a keyword search. */
function rowsOf(filter: DiffFilter): RawBuilder<unknown> {
  return filter.keyword ? diffTables : sql`from diff join og on og.id = diff.og_id`
}

export async function countDiffs(ctx: Ctx, filter: DiffFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count ${rowsOf(filter)}
    where ${whereOf(ctx, filter)}`.execute(ctx.db)
  return rows[0]!.count
}

export type LockedDiff = { id: number; og_id: number; rev: number; status: DiffStatus }

/** Readable differences, locked in the order of ids. */
export async function lockDiffs(
  ctx: Ctx,
  which: {
    ids?: readonly number[] | undefined
    filter?: DiffFilter | undefined
  },
): Promise<LockedDiff[]> {
  const where = which.ids
    ? sql<SqlBool>`diff.id = any(${which.ids}::bigint[]) and ${reviewable(ctx)}`
    : whereOf(ctx, which.filter ?? {})
  const { rows } = await sql<LockedDiff>`select diff.id, diff.og_id, diff.rev, diff.status ${diffTables} where ${where}
    order by diff.id for update of diff`.execute(ctx.db)
  return rows
}

export type DiffReview = {
  status?: DiffStatus | undefined
  note?: string | null | undefined
  note_reasons?: readonly string[] | undefined
}

export async function saveReview(ctx: Ctx, rows: readonly LockedDiff[], review: DiffReview): Promise<void> {
  const at = ctx.now().toISOString()
  const { status, note, note_reasons } = review
  const isBack = status === 'unread'
  await sql`update diff set rev = rev + 1
      ${status === undefined ? sql`` : sql`, status = ${status}::diff_status`}
      ${note === undefined ? sql`` : sql`, note = ${note}`}
      ${note_reasons === undefined ? sql`` : sql`, note_reasons = ${note_reasons}::text[]`}
      , reviewer = ${isBack ? null : ctx.actor.id}::bigint, reviewed_at = ${isBack ? null : at}
    where id = any(${rows.map(row => row.id)}::bigint[]) and og_id = any(${[...new Set(rows.map(row => row.og_id))]}::bigint[])`.execute(
    ctx.db,
  )
}

/** Readable differences that were decided since then and are not open again, by user. */
export const countClosedDiffs = (ctx: Ctx, since: Date): Promise<ClosedByUser[]> =>
  countByUser(
    ctx,
    sql`select diff.reviewer as user_id ${rowsOf({})}
    where diff.status in ('done', 'ignored', 'important') and diff.reviewed_at >= ${since.toISOString()}::timestamptz
      and ${whereOf(ctx, {})}`,
  )
