import type { KeyboardEvent } from 'react'
import type { GraphEdge } from '#contract/relation.api.ts'
import { otherEnd } from './graph.ts'
import type { NodePositions } from './use-layout.ts'

const directions: Record<string, [number, number]> = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowDown: [0, 1],
  ArrowUp: [0, -1],
}

/** The neighbour of a node that lies best in the direction of an arrow key. */
export function neighbourTowards(
  key: string,
  arrow: string,
  links: ReadonlyMap<string, readonly GraphEdge[]>,
  places: NodePositions,
): string | undefined {
  const [dx, dy] = directions[arrow] ?? [0, 0]
  const here = places[key]
  if (!here) return undefined
  const lying = (links.get(key) ?? []).flatMap(edge => {
    const other = otherEnd(edge, key)
    const place = places[other]
    if (!place || other === key) return []
    const [x, y] = [place.x - here.x, place.y - here.y]
    return [{ other, towards: (x * dx + y * dy) / (Math.hypot(x, y) || 1) }]
  })
  return lying.filter(one => one.towards > 0.2).sort((a, b) => b.towards - a.towards)[0]?.other
}

export const isArrow = (key: string) => key in directions

/** Runs the action of a key on the drawing; other keys are left to the page. */
export function onKey(event: KeyboardEvent, acts: Record<string, (() => void) | undefined>): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return
  const act = acts[event.key.length === 1 ? event.key.toLowerCase() : event.key]
  if (!act) return
  event.preventDefault()
  event.stopPropagation()
  act()
}
