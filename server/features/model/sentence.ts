import * as z from 'zod/mini'
import { type DiffRow, getDiff } from '#contract/diff.api.ts'
import type { ModelSentence } from '#contract/model.api.ts'
import { cutText } from '#contract/text.ts'
import {
  type ChangeTexts,
  isUncompared,
  judgeChange,
  sentencesOf,
} from '#server/features/assistant/assistant.service.ts'
import { audit } from '#server/platform/audit.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import { AppError } from '#server/platform/http/errors.ts'
import { answerText, requestAnswer } from './chat.ts'
import { requireUnmarked } from './mark.ts'
import type { ModelDeps } from './model.service.ts'
import { fenced, languages, rulesOf } from './prompt.ts'
import { findSentence, removeSentence, saveSentence } from './sentence.queries.ts'

/** The most characters of each side of a difference that are sent. */
const sideChars = 6_000
const sentenceChars = 400

const Form = z.object({ sentence: z.string() })

export async function getSentence(ctx: Ctx, { call }: ModelDeps, id: number): Promise<ModelSentence | null> {
  return await findSentence(ctx, (await readDiff(ctx, call, id)).diff)
}

const readDiff = (ctx: Ctx, call: ModelDeps['call'], id: number) =>
  call(ctx, getDiff, { params: { id: String(id) }, query: { around: 1 } })

/** One sentence about what changed, compared with the passages that were sent; a later one replaces it. */
export async function writeSentence(ctx: Ctx, { call, post }: ModelDeps, id: number): Promise<ModelSentence> {
  const { diff, comparison } = await readDiff(ctx, call, id)
  await requireUnmarked(ctx, [{ type: 'diff', id }])
  const texts = changedTexts(comparison.rows)
  const source = diff.page.title ?? diff.page.url
  const { data, model } = await requestAnswer(ctx, post, {
    kind: 'sentence',
    about: { noun: 'page', id: diff.page.id },
    detail: { diff: id },
    system: rulesOf(
      `You state what changed on a web page. Write one sentence in ${languages[ctx.locale]}, of at most 40 words, that states the most important change. Use only words, names, numbers and dates of the passages; keep names and quotations in their original script. Begin with a word of the passages or with “The page”. State neither reasons nor opinions.`,
      '{"sentence": "…"}',
    ),
    text: fenced([
      { source: `${source}, before the change`, text: texts.before.join('\n') },
      { source: `${source}, after the change`, text: texts.after.join('\n') },
    ]),
    form: Form,
    mostTokens: 400,
  })
  const text = firstSentence(answerText(data.sentence.replace(/\s+/g, ' '), sentenceChars))
  if (text === '') throw new AppError('model_failed', { reason: '' })
  return await inTransaction(ctx, async ctx => {
    const is_uncompared = isUncompared(text, texts)
    await saveSentence(ctx, diff, { text, strike: judgeChange(text, texts), is_uncompared, model })
    return (await findSentence(ctx, diff)) as ModelSentence
  })
}

/** Removes it for everyone; its text is not recorded. */
export async function hideSentence(ctx: Ctx, { call }: ModelDeps, id: number): Promise<null> {
  const { diff } = await readDiff(ctx, call, id)
  return await inTransaction(ctx, async ctx => {
    if (!(await removeSentence(ctx, diff))) throw new AppError('not_found')
    const detail = { channel: 'model', kind: 'sentence', diff: id }
    await audit(ctx, { act: 'drop', noun: 'page', recordId: diff.page.id, detail })
    return null
  })
}

/** Both sides of the changed rows, as far as they are sent. */
function changedTexts(rows: readonly DiffRow[]): ChangeTexts {
  const side = (name: 'before' | 'after') => {
    let left = sideChars
    const texts: string[] = []
    for (const row of rows) {
      const text = cutText(row[name]?.text ?? '', left)
      left -= text.length
      if (text !== '') texts.push(text)
    }
    return texts
  }
  return { before: side('before'), after: side('after') }
}

function firstSentence(text: string): string {
  const [first] = sentencesOf(text)
  return first ? text.slice(first.start, first.end).trim() : text
}
