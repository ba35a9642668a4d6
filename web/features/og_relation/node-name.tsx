import type { Reply } from '#contract/endpoint.ts'
import type { ogOwnership } from '#contract/ownership.api.ts'
import { SanctionTag } from '#web/features/standing/standing.ts'
import { displayName } from '#web/platform/display-name.ts'
import { PageLink } from '#web/platform/page.tsx'
import { DangerLevelTag } from '#web/ui/danger-level.tsx'
import css from './og-relation.module.css'

export type ChainNode = Reply<typeof ogOwnership>['nodes'][number]

/** A name with a link to its page, and its level if it has one. */
export function NodeName({ node }: { node: ChainNode | undefined }) {
  if (!node) return null
  return (
    <span className={css.name}>
      <PageLink to={`${node.noun}_detail`} params={{ id: node.id }} className="lines" title={displayName(node)}>
        {displayName(node)}
      </PageLink>
      {node.danger_level && node.danger_level !== '待定' && <DangerLevelTag level={node.danger_level} />}
      <SanctionTag noun={node.noun} id={node.id} />
    </span>
  )
}
