import * as contract from '#contract/interchange.api.ts'
import { receiveFile, sendAttachment } from '#server/platform/files/files.ts'
import type { Bind } from '#server/platform/http/http.ts'
import * as service from './interchange.service.ts'

export function interchangeRoutes(bind: Bind): void {
  bind(contract.exportInterchange, (ctx, { body }) => service.exportInterchange(ctx, body))
  bind(contract.importInterchange, async (ctx, _input, { request }) =>
    service.importInterchange(ctx, await receiveFile(request)),
  )
  bind(contract.listInterchanges, (ctx, { query }) => service.listInterchanges(ctx, query))
  bind(contract.getInterchange, (ctx, { params }) => service.getInterchange(ctx, params.id))
  bind(contract.getInterchangeFile, async (ctx, { params }, { reply }) =>
    sendAttachment(reply, await service.openExchangeFile(ctx, params.id)),
  )
  bind(contract.listInterchangeRows, (ctx, { params, query }) => service.listRows(ctx, params.id, query))
  bind(contract.setInterchangeSource, (ctx, { params, body }) =>
    service.setInterchangeSource(ctx, params.id, body.source_id),
  )
  bind(contract.runInterchange, (ctx, { params, body }) => service.runInterchange(ctx, params.id, body))
  bind(contract.cancelInterchange, (ctx, { params }) => service.cancelInterchange(ctx, params.id))
}
