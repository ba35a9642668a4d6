import type { Ref } from 'react'
import type { GraphEdge } from '#contract/relation.ts'
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

export type ViewProps = {
  graph: Placed
  root: string
  selected: string | null
  /** Keys of the nodes on the way that is shown, in order; empty for none. */
  path: readonly string[]
  /** What stands on a link's line. */
  edgeName: (edge: GraphEdge) => string
  onSelect: (key: string | null) => void
  onExpand: (key: string) => void
  handle: Ref<ViewHandle>
}
