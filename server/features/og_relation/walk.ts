import { chainDepth } from '#contract/ownership.api.ts'
import { partyKey } from '#contract/party-key.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { type FoundEnd, type FoundLink, findSteps, linksOfNode } from './chain.queries.ts'
import type { Direction } from './chain.ts'
import { roundsAtMost } from './sanctioned.queries.ts'

/** The most nodes in one direction; beyond it the walk is reported as cut. */
const nodesAtMost = 1_000

export const endKey = ({ noun, id }: Pick<FoundEnd, 'noun' | 'id'>) => partyKey(noun, id)

export type WalkResult = {
  links: FoundLink[]
  /** Links within the depth of a tree. */
  nearLinks: FoundLink[]
  nodes: Map<string, FoundEnd>
  /** Nodes at the end of a tree that have further links. */
  open: Set<string>
  /** Whether there were more nodes, or more links of a node, than are followed. */
  isCut: boolean
}

export const emptyWalk = (): WalkResult => ({
  links: [],
  nearLinks: [],
  nodes: new Map(),
  open: new Set(),
  isCut: false,
})

/**
 * Walks level by level and visits each node once, so that a cycle ends. The rule needs every level, a tree the first
 * few.
 */
export async function walk(ctx: Ctx, roots: readonly FoundEnd[], direction: Direction): Promise<WalkResult> {
  const walked: WalkResult = { ...emptyWalk(), nodes: new Map(roots.map(root => [endKey(root), root])) }
  const { nodes, links, nearLinks, open } = walked
  let frontier = [...roots]
  for (let depth = 1; depth <= roundsAtMost && frontier.length > 0; depth += 1) {
    const ids = (noun: FoundEnd['noun']) => frontier.filter(node => node.noun === noun).map(node => node.id)
    const found = await findSteps(ctx, direction, { ogs: ids('og'), persons: ids('person') })
    const nearEnd = (link: FoundLink) => (direction === 'up' ? link.og : link.from)
    const counts = Map.groupBy(found, nearEnd)
    walked.isCut ||= [...counts.values()].some(each => each.length >= linksOfNode)
    if (depth === chainDepth + 1) for (const key of counts.keys()) open.add(key)
    frontier = []
    for (const { far: node, ...link } of found) {
      const key = endKey(node)
      if (!nodes.has(key)) {
        if (nodes.size >= nodesAtMost) {
          walked.isCut = true
          continue
        }
        nodes.set(key, node)
        frontier.push(node)
      }
      links.push({ ...link, far: node })
      if (depth <= chainDepth) nearLinks.push({ ...link, far: node })
    }
    // No one owns a person, so nothing above persons is searched.
    if (direction === 'up') frontier = frontier.filter(node => node.noun === 'og')
  }
  walked.isCut ||= frontier.length > 0
  return walked
}
