import type { NodeSanctionStatus } from '../view.ts'
import type { Bundle } from './bundle.ts'
import type { NodeShape } from './shape.ts'

/** A node at its position in the picture, in pixels. */
export type SceneNode = {
  key: string
  x: number
  y: number
  radius: number
  shape: NodeShape
  colour: string
  name: string
  /** The name, cut if it is long, so that it differs from the others. */
  label: string
  /** The letters in it; its short name where the name has no room. */
  letters: string
  /** A second line below the name. */
  note: string | null
  /** The colour of the ring that shows its level; null without a level. */
  ring: string | null
  icon: string | null
  isStar: boolean
  standing: NodeSanctionStatus | null
  /** Links: of two names that would collide the one with more stays. */
  weight: number
}
export type SceneLink = { bundle: Bundle; a: SceneNode; b: SceneNode }

/** The focus. `lit` contains the nodes that are not faded; null while nothing is faded. */
export type Focus = {
  root: string
  selected: string | null
  hovered: string | null
  path: readonly string[]
  lit: ReadonlySet<string> | null
}
export type Scene = { nodes: SceneNode[]; links: SceneLink[]; focus: Focus; width: number; height: number }

export const isLit = ({ lit }: Focus, key: string) => lit === null || lit.has(key)

/** True if the link connects consecutive nodes of the shown path. */
export function isOnPath(path: readonly string[], a: string, b: string): boolean {
  const at = path.indexOf(a)
  return at >= 0 && (path[at + 1] === b || path[at - 1] === b)
}

/** True if the link is on the path or touches the hovered node; always true while nothing is faded. */
export function isLinkLit(focus: Focus, a: string, b: string): boolean {
  if (focus.lit === null) return true
  if (focus.hovered) return a === focus.hovered || b === focus.hovered
  return isOnPath(focus.path, a, b)
}

/** True for links in focus: they are named first, with their dates. */
export function isLinkChosen(focus: Focus, a: string, b: string): boolean {
  const is = (key: string | null) => key !== null && (a === key || b === key)
  return is(focus.hovered) || is(focus.selected) || isOnPath(focus.path, a, b)
}
