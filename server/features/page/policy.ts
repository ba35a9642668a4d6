import { admins, editors } from '#contract/role.ts'
import { ogPolicy } from '#server/features/og/policy.ts'
import { may, type Protected } from '#server/platform/access.ts'
import type { Actor } from '#server/platform/ctx.ts'

/** The acts on a page: administrators keep the list of pages, whoever may change the organisation may fetch. */
export function pageActs(actor: Actor, og: Protected): ('update' | 'delete' | 'fetch')[] {
  const keeps = admins.includes(actor.role)
  const fetches = editors.includes(actor.role) && may(ogPolicy, actor, 'update', og)
  return [...(keeps ? (['update', 'delete'] as const) : []), ...(fetches ? (['fetch'] as const) : [])]
}
