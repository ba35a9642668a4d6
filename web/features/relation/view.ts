import type { Ref } from 'react'
import type { GraphEdge } from '#contract/relation.api.ts'
import type { SanctionLevel } from '#contract/standing.api.ts'
import type { PlacedGraph } from './use-layout.ts'

/** The methods of a drawing for its surroundings. */
export type ViewHandle = {
  fit(): void
  zoom(factor: number): void
  /** Scrolls a node into view. */
  show(key: string): void
  /** A picture of the whole graph, whichever part of it is visible. Reports get the colours of paper. */
  picture(as: 'png' | 'svg', isPaper?: boolean): Promise<Blob>
  /** The same for the printer, at once: the browser prints without waiting. */
  print(): Element | null
}

/** The mark of a node that is on a list, or has hits to decide (`open`). */
export type NodeSanctionStatus = SanctionLevel | 'open'
export type NodeSanctionStatuses = ReadonlyMap<string, NodeSanctionStatus>

/** Keys of the lines on the way to sanctioned parties. */
export type RiskLines = { shown: ReadonlySet<string>; inPictures: ReadonlySet<string> }

export type ViewProps = {
  graph: PlacedGraph
  root: string
  selected: string | null
  /** Keys of the nodes on the shown path, in order; empty without a path. */
  path: readonly string[]
  /** By the keys of nodes. Pictures omit them, because their readers may have no right to see hits. */
  standings: NodeSanctionStatuses
  /** The red lines: on the screen, and in pictures, where decisions on hits do not count. */
  risk: RiskLines
  /** The second line below the name of a node. */
  noteOf?: ((key: string) => string | null) | undefined
  /** The label on the line of a link. */
  edgeName: (edge: GraphEdge) => string
  onSelect: (key: string | null) => void
  onExpand: (key: string) => void
  handle: Ref<ViewHandle>
}

/** Whether the panel of a drawing fills the screen. */
export type FullScreen = { isFull: boolean; toggle: () => void }
