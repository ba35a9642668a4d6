import type { Received, Reply } from '#contract/endpoint.ts'
import type { bulkUpload as endpoint } from '#contract/upload.api.ts'
import { bulkRecords } from '#server/core/bulk.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { uploadTable } from './upload.queries.ts'

/** One action on many uploads. */
export function bulkUpload(ctx: Ctx, input: Received<typeof endpoint>['body']): Promise<Reply<typeof endpoint>> {
  return bulkRecords(ctx, uploadTable, input)
}
