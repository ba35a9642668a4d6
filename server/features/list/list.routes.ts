import * as contract from '#contract/list.api.ts'
import { receiveFile } from '#server/platform/files/files.ts'
import type { Bind } from '#server/platform/http/http.ts'
import * as service from './list.service.ts'
import { listQuarantinedEntries, mapVersion, previewVersion, readVersion } from './mapping.ts'

export function listRoutes(bind: Bind): void {
  bind(contract.listLists, ctx => service.listLists(ctx))
  bind(contract.getList, (ctx, { params }) => service.getList(ctx, params.id))
  bind(contract.createList, (ctx, { body }) => service.createList(ctx, body))
  bind(contract.updateList, (ctx, { params, body }) => service.updateList(ctx, params.id, body))
  bind(contract.deleteList, (ctx, { params }) => service.deleteList(ctx, params.id))
  bind(contract.loadListFile, async (ctx, { params }, { request }) =>
    service.loadFile(ctx, params.id, await receiveFile(request)),
  )
  bind(contract.loadListAddress, (ctx, { params }) => service.loadAddress(ctx, params.id))
  bind(contract.loadExampleList, ctx => service.loadExample(ctx))
  bind(contract.confirmListVersion, (ctx, { params }) => service.confirmVersion(ctx, params))
  bind(contract.cancelListVersion, (ctx, { params }) => service.cancelVersion(ctx, params))
  bind(contract.mapListVersion, (ctx, { params, body }) => mapVersion(ctx, params, body))
  bind(contract.readListVersion, (ctx, { params, body }) => readVersion(ctx, params, body))
  bind(contract.lookAtListVersion, (ctx, { params, body }) => previewVersion(ctx, params, body))
  bind(contract.listListSetAside, (ctx, { params, query }) => listQuarantinedEntries(ctx, params, query))
  bind(contract.listListVersions, (ctx, { params, query }) => service.listVersions(ctx, params.id, query))
  bind(contract.listListEntries, (ctx, { params, query }) => service.listEntries(ctx, params.id, query))
}
