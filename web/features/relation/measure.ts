import { UndirectedGraph } from 'graphology'
import { bidirectional, brandes } from 'graphology-shortest-path/unweighted.js'
import { edgesByNode, type Graph, keyOf } from './graph.ts'

function graphologyOf({ nodes, edges }: Graph): UndirectedGraph {
  const graph = new UndirectedGraph()
  for (const node of nodes) graph.mergeNode(keyOf(node))
  for (const { from, to } of edges) if (graph.hasNode(from) && graph.hasNode(to)) graph.mergeEdge(from, to)
  return graph
}

/** Keys of the nodes on a shortest path between two, both included; null if the visible graph has none. */
export function pathBetween(graph: Graph, from: string, to: string): string[] | null {
  const whole = graphologyOf(graph)
  return whole.hasNode(from) && whole.hasNode(to) ? bidirectional(whole, from, to) : null
}

/** Larger graphs are ranked by links alone: computing paths between all pairs would block the page. */
const betweenUpTo = 800

export type RankedNode = { key: string; links: number; between: number | null }

/**
 * Ranks the visible nodes by betweenness, the number of shortest paths through a node (Brandes 2001), then by links.
 */
export function rankNodes(graph: Graph): RankedNode[] {
  const links = edgesByNode(graph.edges)
  const between = graph.nodes.length <= betweenUpTo ? betweenness(graphologyOf(graph)) : undefined
  return graph.nodes
    .map(node => keyOf(node))
    .map(key => ({ key, links: links.get(key)?.length ?? 0, between: between ? (between.get(key) ?? 0) : null }))
    .sort((a, b) => (b.between ?? 0) - (a.between ?? 0) || b.links - a.links)
}

function betweenness(graph: UndirectedGraph): Map<string, number> {
  const total = new Map<string, number>()
  graph.forEachNode(source => {
    const [order, before, ways] = brandes(graph, source)
    const share = new Map<string, number>()
    for (const key of order.toReversed()) {
      const own = share.get(key) ?? 0
      for (const earlier of before[key] ?? [])
        share.set(earlier, (share.get(earlier) ?? 0) + ((ways[earlier] ?? 0) / (ways[key] ?? 1)) * (1 + own))
      if (key !== source) total.set(key, (total.get(key) ?? 0) + own)
    }
  })
  // Every pair was counted from both of its ends.
  return new Map([...total].map(([key, sum]) => [key, sum / 2]))
}
