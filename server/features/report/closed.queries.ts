import { sql } from 'kysely'
import { readableLive } from '#server/core/access.ts'
import { type ClosedByUser, countByUser } from '#server/core/closed.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { reportPolicy } from './report.policy.ts'

/**
 * Readable reports that a reviewer published or returned since then and that do not wait again, by reviewer. The report
 * itself has no time of a return, but its history has.
 */
export const countClosedReports = (ctx: Ctx, since: Date): Promise<ClosedByUser[]> =>
  countByUser(
    ctx,
    sql`select report.reviewer as user_id from report
    where report.status <> 'review' and report.reviewer is not null and ${readableLive(reportPolicy, ctx, 'report')}
      and exists (select from history where history.noun = 'report' and history.record_id = report.id
        and history.at >= ${since.toISOString()}::timestamptz and history.user_id = report.reviewer
        and history.changes @> '[{"field": "status", "from": "review"}]'::jsonb)`,
  )
