import type { Received, Reply } from '#contract/endpoint.ts'
import type { bulkOg as endpoint } from '#contract/og.api.ts'
import { bulkRecords } from '#server/core/bulk.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { fieldError } from '#server/platform/http/errors.ts'
import { hasCategory, ogTable } from './og.queries.ts'

/** Applies one change to many organisations. */
export function bulkOg(ctx: Ctx, input: Received<typeof endpoint>['body']): Promise<Reply<typeof endpoint>> {
  return bulkRecords(ctx, ogTable, input, {
    check: async (ctx, { category_id }) => {
      if (category_id && !(await hasCategory(ctx, category_id)))
        throw fieldError('patch.category_id', 'no_such_category')
    },
  })
}
