import { admins, editors } from '#contract/role.ts'
import { type AccessColumns, may, readableLive } from '#server/core/access.ts'
import { ogPolicy } from '#server/features/og/og.policy.ts'
import type { Actor, Ctx } from '#server/platform/ctx.ts'

/** A page is readable if its organisation is; the query must include the row of `og`. */
export function pageExists(ctx: Ctx) {
  return readableLive(ogPolicy, ctx, 'og')
}

/**
 * The acts that the actor may do: administrators manage the list of pages, and users who may change the organisation
 * may fetch.
 */
export function pageActs(actor: Actor, og: AccessColumns): ('update' | 'delete' | 'fetch')[] {
  const keeps = admins.includes(actor.role)
  const fetches = editors.includes(actor.role) && may(ogPolicy, actor, 'update', og)
  return [...(keeps ? (['update', 'delete'] as const) : []), ...(fetches ? (['fetch'] as const) : [])]
}
