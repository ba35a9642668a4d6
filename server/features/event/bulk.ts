import type { Received, Reply } from '#contract/endpoint.ts'
import type { bulkEvent as endpoint } from '#contract/event.api.ts'
import { bulkRecords, changedLabels } from '#server/core/bulk.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { eventTable } from './event.queries.ts'

/** Applies one change to many events. */
export function bulkEvent(ctx: Ctx, input: Received<typeof endpoint>['body']): Promise<Reply<typeof endpoint>> {
  return bulkRecords(ctx, eventTable, input, {
    valuesOf: ({ add_labels, remove_labels, ...plain }, row) => ({
      ...plain,
      ...((add_labels || remove_labels) && { labels: changedLabels(row.labels, { add_labels, remove_labels }) }),
    }),
  })
}
