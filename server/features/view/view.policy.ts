import { admins, ogReaders } from '#contract/role.ts'
import { type View, viewSharers } from '#contract/view.api.ts'
import { policies } from '#server/entities.ts'
import type { Actor } from '#server/platform/ctx.ts'

/** The policies of the lists: only users who may read a list may see its views. */
const lists = { ...policies, og_cate: { read: ogReaders }, user: { read: admins } }

export function mayReadList(actor: Actor, noun: View['noun']): boolean {
  return lists[noun].read.includes(actor.role)
}

/** A view for others appears in everyone's list, so only users who may write records can share one. */
export function mayShare(actor: Actor): boolean {
  return viewSharers.includes(actor.role)
}

/** A view can be changed by the user who saved it, and by administrators. */
export function mayChange(actor: Actor, view: Pick<View, 'owner'>): boolean {
  return actor.role === 'admin' || (actor.id !== null && view.owner === actor.id)
}
