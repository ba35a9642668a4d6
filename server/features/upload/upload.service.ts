import type { Upload, UploadPatch, UploadQuery } from '#contract/upload.api.ts'
import type { ListPage } from '#contract/wire.ts'
import {
  deleteRecord,
  getRecord,
  listRecordHistory,
  listRecords,
  restoreRecord,
  updateRecord,
} from '#server/core/record.service.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Immutable } from '#server/platform/http/immutable.ts'
import { seesFindings } from './reader-view.ts'
import { uploads } from './record.ts'

export { measureReaders } from './measure.queries.ts'
export { readTextFrom } from './reading/find.ts'
export { recheckUploads } from './reading/recheck.ts'
export { recheckFiles } from './reading/recheck-files.ts'

/** Users who may not see sensitive words can neither filter nor sort by their number, which would reveal it. */
export function listUploads(ctx: Ctx, query: UploadQuery): Promise<Immutable<ListPage<Upload>>> {
  if (seesFindings(ctx)) return listRecords(ctx, uploads, query)
  const { has_hits: _hits, sort, ...rest } = query
  return listRecords(ctx, uploads, { ...rest, sort: sort === 'hits' || sort === '-hits' ? '-created_at' : sort })
}

export const getUpload = (ctx: Ctx, id: number) => getRecord(ctx, uploads, id)
export const deleteUpload = (ctx: Ctx, id: number) => deleteRecord(ctx, uploads, id)
export const restoreUpload = (ctx: Ctx, id: number) => restoreRecord(ctx, uploads, id)

export function updateUpload(ctx: Ctx, id: number, { rev, ...patch }: UploadPatch): Promise<Upload> {
  return updateRecord(ctx, uploads, id, rev, patch)
}

export function listUploadHistory(ctx: Ctx, id: number, query: { current: number; pageSize: number }) {
  return listRecordHistory(ctx, uploads, id, query)
}

export { type StoredFile, storeMail } from './store-file.ts'
export { countClosedUploads } from './upload.queries.ts'
