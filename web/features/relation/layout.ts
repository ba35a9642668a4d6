import { UndirectedGraph } from 'graphology'
import layoutModule from 'graphology-layout-forceatlas2'
import { type LayoutInput, type Point, startPlaces } from './layout-start.ts'

// The import is the function itself, but its types describe a module with a default export.
const forceAtlas2 = layoutModule as unknown as typeof layoutModule.default

/** Leaves space for a name below each node. */
const leastSize = 22
const linkLength = 100
/** Beyond this factor, clusters would look squashed. */
const stretchAtMost = 1.8

/** Positions of all nodes: nodes with a former position start there, the others next to their parents. */
export function layOut(input: LayoutInput, atMost = 400): Record<string, Point> {
  const { nodes, edges, aspect = 1 } = input
  if (nodes.length < 2) return Object.fromEntries(nodes.map(({ key }) => [key, { x: 0, y: 0 }]))
  const graph = new UndirectedGraph()
  const start = startPlaces(input)
  for (const { key, depth, size, at } of nodes) {
    const { x, y } = at ?? start.get(key) ?? { x: 0, y: 0 }
    // The record itself stays in the centre.
    graph.mergeNode(key, { size: Math.max(size, leastSize), x, y, fixed: depth === 0 })
  }
  for (const [from, to] of edges) if (from !== to && graph.hasNode(from) && graph.hasNode(to)) graph.mergeEdge(from, to)
  const isLarge = graph.order > 400
  const settings = {
    ...forceAtlas2.inferSettings(graph),
    // Separates groups; plain springs would pull them into one ball.
    linLogMode: true,
    adjustSizes: !isLarge,
    barnesHutOptimize: isLarge,
    barnesHutTheta: 0.9,
    gravity: isLarge ? 0.5 : 0.3,
    scalingRatio: isLarge ? 2 : 20,
    slowDown: isLarge ? 2 : 6,
  }
  // Enough iterations to settle for small graphs; limited time for large ones.
  const iterations = Math.round(Math.min(atMost, Math.max(40, 160_000 / graph.order)))
  const isFresh = nodes.every(node => !node.at)
  const at = iterations > 0 ? forceAtlas2(graph, { iterations, settings }) : Object.fromEntries(start)
  const places = scalePositions(at, graph)
  return fillBox(places, aspect, isFresh)
}

/**
 * Scales the layout so that a median link has length 100: two nodes alone are then as far apart as those in a crowd.
 */
function scalePositions(places: Record<string, Point>, graph: UndirectedGraph): Record<string, Point> {
  const lengths = graph.mapEdges((_, __, from, to) => {
    const [a, b] = [places[from], places[to]]
    return a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0
  })
  const middle = lengths.toSorted((one, other) => one - other)[lengths.length >> 1] || linkLength
  const by = linkLength / middle
  return Object.fromEntries(Object.entries(places).map(([key, { x, y }]) => [key, { x: x * by, y: y * by }]))
}

/** Fits the layout to a wide box: its longest axis is turned along the box, and it is stretched slightly to fill it. */
function fillBox(places: Record<string, Point>, aspect: number, isFresh: boolean): Record<string, Point> {
  const all = Object.values(places)
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const [x0, y0] = [mean(all.map(({ x }) => x)), mean(all.map(({ y }) => y))]
  const xx = mean(all.map(({ x }) => (x - x0) ** 2))
  const yy = mean(all.map(({ y }) => (y - y0) ** 2))
  const xy = mean(all.map(({ x, y }) => (x - x0) * (y - y0)))
  // A layout that was shown before is not turned: users would lose their orientation.
  const angle = isFresh ? 0.5 * Math.atan2(2 * xy, xx - yy) - (aspect < 1 ? Math.PI / 2 : 0) : 0
  const [cos, sin] = [Math.cos(-angle), Math.sin(-angle)]
  const turned = Object.entries(places).map(([key, { x, y }]): [string, Point] => [
    key,
    { x: x * cos - y * sin, y: x * sin + y * cos },
  ])
  const spread = (of: (point: Point) => number) => {
    const values = turned.map(([, point]) => of(point)).toSorted((one, other) => one - other)
    return (values.at(-1) ?? 0) - (values[0] ?? 0) || 1
  }
  const missing = aspect / (spread(({ x }) => x) / spread(({ y }) => y))
  const stretch = Math.sqrt(Math.min(stretchAtMost, Math.max(1 / stretchAtMost, missing)))
  return Object.fromEntries(turned.map(([key, { x, y }]) => [key, { x: x * stretch, y: y / stretch }]))
}
