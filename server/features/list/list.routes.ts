import * as contract from '#contract/list.api.ts'
import { receiveFile } from '#server/platform/files/files.ts'
import type { Bind } from '#server/platform/http/http.ts'
import * as door from './list.service.ts'
import { listQuarantinedEntries, mapVersion, previewVersion, readVersion } from './mapping.ts'

export function listRoutes(bind: Bind): void {
  bind(contract.listLists, ctx => door.listLists(ctx))
  bind(contract.getList, (ctx, { params }) => door.getList(ctx, params.id))
  bind(contract.createList, (ctx, { body }) => door.createList(ctx, body))
  bind(contract.updateList, (ctx, { params, body }) => door.updateList(ctx, params.id, body))
  bind(contract.deleteList, (ctx, { params }) => door.deleteList(ctx, params.id))
  bind(contract.loadListFile, async (ctx, { params }, { request }) =>
    door.loadFile(ctx, params.id, await receiveFile(request)),
  )
  bind(contract.loadListAddress, (ctx, { params }) => door.loadAddress(ctx, params.id))
  bind(contract.loadExampleList, ctx => door.loadExample(ctx))
  bind(contract.confirmListVersion, (ctx, { params }) => door.confirmVersion(ctx, params))
  bind(contract.cancelListVersion, (ctx, { params }) => door.cancelVersion(ctx, params))
  bind(contract.mapListVersion, (ctx, { params, body }) => mapVersion(ctx, params, body))
  bind(contract.readListVersion, (ctx, { params, body }) => readVersion(ctx, params, body))
  bind(contract.lookAtListVersion, (ctx, { params, body }) => previewVersion(ctx, params, body))
  bind(contract.listListSetAside, (ctx, { params, query }) => listQuarantinedEntries(ctx, params, query))
  bind(contract.listListVersions, (ctx, { params, query }) => door.listVersions(ctx, params.id, query))
  bind(contract.listListEntries, (ctx, { params, query }) => door.listEntries(ctx, params.id, query))
}
