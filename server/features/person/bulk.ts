import type { Received, Reply } from '#contract/endpoint.ts'
import type { bulkPerson as endpoint } from '#contract/person.api.ts'
import { bulkRecords, changedLabels } from '#server/core/bulk.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { personTable } from './person.queries.ts'

/** Applies one change to many persons. */
export function bulkPerson(ctx: Ctx, input: Received<typeof endpoint>['body']): Promise<Reply<typeof endpoint>> {
  return bulkRecords(ctx, personTable, input, {
    valuesOf: ({ add_labels, remove_labels, ...plain }, row) => ({
      ...plain,
      ...((add_labels || remove_labels) && { labels: changedLabels(row.labels, { add_labels, remove_labels }) }),
    }),
  })
}
