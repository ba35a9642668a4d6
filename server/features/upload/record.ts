import type { Upload, UploadFilter } from '#contract/upload.api.ts'
import { openAccess } from '#server/core/access.ts'
import { replaceLinks } from '#server/core/link.ts'
import { createRecord, type RecordServiceOptions } from '#server/core/record.service.ts'
import { hideLinks } from '#server/features/relation/relation.service.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { uploadLinks } from './link.ts'
import { forReader } from './reader-view.ts'
import { type UploadRow, type UploadValues, uploadTable } from './upload.queries.ts'

export const uploads: RecordServiceOptions<UploadRow, UploadFilter, Upload, Upload> = {
  table: uploadTable,
  items: forReader,
  full: forReader,
  columns: (_ctx, { ogs: _ogs, persons: _persons, ...values }) => values as UploadValues,
  link: (ctx, { id }, input) => replaceLinks(ctx, uploadLinks, id, input as { ogs?: number[]; persons?: number[] }),
  hide: hideLinks,
  empty: { ...openAccess, ogs: [], persons: [] },
}

/** Creates the record of a complete file whose content is already stored. */
export function createUpload(ctx: Ctx, values: Record<string, unknown>): Promise<Upload> {
  return createRecord(ctx, uploads, values)
}
