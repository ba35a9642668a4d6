import type { Received, Reply } from '#contract/endpoint.ts'
import type { decideMention as endpoint } from '#contract/mention.api.ts'
import { audit } from '#server/platform/audit.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import { AppError, fieldError } from '#server/platform/http/errors.ts'
import { findOgOfPage, removeDecision, saveDecision, uploadExists } from './decide.queries.ts'
import { readAbout, type TextLocation } from './read.queries.ts'

/** Whether the reader may read an own text; the feature of own texts depends on this one. */
type IsTextThere = (ctx: Ctx, id: number) => Promise<boolean>

/**
 * A user who may change a record decides whether a name in a text that they may read refers to it; for a page or an own
 * text the decision applies to every version.
 */
export function decideMention(
  ctx: Ctx,
  { noun, id, verdict, ...of }: Received<typeof endpoint>['body'],
  isTextThere: IsTextThere,
): Promise<Reply<typeof endpoint>> {
  return inTransaction(ctx, async ctx => {
    const place = await needPlace(ctx, of, isTextThere)
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
  of: Pick<Received<typeof endpoint>['body'], 'page' | 'upload' | 'text'>,
  isTextThere: IsTextThere,
): Promise<TextLocation & { og?: number }> {
  const { page, upload, text } = of
  if ([page, upload, text].filter(each => each !== undefined).length !== 1) throw fieldError('page', 'page_or_upload')
  if (page !== undefined) {
    const og = await findOgOfPage(ctx, page)
    if (og === undefined) throw new AppError('not_found')
    return { page, og }
  }
  if (upload !== undefined) {
    if (!(await uploadExists(ctx, upload))) throw new AppError('not_found')
    return { upload }
  }
  if (text === undefined || !(await isTextThere(ctx, text))) throw new AppError('not_found')
  return { text }
}
