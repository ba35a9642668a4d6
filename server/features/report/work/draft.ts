import type { ReportDraft } from '#contract/report-work.api.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import { needReport, needWritable } from '../report.service.ts'
import { citeEvidence } from '../save.ts'
import { findStoredBodies } from '../version.queries.ts'
import { bodyForReader, bodyFromWriter } from '../withhold.ts'
import { findDraft, removeDraft, writeDraft } from './draft.queries.ts'

export async function getDraft(ctx: Ctx, id: number): Promise<ReportDraft | null> {
  await needReport(ctx, id)
  const draft = await findDraft(ctx, id)
  return draft ? { ...draft, body: await bodyForReader(ctx, draft.body) } : null
}

/** Saves a draft. The report does not change, but what the draft cites is retained. */
export function saveDraft(
  ctx: Ctx,
  id: number,
  { body: sent, ...draft }: Omit<ReportDraft, 'saved_at'>,
): Promise<{ saved_at: string }> {
  return inTransaction(ctx, async ctx => {
    await needWritable(ctx, id)
    const body = await bodyFromWriter(ctx, sent, await findStoredBodies(ctx, id))
    await citeEvidence(ctx, id, body)
    return await writeDraft(ctx, id, { ...draft, body })
  })
}

export async function deleteDraft(ctx: Ctx, id: number): Promise<null> {
  await needReport(ctx, id)
  await removeDraft(ctx, id)
  return null
}
