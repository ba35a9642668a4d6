import type { Endpoint } from '#contract/endpoint.ts'
import type { Actor } from '../ctx.ts'

/** Whether the actor's role, or being a reviewer, opens the endpoint; public ones are open to all. */
export function mayCall(actor: Actor, { roles, isReview }: Pick<Endpoint, 'roles' | 'isReview'>): boolean {
  if (roles === 'public' || roles.includes(actor.role)) return true
  return isReview === true && isReviewer(actor)
}

export const isReviewer = (actor: Actor): boolean => actor.kind === 'user' && actor.isReviewer === true
