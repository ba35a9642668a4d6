import type { Ref } from 'react'
import type { Placed } from './use-layout.ts'

/** What a drawing of the graph can be told from outside. */
export type ViewHandle = {
  fit(): void
  zoom(factor: number): void
  /** Brings a node into sight. */
  show(key: string): void
  picture(): Promise<Blob>
}

export type ViewProps = {
  graph: Placed
  root: string
  selected: string | null
  /** Keys of the nodes on the way that is shown, in order; empty for none. */
  path: readonly string[]
  /** A name for each link. */
  nameEdge: (key: string) => string
  onSelect: (key: string | null) => void
  onExpand: (key: string) => void
  handle: Ref<ViewHandle>
}

/** Keys of the links between neighbours on a way. */
export function isOnPath(path: readonly string[], from: string, to: string): boolean {
  const at = path.indexOf(from)
  return at >= 0 && (path[at + 1] === to || path[at - 1] === to)
}
