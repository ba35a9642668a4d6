import { type SqlBool, sql } from 'kysely'
import { reviewThreshold } from '#contract/diff.api.ts'
import type { Received, Reply } from '#contract/endpoint.ts'
import type { listSites } from '#contract/page.api.ts'
import { ogRef } from '#server/core/link.queries.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { pageExists } from './page.policy.ts'

type Row = Omit<Reply<typeof listSites>['items'][number], 'hosts'> & { host: string | null; entrances: string[] }

const orders = {
  name: sql`og ->> 'name'`,
  last_round_at: sql`(round ->> 'started_at')`,
  diffs_waiting: sql`diffs_waiting`,
}

/** Organisations that have a site, with its details. */
export async function findSites(
  ctx: Ctx,
  { current, pageSize, keyword, sort = '-diffs_waiting' }: Received<typeof listSites>['query'],
): Promise<{ items: Row[]; total: number; current: number; pageSize: number }> {
  const pattern = keyword && `%${keyword.replaceAll(/[\\%_]/g, '\\$&')}%`
  const where = sql<SqlBool>`${pageExists(ctx)} and (og.host is not null or og.entrances <> '{}'
      or exists (select from page where page.og_id = og.id))
    ${pattern ? sql`and (og.name ilike ${pattern} or og.eng_name ilike ${pattern} or og.host ilike ${pattern})` : sql``}`
  const order = orders[sort.replace('-', '') as keyof typeof orders]
  const direction = sort.startsWith('-') ? sql`desc nulls last` : sql`asc nulls first`
  const counts = sql`(select json_build_object(
      'active', count(*) filter (where status = 'active'), 'gone', count(*) filter (where status = 'gone'),
      'forbidden', count(*) filter (where status = 'forbidden'), 'error', count(*) filter (where status = 'error'))
    from page where page.og_id = og.id)`
  const [found, counted] = await Promise.all([
    sql<Row>`select * from (
      select ${ogRef('og')} as og, og.host, og.entrances,
        coalesce(site.is_on, false) as is_on, case when site.is_on then site.next_at end as next_at,
        og.version, og.new_version, ${counts} as pages,
        (select count(*)::int from diff where diff.og_id = og.id and diff.status = 'unread'
          and diff.score >= ${reviewThreshold}::int) as diffs_waiting,
        (select json_build_object('number', round.number, 'state', round.state,
            'started_at', to_char(round.started_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
            'ended_at', to_char(round.ended_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
            'found', round.found, 'fetched', round.fetched, 'failed', round.failed, 'refused', round.refused,
            'end_reason', round.end_reason,
            'waiting', case when round.ended_at is null then (select count(*) from frontier
              where frontier.og_id = og.id and frontier.state in ('waiting', 'taken')) else 0 end)
          from round where round.og_id = og.id order by round.number desc limit 1) as round
      from og left join site on site.og_id = og.id where ${where}
    ) as sites order by ${order} ${direction}, (og ->> 'id')::bigint
    limit ${pageSize} offset ${(current - 1) * pageSize}`.execute(ctx.db),
    sql<{ count: number }>`select count(*)::int as count from og where ${where}`.execute(ctx.db),
  ])
  return { items: found.rows, total: counted.rows[0]!.count, current, pageSize }
}
