import type { Event, NewEvent } from '#contract/event.api.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { fieldError } from '#server/platform/http/errors.ts'
import { diffExists, findEvidence, lockVersionForEvidence, saveEvidence } from './evidence.queries.ts'

/** Adds to events the page versions they are based on, as far as this reader may read their pages. */
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

/**
 * Sets the page version that an event is based on. The writer must be able to read it, and it is not pruned from then
 * on.
 */
export async function setEvidence(
  ctx: Ctx,
  eventId: number,
  { page_version, diff_id }: Pick<NewEvent, 'page_version' | 'diff_id'>,
): Promise<void> {
  if (page_version === undefined && diff_id === undefined) return
  if (page_version && !(await lockVersionForEvidence(ctx, page_version)))
    throw fieldError('page_version', 'no_such_version')
  if (diff_id !== undefined && !(await diffExists(ctx, diff_id))) throw fieldError('diff_id', 'no_such_version')
  await saveEvidence(ctx, eventId, { page_version, diff_id })
}
