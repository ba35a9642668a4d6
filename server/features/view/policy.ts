import { admins, editors, ogReaders, type Role, reportReaders } from '#contract/role.ts'
import { type View, type viewNouns, viewSharers } from '#contract/view.ts'
import type { Actor } from '#server/platform/ctx.ts'

/** Who reads the list that a view is of; its views are nobody else's business. */
export const listReaders: Record<(typeof viewNouns)[number], readonly Role[]> = {
  og: ogReaders,
  person: ogReaders,
  event: ogReaders,
  og_cate: ogReaders,
  user: admins,
  upload: editors,
  report: reportReaders,
}

export function mayReadList(actor: Actor, noun: View['noun']): boolean {
  return listReaders[noun].includes(actor.role)
}

/** A view for others stands in everybody's list: who may write records may share one. */
export function mayShare(actor: Actor): boolean {
  return viewSharers.includes(actor.role)
}

/** A view is changed by whoever saved it, and by administrators. */
export function mayChange(actor: Actor, view: Pick<View, 'owner'>): boolean {
  return actor.role === 'admin' || (actor.id !== null && view.owner === actor.id)
}
