export type Point = { x: number; y: number }
export type NodePositions = Record<string, Point>
export type LayoutInput = {
  nodes: { key: string; depth: number; size: number; at?: Point | undefined }[]
  edges: [string, string][]
  /** Width of the box to fill, divided by its height. */
  aspect?: number
}

const ring = 100

/**
 * Initial positions: nodes are in rings by their distance, each within its parent's part of the ring, as wide as its
 * subtree. Forces alone do not resolve the crossings of a random start.
 */
export function startPlaces({ nodes, edges }: LayoutInput): Map<string, Point> {
  const links = new Map(nodes.map(({ key }): [string, string[]] => [key, []]))
  for (const [from, to] of edges) {
    links.get(from)?.push(to)
    links.get(to)?.push(from)
  }
  const children = new Map<string, string[]>()
  const order: string[] = []
  const met = new Set<string>()
  // Nodes without a link to the root become further roots, in a ring around it.
  const roots = [...nodes]
    .sort((one, other) => one.depth - other.depth)
    .flatMap(({ key }) => {
      if (met.has(key)) return []
      met.add(key)
      const reached = [key]
      for (const at of reached) {
        const own = (links.get(at) ?? []).filter(other => links.has(other) && !met.has(other) && met.add(other))
        children.set(at, own)
        reached.push(...own)
      }
      order.push(...reached)
      return [key]
    })
  const leaves = new Map<string, number>()
  for (const key of order.toReversed()) {
    const own = children.get(key) ?? []
    leaves.set(key, own.length === 0 ? 1 : own.reduce((sum, child) => sum + (leaves.get(child) ?? 1), 0))
  }
  const places = new Map<string, Point>()
  const waiting = spread(roots, 0, 2 * Math.PI, roots.length > 1 ? 1 : 0)
  for (const { key, from, to, depth } of waiting) {
    const angle = (from + to) / 2
    places.set(key, { x: depth * ring * Math.cos(angle), y: depth * ring * Math.sin(angle) })
    for (const child of spread(children.get(key) ?? [], from, to, depth + 1)) waiting.push(child)
  }
  return places

  function spread(keys: readonly string[], from: number, to: number, depth: number) {
    const all = keys.reduce((sum, key) => sum + (leaves.get(key) ?? 1), 0)
    let at = from
    return keys.map(key => {
      const begin = at
      at += ((to - from) * (leaves.get(key) ?? 1)) / all
      return { key, from: begin, to: at, depth }
    })
  }
}
