import * as z from 'zod/mini'
import { bilingual } from '#contract/bilingual.ts'
import { draftEvent } from '#contract/diff.api.ts'
import type { Reply } from '#contract/endpoint.ts'
import type { draftByModel, ModelEvidence } from '#contract/model.api.ts'
import { cutText } from '#contract/text.ts'
import {
  type ReadEvidence,
  readEvidence,
  type ToolRun,
  writeDraft,
} from '#server/features/assistant/assistant.service.ts'
import { audit } from '#server/platform/audit.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import { AppError } from '#server/platform/http/errors.ts'
import { answerText, requestAnswer } from './chat.ts'
import type { Parties } from './mark.queries.ts'
import { requireUnmarked } from './mark.ts'
import type { ModelDeps } from './model.service.ts'
import { fenced, languages, rulesOf } from './prompt.ts'

/** The most characters of all evidence that are sent, and of a sentence of the answer. */
const evidenceChars = 24_000
const sentenceChars = 1_000
const titleChars = 300
const sentencesAtMost = 60

const label = bilingual('模型起草', 'By model')
const untitled = bilingual('模型起草（标题待定）', 'Drafted by a model, title open')

const Form = z.object({
  title: z.string(),
  sentences: z.array(z.object({ text: z.string(), evidence: z.array(z.int()) })),
})

/** A draft from evidence that the actor may read, under the same guard as those of assistants. */
export async function draft(
  ctx: Ctx,
  { call, post }: ModelDeps,
  { noun, evidence }: { noun: 'event' | 'report'; evidence: readonly ModelEvidence[] },
): Promise<Reply<typeof draftByModel>> {
  const run: ToolRun = { ctx, call, fence: (_source, text) => text }
  const read = await Promise.all(evidence.map(each => readEvidence(run, each)))
  // Evidence that the actor may not read is like evidence that does not exist: nothing is sent.
  if (read.some(({ passages }) => passages === null)) throw new AppError('not_found')
  const parties = await requireUnmarked(ctx, evidence)
  const list = evidence.map(({ type, id }) => `${type} ${id}`)
  const { data, model } = await requestAnswer(ctx, post, {
    kind: 'draft',
    detail: { of: noun, evidence: list },
    system: rulesOf(
      `You draft ${noun === 'event' ? 'an event' : 'a report'} from numbered evidence. Write a title and one to ten sentences${noun === 'event' ? ' about one event' : ''}, in ${languages[ctx.locale]} if the evidence is in it, otherwise in the language of the evidence. Each sentence names the numbers of its evidence and keeps to the words of one sentence there: its quotations, numbers, dates and names must be found in it, in the same order. Add nothing; a sentence without support is struck.`,
      '{"title": "…", "sentences": [{"text": "…", "evidence": [1]}]}',
    ),
    text: fenced(shares(read)),
    form: Form,
    mostTokens: 2_000,
  })
  const sentences = data.sentences.slice(0, sentencesAtMost).flatMap(({ text, evidence: numbers }) => {
    const shown = answerText(text.replace(/\s+/g, ' '), sentenceChars)
    const named = [...new Set(numbers)].slice(0, 5).flatMap(number => evidence[number - 1] ?? [])
    return shown === '' ? [] : [{ text: shown, evidence: named }]
  })
  const title = answerText(data.title.replace(/\s+/g, ' '), titleChars)
  if (sentences.length === 0 || title === '') throw new AppError('model_failed', { reason: '' })
  return await inTransaction(ctx, async ctx => {
    const links = await linksOf({ ...run, ctx }, evidence, parties)
    const by = { label, untitled, name: model, isModel: true }
    const made = await writeDraft({ ...run, ctx }, noun, { title, sentences, ...links }, by)
    const detail = { channel: 'model', model, evidence: list, sentences: made.sentences, struck: made.struck.length }
    await audit(ctx, { act: 'use_model', noun, recordId: made.id, detail })
    return { noun, id: made.id, title: made.title, sentences: made.sentences, struck: made.struck.length }
  })
}

/** Each piece of evidence with its number and an equal share of the space. */
function shares(read: readonly ReadEvidence[]) {
  const most = Math.floor(evidenceChars / read.length)
  return read.map(({ passages, title }, at) => ({
    source: `evidence ${at + 1}${title ? `, ${title}` : ''}`,
    text: cutText((passages ?? []).join('\n'), most),
  }))
}

/** The records that the evidence is about, without those that are linked to it only. */
async function linksOf({ ctx, call }: ToolRun, evidence: readonly ModelEvidence[], parties: readonly Parties[]) {
  const own = parties.filter((_, at) => !['event', 'upload'].includes(evidence[at]?.type ?? ''))
  const links = { ogs: own.flatMap(({ ogs }) => ogs), persons: own.flatMap(({ persons }) => persons) }
  const diff = evidence.find(({ type }) => type === 'diff')
  const made = diff && (await call(ctx, draftEvent, { params: { id: String(diff.id) } })).event
  return {
    ogs: [...new Set([...links.ogs, ...(made?.ogs ?? [])])],
    persons: [...new Set([...links.persons, ...(made?.persons ?? [])])],
    ...(made && {
      event: { page_version: made.page_version, source_url: made.source_url, diff_id: made.diff_id },
    }),
  }
}
