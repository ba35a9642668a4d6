import { admins, ogReaders } from '#contract/role.ts'
import { type View, viewSharers } from '#contract/view.ts'
import { policies } from '#server/nouns.ts'
import type { Actor } from '#server/platform/ctx.ts'

/** Who reads the list that a view is of; its views are nobody else's business. */
const lists = { ...policies, og_cate: { read: ogReaders }, user: { read: admins } }

export function mayReadList(actor: Actor, noun: View['noun']): boolean {
  return lists[noun].read.includes(actor.role)
}

/** A view for others stands in everybody's list: who may write records may share one. */
export function mayShare(actor: Actor): boolean {
  return viewSharers.includes(actor.role)
}

/** A view is changed by whoever saved it, and by administrators. */
export function mayChange(actor: Actor, view: Pick<View, 'owner'>): boolean {
  return actor.role === 'admin' || (actor.id !== null && view.owner === actor.id)
}
