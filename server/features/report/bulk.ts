import type { Received, Reply } from '#contract/endpoint.ts'
import type { bulkReport as endpoint } from '#contract/report.api.ts'
import { bulkRecords, changedLabels } from '#server/core/bulk.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { reportTable } from './report.queries.ts'

/** One action on many reports. */
export function bulkReport(ctx: Ctx, input: Received<typeof endpoint>['body']): Promise<Reply<typeof endpoint>> {
  return bulkRecords(ctx, reportTable, input, {
    valuesOf: ({ add_labels, remove_labels, ...plain }, row) => ({
      ...plain,
      ...((add_labels || remove_labels) && { labels: changedLabels(row.labels, { add_labels, remove_labels }) }),
    }),
  })
}
