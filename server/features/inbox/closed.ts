import { listDiffs } from '#contract/diff.api.ts'
import { listDuplicates } from '#contract/duplicate.api.ts'
import type { Endpoint, Received, Reply } from '#contract/endpoint.ts'
import { listFactChecks } from '#contract/fact_check.api.ts'
import { closedKinds, type listClosed } from '#contract/inbox.api.ts'
import { mergeEntities } from '#contract/registry.ts'
import { listReports } from '#contract/report.api.ts'
import { listScreenings } from '#contract/screening.api.ts'
import { listUploads } from '#contract/upload.api.ts'
import type { ClosedByUser } from '#server/core/closed.ts'
import { countClosedChecks } from '#server/features/claim/claim.service.ts'
import { countClosedDiffs } from '#server/features/diff/diff.service.ts'
import { countClosedPairs } from '#server/features/duplicate/duplicate.service.ts'
import { countClosedReports } from '#server/features/report/report.service.ts'
import { countClosedScreenings } from '#server/features/screening/screening.service.ts'
import { countClosedUploads } from '#server/features/upload/upload.service.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { mayCall } from '#server/platform/http/may-call.ts'

type Counter = { endpoint: Endpoint; count: (ctx: Ctx, since: Date) => Promise<ClosedByUser[]> }

/** A role that may not call the kind's own list learns nothing about its decisions. */
const counters: Record<(typeof closedKinds)[number], Counter> = {
  diff: { endpoint: listDiffs, count: countClosedDiffs },
  screening: { endpoint: listScreenings, count: countClosedScreenings },
  fact_check: { endpoint: listFactChecks, count: countClosedChecks },
  duplicate: {
    endpoint: listDuplicates,
    async count(ctx, since) {
      const counts = await Promise.all(mergeEntities.map(noun => countClosedPairs(ctx, noun, since)))
      const byUser = Map.groupBy(counts.flat(), ({ user_id }) => user_id)
      return [...byUser.values()].map(rows => ({ ...rows[0]!, count: rows.reduce((sum, { count }) => sum + count, 0) }))
    },
  },
  upload: { endpoint: listUploads, count: countClosedUploads },
  report: { endpoint: listReports, count: countClosedReports },
}

/** The decisions of today in the requester's time zone. */
export async function readClosed(
  ctx: Ctx,
  { offset }: Received<typeof listClosed>['query'],
): Promise<Reply<typeof listClosed>> {
  const since = startOfDay(ctx.now(), offset)
  const counts = await Promise.all(
    closedKinds
      .filter(kind => mayCall(ctx.actor, counters[kind].endpoint))
      .map(async kind => (await counters[kind].count(ctx, since)).map(row => ({ kind, ...row }))),
  )
  return counts.flat()
}

/** The beginning of the day in a time zone that is `offset` minutes east of UTC. */
function startOfDay(now: Date, offset: number): Date {
  const shiftMs = offset * 60_000
  const local = new Date(now.getTime() + shiftMs)
  local.setUTCHours(0, 0, 0, 0)
  return new Date(local.getTime() - shiftMs)
}
