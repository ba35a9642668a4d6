import * as z from 'zod/mini'
import { getDiff } from '#contract/diff.api.ts'
import type { Reply } from '#contract/endpoint.ts'
import type { ModelText, translatePassage } from '#contract/model.api.ts'
import { getPageVersion } from '#contract/page.api.ts'
import { listUploadParts } from '#contract/upload-text.api.ts'
import { unfoundedNumbers } from '#server/features/assistant/assistant.service.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { fieldError } from '#server/platform/http/errors.ts'
import { answerText, requestAnswer } from './chat.ts'
import { requireUnmarked } from './mark.ts'
import type { ModelDeps } from './model.service.ts'
import { fenced, languages, rulesOf } from './prompt.ts'

const Form = z.object({ translation: z.string() })
/** A translation of Chinese has three times as many characters, seldom more. */
const longer = 6

/** Translates a passage that the actor can read at this moment; the passage is compared with the text itself. */
export async function translate(
  ctx: Ctx,
  { call, post }: ModelDeps,
  { of, passage }: { of: ModelText; passage: string },
): Promise<Reply<typeof translatePassage>> {
  const { text, about } = await readText(ctx, call, of)
  if (!isIn(text, passage)) throw fieldError('passage', 'not_in_text')
  await requireUnmarked(ctx, [of])
  const to = isChinese(passage) ? 'en-US' : 'zh-CN'
  const { data, model } = await requestAnswer(ctx, post, {
    kind: 'translation',
    about,
    detail: { of: of.type, of_id: of.id, to },
    system: rulesOf(
      `You translate a passage into ${languages[to]}, completely and literally. Numbers, dates and addresses stay as they are; add nothing and leave nothing out.`,
      '{"translation": "…"}',
    ),
    text: fenced([{ source: 'the passage to be translated', text: passage }]),
    form: Form,
    mostTokens: 200 + passage.length * 2,
  })
  const translation = answerText(data.translation, passage.length * longer + 200)
  return { text: translation, to, model, unfounded: unfoundedNumbers(translation, passage).slice(0, 20) }
}

/** A selection over several rows of a comparison can leave out rows between its lines. */
function isIn(text: string, passage: string): boolean {
  const whole = bare(text)
  return passage.split(/\n+/).every(line => whole.includes(bare(line)))
}

/** A selection on the screen differs from the stored text in its spaces only. */
const bare = (text: string) => text.normalize('NFC').replace(/[\s\u200b]+/gu, '')

/** A passage with names in Latin letters is Chinese nevertheless. */
function isChinese(text: string): boolean {
  const han = text.match(/\p{Script=Han}/gu)?.length ?? 0
  const words = text.match(/[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Arabic}]+/gu)?.length ?? 0
  return han > words
}

async function readText(ctx: Ctx, call: ModelDeps['call'], of: ModelText) {
  const params = { id: String(of.id) }
  if (of.type === 'diff') {
    const { diff, comparison } = await call(ctx, getDiff, { params, query: { around: 10_000 } })
    const sides = (['before', 'after'] as const).map(side =>
      comparison.rows.map(row => row[side]?.text ?? '').join('\n'),
    )
    const heads = [diff.page.title ?? '', diff.excerpt ?? '']
    return { text: [...sides, ...heads].join('\n'), about: { noun: 'page' as const, id: diff.page.id } }
  }
  if (of.type === 'page_version') {
    const at = { id: String(of.page_id), version_id: params.id }
    const { version, blocks } = await call(ctx, getPageVersion, { params: at })
    const text = [version.title ?? '', ...blocks.map(block => block.text)].join('\n')
    return { text, about: { noun: 'page' as const, id: of.page_id } }
  }
  const { items } = await call(ctx, listUploadParts, { params, query: { current: of.part, pageSize: 1 } })
  return { text: items.map(each => each.text).join('\n'), about: { noun: 'upload' as const, id: of.id } }
}
