import type { Received, Reply } from '#contract/endpoint.ts'
import type { decideMention as endpoint } from '#contract/mention.api.ts'
import { audit } from '#server/platform/audit.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import { AppError, fieldError } from '#server/platform/http/errors.ts'
import { findOgOfPage, isUploadThere, removeDecision, saveDecision } from './decide.queries.ts'
import { readAbout, type TextLocation } from './read.queries.ts'

/**
 * A user who may change a record decides whether a name in a text that they may read refers to it; for a page the
 * decision applies to every version.
 */
export function decideMention(ctx: Ctx, body: Received<typeof endpoint>['body']): Promise<Reply<typeof endpoint>> {
  const { noun, id, page, upload, verdict } = body
  return inTransaction(ctx, async ctx => {
    const place = await needPlace(ctx, page, upload)
    const record = (await readAbout(ctx, noun, [id])).get(id)
    if (!record) throw new AppError('not_found')
    if (!record.can_decide) throw new AppError('forbidden_record')
    if (verdict === null) await removeDecision(ctx, { noun, id }, place)
    else await saveDecision(ctx, { noun, id }, place, verdict)
    const { og: _og, ...where } = place
    await audit(ctx, { act: 'decide_mention', noun, recordId: id, detail: { ...where, verdict } })
    return { verdict }
  })
}

async function needPlace(
  ctx: Ctx,
  page: number | undefined,
  upload: number | undefined,
): Promise<TextLocation & { og?: number }> {
  if (page !== undefined && upload === undefined) {
    const og = await findOgOfPage(ctx, page)
    if (og === undefined) throw new AppError('not_found')
    return { page, og }
  }
  if (upload === undefined || page !== undefined) throw fieldError('page', 'page_or_upload')
  if (!(await isUploadThere(ctx, upload))) throw new AppError('not_found')
  return { upload }
}
