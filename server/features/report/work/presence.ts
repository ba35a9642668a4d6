import type { Reply } from '#contract/endpoint.ts'
import type { beOnReport as endpoint } from '#contract/report-work.api.ts'
import { may } from '#server/core/access.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { readsDrafts, reportPolicy } from '../report.policy.ts'
import { needReport } from '../report.service.ts'
import { findPresent, removePresence, writePresence } from './presence.queries.ts'

/**
 * Reports this user as present and returns the others. A reader of published reports learns nothing of the writers.
 */
export async function bePresent(
  ctx: Ctx,
  id: number,
  { is_editing, is_leaving }: { is_editing: boolean; is_leaving: boolean },
): Promise<Reply<typeof endpoint>> {
  const report = await needReport(ctx, id)
  if (!readsDrafts(ctx)) return { rev: report.rev, others: [], lock: null }
  if (is_leaving) await removePresence(ctx, id)
  else await writePresence(ctx, id, is_editing && may(reportPolicy, ctx.actor, 'update', report))
  const present = await findPresent(ctx, id)
  const first = present.find(each => each.is_editing)
  return {
    rev: report.rev,
    others: present.filter(each => each.id !== ctx.actor.id),
    lock: first ? { id: first.id, name: first.name } : null,
  }
}
