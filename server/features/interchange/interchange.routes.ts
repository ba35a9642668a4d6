import * as contract from '#contract/interchange.api.ts'
import { receiveFile, sendAttachment } from '#server/platform/files/files.ts'
import type { Bind } from '#server/platform/http/http.ts'
import * as door from './interchange.service.ts'

export function interchangeRoutes(bind: Bind): void {
  bind(contract.exportInterchange, (ctx, { body }) => door.exportInterchange(ctx, body))
  bind(contract.importInterchange, async (ctx, _input, { request }) =>
    door.importInterchange(ctx, await receiveFile(request)),
  )
  bind(contract.listInterchanges, (ctx, { query }) => door.listInterchanges(ctx, query))
  bind(contract.getInterchange, (ctx, { params }) => door.getInterchange(ctx, params.id))
  bind(contract.getInterchangeFile, async (ctx, { params }, { reply }) =>
    sendAttachment(reply, await door.openExchangeFile(ctx, params.id)),
  )
  bind(contract.listInterchangeRows, (ctx, { params, query }) => door.listRows(ctx, params.id, query))
  bind(contract.setInterchangeSource, (ctx, { params, body }) =>
    door.setInterchangeSource(ctx, params.id, body.source_id),
  )
  bind(contract.runInterchange, (ctx, { params, body }) => door.runInterchange(ctx, params.id, body))
  bind(contract.cancelInterchange, (ctx, { params }) => door.cancelInterchange(ctx, params.id))
}
