import type { Received, Reply } from '#contract/endpoint.ts'
import type { bulkSource as endpoint } from '#contract/source.api.ts'
import { bulkRecords } from '#server/core/bulk.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { withChecks } from './source.jobs.ts'
import { sourceTable } from './source.queries.ts'

/** Applies one change to many sources. */
export function bulkSource(ctx: Ctx, input: Received<typeof endpoint>['body']): Promise<Reply<typeof endpoint>> {
  return withChecks(ctx, ctx => bulkRecords(ctx, sourceTable, input))
}
