import { UndirectedGraph } from 'graphology'
import layoutModule from 'graphology-layout-forceatlas2'

// The function itself, where its types tell of a module around it.
const forceAtlas2 = layoutModule as unknown as typeof layoutModule.default

export type Point = { x: number; y: number }
export type LayoutInput = {
  nodes: { key: string; depth: number; size: number; at?: Point | undefined }[]
  edges: [string, string][]
}

/** Room for a name under each node. */
const leastSize = 22
const golden = Math.PI * (3 - Math.sqrt(5))

/** Places for all nodes: those placed before begin where they were, others in rings by their distance. */
export function layOut({ nodes, edges }: LayoutInput, atMost = 400): Record<string, Point> {
  const graph = new UndirectedGraph()
  for (const [n, { key, depth, size, at }] of nodes.entries()) {
    const radius = depth * 100 + Math.sqrt(n)
    graph.mergeNode(key, {
      size: Math.max(size, leastSize),
      x: at?.x ?? radius * Math.cos(n * golden),
      y: at?.y ?? radius * Math.sin(n * golden),
    })
  }
  for (const [from, to] of edges) if (from !== to && graph.hasNode(from) && graph.hasNode(to)) graph.mergeEdge(from, to)
  if (graph.order < 2) return Object.fromEntries(nodes.map(({ key }) => [key, { x: 0, y: 0 }]))
  const isLarge = graph.order > 400
  const settings = {
    ...forceAtlas2.inferSettings(graph),
    adjustSizes: !isLarge,
    barnesHutOptimize: isLarge,
    barnesHutTheta: 0.9,
    gravity: isLarge ? 0.5 : 0.2,
    scalingRatio: isLarge ? 10 : 60,
    slowDown: isLarge ? 4 : 8,
  }
  // Enough to come to rest when small; bounded in time when large.
  const iterations = Math.round(Math.min(atMost, Math.max(40, 160_000 / graph.order)))
  return forceAtlas2(graph, { iterations, settings })
}
