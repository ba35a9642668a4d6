import type { ReportAct, ReportStatus } from '#contract/report.ts'
import { reportReaders, supers } from '#contract/role.ts'
import type { Actor, Ctx } from '#server/platform/ctx.ts'
import { may, type Policy, type Protected } from '#server/record/access.ts'

/** Who may do what to reports, beside each record's own access lists. */
export const reportPolicy: Policy = {
  read: reportReaders,
  create: supers,
  update: supers,
  delete: supers,
  deleteOwn: [],
}

/** Whether this actor sees what is being written; others read what is published, and nothing tells them of the rest. */
export const readsDrafts = ({ actor }: Pick<Ctx, 'actor'>): boolean => supers.includes(actor.role)

/** Where each act leads from; whoever may change the report may do it, `withdraw` its author alone. */
export const ways: Record<ReportAct, { from: ReportStatus; to: ReportStatus }> = {
  submit: { from: 'draft', to: 'review' },
  return: { from: 'review', to: 'draft' },
  withdraw: { from: 'review', to: 'draft' },
  publish: { from: 'review', to: 'published' },
  correct: { from: 'published', to: 'draft' },
  archive: { from: 'published', to: 'archived' },
  unarchive: { from: 'archived', to: 'published' },
}

/** `writers`: who saved any of its versions, where four eyes are asked for; null where they are not. */
export type Walking = Protected & {
  status: ReportStatus
  author: number | null
  writers: readonly number[] | null
}

/** With four eyes, whoever wrote a report is not the one that publishes it. */
export function isOwnWork(actor: Actor, { writers, author }: Pick<Walking, 'writers' | 'author'>): boolean {
  return writers !== null && actor.id !== null && (actor.id === author || writers.includes(actor.id))
}

/** Whether the actor may do the act to such a report in some state. */
export function mayAct(actor: Actor, act: ReportAct, report: Walking): boolean {
  if (!may(reportPolicy, actor, 'update', report)) return false
  if (act === 'publish' && isOwnWork(actor, report)) return false
  return act !== 'withdraw' || (actor.id !== null && actor.id === report.author)
}

/** The acts the actor may do now. */
export function actsOn(actor: Actor, report: Walking): ReportAct[] {
  return (Object.keys(ways) as ReportAct[]).filter(
    act => ways[act].from === report.status && mayAct(actor, act, report),
  )
}
