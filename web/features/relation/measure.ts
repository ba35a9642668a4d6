import { UndirectedGraph } from 'graphology'
import { bidirectional, brandes } from 'graphology-shortest-path/unweighted.js'
import { edgesByNode, type Graph, isStated, keyOf, lineKey, otherEnd } from './graph.ts'

function graphologyOf({ nodes, edges }: Graph): UndirectedGraph {
  const graph = new UndirectedGraph()
  for (const node of nodes) graph.mergeNode(keyOf(node))
  for (const { from, to } of edges.filter(isStated))
    if (graph.hasNode(from) && graph.hasNode(to)) graph.mergeEdge(from, to)
  return graph
}

/** Keys of the nodes on a shortest path between two, both included; null if the visible graph has none. */
export function pathBetween(graph: Graph, from: string, to: string): string[] | null {
  const whole = graphologyOf(graph)
  return whole.hasNode(from) && whole.hasNode(to) ? bidirectional(whole, from, to) : null
}

/** Larger graphs have no betweenness: computing paths between all pairs would block the page. */
const betweenUpTo = 800

export type RankedNode = { key: string; links: number; between: number | null }

/**
 * Ranks the visible nodes by their stated links; `between` is the number of shortest paths through a node (Brandes
 * 2001).
 */
export function rankNodes(graph: Graph): RankedNode[] {
  const links = edgesByNode(graph.edges.filter(isStated))
  const between = graph.nodes.length <= betweenUpTo ? betweenness(graphologyOf(graph)) : undefined
  return graph.nodes
    .map(node => keyOf(node))
    .map(key => ({ key, links: links.get(key)?.length ?? 0, between: between ? (between.get(key) ?? 0) : null }))
    .sort((a, b) => b.links - a.links || (b.between ?? 0) - (a.between ?? 0))
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

/**
 * The lines, by their two ends, on a shortest stated path from the root to each sanctioned party; without the other
 * ways, so that the shortest one is seen.
 */
export function sanctionedLines(graph: Graph, root: string, isSanctioned: (key: string) => boolean): Set<string> {
  const links = edgesByNode(graph.edges.filter(isStated))
  const before = new Map<string, string | null>([[root, null]])
  for (const key of before.keys())
    for (const edge of links.get(key) ?? []) {
      const other = otherEnd(edge, key)
      if (!before.has(other)) before.set(other, key)
    }
  const lines = new Set<string>()
  for (const key of before.keys()) {
    if (!isSanctioned(key)) continue
    for (let at = key, next = before.get(at); next; at = next, next = before.get(at)) lines.add(lineKey(at, next))
  }
  return lines
}
