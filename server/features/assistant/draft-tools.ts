import { randomBytes } from 'node:crypto'
import * as z from 'zod/mini'
import type { DraftedEntity } from '#contract/assistant.api.ts'
import { createEvent } from '#contract/event.api.ts'
import { createTimelineNote } from '#contract/event-note.api.ts'
import { EventTime } from '#contract/event-time.ts'
import { evidenceEntities } from '#contract/evidence.ts'
import { createReport } from '#contract/report.api.ts'
import type { ReportBlock } from '#contract/report-body.ts'
import { cutText } from '#contract/text.ts'
import { Id, Required } from '#contract/wire.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import { type DraftSentence, findTokenName, insertDraft } from './draft.queries.ts'
import { DraftEvidence, type ReadEvidence, readEvidence } from './evidence.ts'
import { judgeSentence } from './guard/guard.ts'
import { type Tool, type ToolRun, tool } from './tool.ts'

const Sentence = z.strictObject({
  text: Required(1_000),
  evidence: z.array(DraftEvidence).check(z.maxLength(5)),
})
const sentences = z.array(Sentence).check(z.minLength(1), z.maxLength(100))
const ids = z._default(z.array(Id).check(z.maxLength(50)), [])

const marks = { 'zh-CN': '助手起草', 'en-US': 'By assistant' } as const
const markOf = (ctx: Ctx) => marks[ctx.locale]
const untitled = { 'zh-CN': '助手起草（标题待定）', 'en-US': 'Drafted by an assistant, title open' } as const

const howTo =
  'Each sentence names its evidence and keeps to its words: quotes, numbers, dates and names must be there, in one sentence of the source and in its order, or the sentence is struck. The title is judged like a sentence, over all evidence.'

export const draftTools: Tool[] = [
  tool({
    name: 'draft_event',
    title: 'Draft an event',
    description: `Create an event as a draft, marked as by an assistant. A person confirms it. ${howTo}`,
    input: z.strictObject({
      title: Required(300),
      start_time: z.optional(EventTime),
      sentences,
      ogs: ids,
      persons: ids,
    }),
    endpoint: createEvent,
    isWrite: true,
    run: async (run, { title, start_time, sentences: given, ogs, persons }) => {
      const judged = await judge(run, title, given)
      const version = given.flatMap(({ evidence }) => evidence).find(each => each.type === 'page_version')
      const isReadable = version && judged.readable.has(keyOf(version))
      const body = {
        ...{ title: judged.title, status: 'draft' as const, ogs, persons, labels: [markOf(run.ctx)] },
        desc: judged.standing.map(({ text }) => text).join('\n'),
        ...(start_time && { start_time }),
        ...(isReadable && { page_version: version.id }),
      }
      return await store(run, 'event', judged.all, ctx => run.call(ctx, createEvent, { body }))
    },
  }),
  tool({
    name: 'draft_report',
    title: 'Draft a report',
    description: `Create a report as a draft, marked as by an assistant. A person publishes it. ${howTo}`,
    input: z.strictObject({ title: Required(300), sentences, ogs: ids, persons: ids }),
    endpoint: createReport,
    isWrite: true,
    run: async (run, { title, sentences: given, ogs, persons }) => {
      const judged = await judge(run, title, given)
      const content = judged.standing.flatMap(blocksOf)
      const body = {
        ...{ title: judged.title, ogs, persons, labels: [markOf(run.ctx)] },
        body: { type: 'doc' as const, content: content.length > 0 ? content : [{ type: 'paragraph' as const }] },
      }
      return await store(run, 'report', judged.all, ctx => run.call(ctx, createReport, { body }))
    },
  }),
  tool({
    name: 'add_note',
    title: 'Add a note',
    description: 'Pin a note, marked as by an assistant, to a time on the timeline of an organisation or a person.',
    input: z.strictObject({
      og_id: z.optional(Id),
      person_id: z.optional(Id),
      at: EventTime,
      text: Required(900),
    }),
    endpoint: createTimelineNote,
    isWrite: true,
    run: async ({ ctx, call }, { text, ...rest }) => {
      const body = { ...rest, text: `[${markOf(ctx)}] ${text}` }
      const { id, at } = await call(ctx, createTimelineNote, { body })
      return { data: { note: { id, at } } }
    },
  }),
]

type Standing = { text: string; evidence: DraftEvidence; read: ReadEvidence; passage: string }

const keyOf = ({ type, id, ...rest }: DraftEvidence) => `${type} ${id} ${Object.values(rest)}`

async function judge(run: ToolRun, title: string, given: readonly z.output<typeof Sentence>[]) {
  const read = new Map<string, ReadEvidence>()
  for (const evidence of given.flatMap(each => each.evidence))
    if (!read.has(keyOf(evidence))) read.set(keyOf(evidence), await readEvidence(run, evidence))
  const of = (evidence: DraftEvidence) => read.get(keyOf(evidence)) as ReadEvidence
  const all: DraftSentence[] = []
  const standing: Standing[] = []
  for (const { text, evidence } of given) {
    const { strike, source } = judgeSentence(
      text,
      evidence.map(each => of(each).passages),
    )
    all.push({ text, evidence: evidence.map(({ type, id }) => ({ type, id })), strike })
    const found = source && evidence[source.at]
    if (source && found) standing.push({ text, evidence: found, read: of(found), passage: source.passage })
  }
  const texts = [...read.values()].map(({ passages }) => passages).filter(each => each !== null)
  const { strike } = judgeSentence(title, texts)
  if (strike) all.unshift({ text: title, evidence: [], strike })
  const readable = new Set([...read].filter(([, { passages }]) => passages !== null).map(([key]) => key))
  return { title: strike ? untitled[run.ctx.locale] : title, all, standing, readable }
}

/** A sentence with the words that it rests on. */
function blocksOf({ text, evidence, read, passage }: Standing): ReportBlock[] {
  const paragraph: ReportBlock = { type: 'paragraph', content: [{ type: 'text', text }] }
  const noun = evidenceEntities.find(each => each === evidence.type)
  if (!noun) return [paragraph]
  const attrs = {
    ...{ key: randomBytes(8).toString('hex'), noun, id: evidence.id, quote: cutText(passage, 5_000) },
    title: read.title && cutText(read.title, 500),
    url: read.url && cutText(read.url, 2_000),
    at: read.at,
  }
  return [paragraph, { type: 'evidence', attrs }]
}

/** The record and its sentences, in one transaction. */
function store(
  { ctx }: ToolRun,
  noun: DraftedEntity,
  all: DraftSentence[],
  create: (ctx: Ctx) => Promise<{ id: number; title: string }>,
) {
  return inTransaction(ctx, async ctx => {
    const { id, title } = await create(ctx)
    const tokenId = ctx.actor.kind === 'user' ? ctx.actor.token?.id : undefined
    const token = tokenId === undefined ? '' : await findTokenName(ctx, tokenId)
    await insertDraft(ctx, { noun, recordId: id, token, sentences: all })
    const struck = all.flatMap(({ text, strike }) => (strike ? [{ text, ...strike }] : []))
    return {
      data: { draft: { noun, id, title }, sentences: all.length, struck, is_publishable: struck.length === 0 },
      about: { noun, id },
    }
  })
}
