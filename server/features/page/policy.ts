import { admins, editors } from '#contract/role.ts'
import { ogPolicy } from '#server/features/og/policy.ts'
import type { Actor, Ctx } from '#server/platform/ctx.ts'
import { may, type Protected, readableLive } from '#server/record/access.ts'

/** A page is there for whom its organisation is there; the row of `og` stands beside it. */
export function isPageThere(ctx: Ctx) {
  return readableLive(ogPolicy, ctx, 'og')
}

/** The acts on a page: administrators keep the list of pages, whoever may change the organisation may fetch. */
export function pageActs(actor: Actor, og: Protected): ('update' | 'delete' | 'fetch')[] {
  const keeps = admins.includes(actor.role)
  const fetches = editors.includes(actor.role) && may(ogPolicy, actor, 'update', og)
  return [...(keeps ? (['update', 'delete'] as const) : []), ...(fetches ? (['fetch'] as const) : [])]
}
