import * as contract from '#contract/certificate.api.ts'
import { sendAttachment } from '#server/platform/files/files.ts'
import type { Bind } from '#server/platform/http/http.ts'
import * as service from './certificate.service.ts'

export function certificateRoutes(bind: Bind): void {
  bind(contract.certifyRecord, async (ctx, { body }, { reply }) =>
    sendAttachment(reply, await service.certifyRecord(ctx, body.noun, body.id)),
  )
  bind(contract.certifyName, async (ctx, { body }, { reply }) =>
    sendAttachment(reply, await service.certifyParty(ctx, body)),
  )
  bind(contract.certifyFile, async (ctx, { body }, { reply }) =>
    sendAttachment(reply, await service.certifyFile(ctx, body.id)),
  )
  bind(contract.verifyCertificate, (ctx, { body }) => service.verifySeal(ctx, body))
}
