import { randomBytes } from 'node:crypto'
import type { DraftedEntity } from '#contract/assistant.api.ts'
import type { BilingualText } from '#contract/bilingual.ts'
import { createEvent, type NewEvent } from '#contract/event.api.ts'
import { evidenceEntities } from '#contract/evidence.ts'
import { createReport } from '#contract/report.api.ts'
import type { ReportBlock } from '#contract/report-body.ts'
import { cutText } from '#contract/text.ts'
import { inTransaction } from '#server/platform/ctx.ts'
import { type DraftSentence, insertDraft } from './draft.queries.ts'
import { type DraftEvidence, type ReadEvidence, readEvidence } from './evidence.ts'
import { judgeSentence } from './guard/guard.ts'
import type { ToolRun } from './tool.ts'

export type GivenSentence = { text: string; evidence: readonly DraftEvidence[] }

export type NewDraft = {
  title: string
  sentences: readonly GivenSentence[]
  ogs: number[]
  persons: number[]
  /** More values of an event. */
  event?: Pick<NewEvent, 'start_time' | 'page_version' | 'source_url' | 'diff_id'>
}

/** The author: a label of the record, the title if its own is struck, and the name of the token or the model. */
export type Drafter = { label: BilingualText; untitled: BilingualText; name: string; isModel: boolean }

export type WrittenDraft = {
  id: number
  title: string
  sentences: number
  struck: { text: string; reason: string; value: string | null }[]
}

/** Stores a draft with the sentences that its evidence supports; the others are stored apart from its text. */
export async function writeDraft(
  run: ToolRun,
  noun: DraftedEntity,
  { title, sentences, ogs, persons, event = {} }: NewDraft,
  by: Drafter,
): Promise<WrittenDraft> {
  const { locale } = run.ctx
  const judged = await judge(run, title, sentences)
  const linked = { title: judged.isTitleStruck ? by.untitled[locale] : title, ogs, persons, labels: [by.label[locale]] }
  const { all } = judged
  return await inTransaction(run.ctx, async ctx => {
    const made =
      noun === 'event'
        ? await run.call(ctx, createEvent, { body: { ...linked, ...event, ...eventOf(judged), status: 'draft' } })
        : await run.call(ctx, createReport, { body: { ...linked, body: reportOf(judged) } })
    await insertDraft(ctx, { noun, recordId: made.id, token: by.name, isModel: by.isModel, sentences: all })
    const struck = all.flatMap(({ text, strike }) => (strike ? [{ text, ...strike }] : []))
    return { id: made.id, title: made.title, sentences: all.length, struck }
  })
}

type Standing = { text: string; evidence: DraftEvidence; read: ReadEvidence; passage: string }
type Judged = Awaited<ReturnType<typeof judge>>

const keyOf = ({ type, id, ...rest }: DraftEvidence) => `${type} ${id} ${Object.values(rest)}`

async function judge(run: ToolRun, title: string, given: readonly GivenSentence[]) {
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
  const version = given.flatMap(({ evidence }) => evidence).find(each => each.type === 'page_version')
  const isReadable = version !== undefined && of(version).passages !== null
  return { isTitleStruck: strike !== null, all, standing, version: isReadable ? version.id : undefined }
}

const eventOf = ({ standing, version }: Judged) => ({
  desc: standing.map(({ text }) => text).join('\n'),
  ...(version !== undefined && { page_version: version }),
})

function reportOf({ standing }: Judged) {
  const content = standing.flatMap(blocksOf)
  return { type: 'doc' as const, content: content.length > 0 ? content : [{ type: 'paragraph' as const }] }
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
