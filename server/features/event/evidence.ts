import type { Event, NewEvent } from '#contract/event.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { fieldError } from '#server/platform/errors.ts'
import { findEvidence, isDiffThere, keepVersion, saveEvidence } from './evidence-queries.ts'

/** Events with the page versions they rest on, as far as this reader may read their pages. */
export async function withEvidence<Row extends { id: number }>(
  ctx: Ctx,
  rows: readonly Row[],
): Promise<(Row & Pick<Event, 'evidence'>)[]> {
  const evidence = await findEvidence(
    ctx,
    rows.map(row => row.id),
  )
  return rows.map(row => ({ ...row, evidence: evidence.get(row.id) ?? null }))
}

/** What an event rests on must be there for its writer, and is kept from being pruned from then on. */
export async function setEvidence(
  ctx: Ctx,
  eventId: number,
  { page_version, diff_id }: Pick<NewEvent, 'page_version' | 'diff_id'>,
): Promise<void> {
  if (page_version === undefined && diff_id === undefined) return
  if (page_version && !(await keepVersion(ctx, page_version))) throw fieldError('page_version', 'no_such_version')
  if (diff_id !== undefined && !(await isDiffThere(ctx, diff_id))) throw fieldError('diff_id', 'no_such_version')
  await saveEvidence(ctx, eventId, { page_version, diff_id })
}
