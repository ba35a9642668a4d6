import type { Received, Reply } from '#contract/endpoint.ts'
import type { bulkSource as endpoint } from '#contract/source.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { bulkRecords } from '#server/record/bulk.ts'
import { withChecks } from './jobs.ts'
import { sourceTable } from './queries.ts'

/** Applies one change to many sources. */
export function bulkSource(ctx: Ctx, input: Received<typeof endpoint>['body']): Promise<Reply<typeof endpoint>> {
  return withChecks(ctx, ctx => bulkRecords(ctx, sourceTable, input))
}
