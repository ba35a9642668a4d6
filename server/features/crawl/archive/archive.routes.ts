import { clipPage, listClipSites } from '#contract/clip.api.ts'
import * as contract from '#contract/page-archive.api.ts'
import { receiveFile } from '#server/platform/files/files.ts'
import type { Bind } from '#server/platform/http/http.ts'
import { addPageArchive, cancelPast, fetchPast, listPageArchives } from './archive.service.ts'
import { findClipSites, storeClip } from './clip.ts'

export function pageArchiveRoutes(bind: Bind): void {
  bind(listClipSites, (ctx, { query }) => findClipSites(ctx, query.url))
  bind(clipPage, (ctx, { body }) => storeClip(ctx, body))
  bind(contract.listPageArchives, (ctx, { params }) => listPageArchives(ctx, params.id))
  bind(contract.fetchPast, (ctx, { params, body }) => fetchPast(ctx, params.id, body))
  bind(contract.cancelPast, (ctx, { params }) => cancelPast(ctx, params.id, params.archive))
  bind(contract.addPageArchive, (ctx, { params }, { request }) =>
    addPageArchive(ctx, params.id, () => receiveFile(request)),
  )
}
