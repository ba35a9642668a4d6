import type { ReportAct, ReportStatus } from '#contract/report.api.ts'
import { reportReaders, supers } from '#contract/role.ts'
import { type AccessColumns, may, type Policy } from '#server/core/access.ts'
import type { Actor, Ctx } from '#server/platform/ctx.ts'

/** Rights of roles on reports, in addition to each record's own access lists. */
export const reportPolicy: Policy = {
  read: reportReaders,
  create: supers,
  update: supers,
  delete: supers,
  deleteOwn: [],
}

/** Whether this actor sees drafts; other users see published reports, and no reply reveals the rest. */
export const readsDrafts = ({ actor }: Pick<Ctx, 'actor'>): boolean => supers.includes(actor.role)

/** States before and after each act; users who may change the report may perform it, `withdraw` only its author. */
export const ways: Record<ReportAct, { from: ReportStatus; to: ReportStatus }> = {
  submit: { from: 'draft', to: 'review' },
  return: { from: 'review', to: 'draft' },
  withdraw: { from: 'review', to: 'draft' },
  publish: { from: 'review', to: 'published' },
  correct: { from: 'published', to: 'draft' },
  archive: { from: 'published', to: 'archived' },
  unarchive: { from: 'archived', to: 'published' },
}

/** `writers`: users who saved any of its versions, if the four-eyes setting is on; otherwise null. */
type ReportInFlow = AccessColumns & {
  status: ReportStatus
  author: number | null
  writers: readonly number[] | null
}

/** Whether the four-eyes rule excludes this user from publishing, as a writer of the report. */
export function isOwnWork(actor: Actor, { writers, author }: Pick<ReportInFlow, 'writers' | 'author'>): boolean {
  return writers !== null && actor.id !== null && (actor.id === author || writers.includes(actor.id))
}

/** Whether the actor may perform the act on this report, regardless of its state. */
export function mayAct(actor: Actor, act: ReportAct, report: ReportInFlow): boolean {
  if (!may(reportPolicy, actor, 'update', report)) return false
  if (act === 'publish' && isOwnWork(actor, report)) return false
  return act !== 'withdraw' || (actor.id !== null && actor.id === report.author)
}

/** The acts that the actor may perform now. */
export function actsOn(actor: Actor, report: ReportInFlow): ReportAct[] {
  return (Object.keys(ways) as ReportAct[]).filter(
    act => ways[act].from === report.status && mayAct(actor, act, report),
  )
}
