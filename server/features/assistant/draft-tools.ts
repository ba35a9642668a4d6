import * as z from 'zod/mini'
import type { DraftedEntity } from '#contract/assistant.api.ts'
import { bilingual } from '#contract/bilingual.ts'
import { createEvent } from '#contract/event.api.ts'
import { createTimelineNote } from '#contract/event-note.api.ts'
import { EventTime } from '#contract/event-time.ts'
import { createReport } from '#contract/report.api.ts'
import { Id, Required } from '#contract/wire.ts'
import { findTokenName } from './draft.queries.ts'
import { DraftEvidence } from './evidence.ts'
import { type Tool, type ToolRun, tool } from './tool.ts'
import { type NewDraft, writeDraft } from './write-draft.ts'

const Sentence = z.strictObject({
  text: Required(1_000),
  evidence: z.array(DraftEvidence).check(z.maxLength(5)),
})
const sentences = z.array(Sentence).check(z.minLength(1), z.maxLength(100))
const ids = z._default(z.array(Id).check(z.maxLength(50)), [])

const label = bilingual('助手起草', 'By assistant')
const untitled = bilingual('助手起草（标题待定）', 'Drafted by an assistant, title open')

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
    run: (run, { start_time, ...given }) =>
      draft(run, 'event', { ...given, ...(start_time && { event: { start_time } }) }),
  }),
  tool({
    name: 'draft_report',
    title: 'Draft a report',
    description: `Create a report as a draft, marked as by an assistant. A person publishes it. ${howTo}`,
    input: z.strictObject({ title: Required(300), sentences, ogs: ids, persons: ids }),
    endpoint: createReport,
    isWrite: true,
    run: (run, given) => draft(run, 'report', given),
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
      const body = { ...rest, text: `[${label[ctx.locale]}] ${text}` }
      const { id, at } = await call(ctx, createTimelineNote, { body })
      return { data: { note: { id, at } } }
    },
  }),
]

async function draft(run: ToolRun, noun: DraftedEntity, given: NewDraft) {
  const { actor } = run.ctx
  const tokenId = actor.kind === 'user' ? actor.token?.id : undefined
  const name = tokenId === undefined ? '' : await findTokenName(run.ctx, tokenId)
  const { id, title, sentences, struck } = await writeDraft(run, noun, given, {
    ...{ label, untitled, name, isModel: false },
  })
  return {
    data: { draft: { noun, id, title }, sentences, struck, is_publishable: struck.length === 0 },
    about: { noun, id },
  }
}
