import type { AssistantDraft, DraftedEntity } from '#contract/assistant.api.ts'
import { editors, supers } from '#contract/role.ts'
import { getEvent, needWritable as needWritableEvent } from '#server/features/event/event.service.ts'
import { needReport, needWritable as needWritableReport } from '#server/features/report/report.service.ts'
import { audit } from '#server/platform/audit.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import { AppError } from '#server/platform/http/errors.ts'
import { type DraftRow, findDraft, findDraftOf, saveSentences } from './draft.queries.ts'

export async function getDraft(ctx: Ctx, noun: DraftedEntity, recordId: number): Promise<AssistantDraft | null> {
  if (noun === 'event') await getEvent(ctx, recordId)
  else await needReport(ctx, recordId)
  // Readers of published reports do not read drafts.
  if (noun === 'report' && !supers.includes(ctx.actor.role)) return null
  const row = await findDraftOf(ctx, noun, recordId)
  return row ? toDto(ctx, row) : null
}

/** Removes the struck sentences. Only a person does this; their texts stay in the audit log. */
export function settleDraft(ctx: Ctx, id: number): Promise<AssistantDraft> {
  return inTransaction(ctx, async ctx => {
    const row = await findDraft(ctx, id)
    if (!row) throw new AppError('not_found')
    const noun = nounOf(row)
    if (noun === 'event') await needWritableEvent(ctx, row.event_id as number)
    else await needWritableReport(ctx, row.report_id as number)
    const kept = row.sentences.filter(({ strike }) => strike === null)
    const struck = row.sentences.filter(({ strike }) => strike !== null)
    await saveSentences(ctx, id, kept)
    const recordId = row.event_id ?? row.report_id
    const channel = row.is_model ? 'model' : 'assistant'
    const detail = { channel, token: row.token, struck: struck.map(({ text }) => text) }
    await audit(ctx, { act: 'drop', noun, recordId, detail })
    return toDto(ctx, { ...row, sentences: kept })
  })
}

const nounOf = ({ event_id }: DraftRow): DraftedEntity => (event_id === null ? 'report' : 'event')

function toDto(ctx: Ctx, row: DraftRow): AssistantDraft {
  const { id, token, is_model, created_at, sentences } = row
  return {
    ...{ id, token, is_model, created_at, noun: nounOf(row) },
    record_id: (row.event_id ?? row.report_id) as number,
    sentences: sentences.length,
    struck: sentences.flatMap(({ text, strike }) => (strike ? [{ text, ...strike }] : [])),
    can_settle: editors.includes(ctx.actor.role),
  }
}
