import type { Ref } from 'react'
import type { GraphEdge } from '#contract/relation.ts'
import type { StandingLevel } from '#contract/standing.ts'
import type { Placed } from './use-layout.ts'

/** What a drawing of the graph can be told from outside. */
export type ViewHandle = {
  fit(): void
  zoom(factor: number): void
  /** Brings a node into sight. */
  show(key: string): void
  /** All that is shown, whatever of it is in sight. */
  picture(as: 'png' | 'svg'): Promise<Blob>
}

/** What stands at a node that is on a list, or has hits to decide (`open`). */
export type NodeStanding = StandingLevel | 'open'
export type NodeStandings = ReadonlyMap<string, NodeStanding>

export type ViewProps = {
  graph: Placed
  root: string
  selected: string | null
  /** Keys of the nodes on the way that is shown, in order; empty for none. */
  path: readonly string[]
  /** By the keys of nodes. Pictures are without them: they go to readers who may not see hits. */
  standings: NodeStandings
  /** What stands on a link's line. */
  edgeName: (edge: GraphEdge) => string
  onSelect: (key: string | null) => void
  onExpand: (key: string) => void
  handle: Ref<ViewHandle>
}
