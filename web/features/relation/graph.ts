import { partyKey } from '#contract/party-key.ts'
import type { PartyEntity } from '#contract/registry.ts'
import type { GraphEdge, GraphNode } from '#contract/relation.api.ts'
import { type GraphFilter, isIn, type LinkType, noFilter, sortOf } from './filter.ts'

export type Graph = { nodes: GraphNode[]; edges: GraphEdge[] }

export const keyOf = ({ kind, id }: { kind: PartyEntity; id: number }) => partyKey(kind, id)
export const edgeKeyOf = ({ kind, id, from }: GraphEdge) =>
  kind === 'derived' ? `${kind} ${from} ${id}` : `${kind}${id}`
export const typeOf = ({ kind, type, og_type }: GraphEdge): LinkType =>
  kind === 'derived' ? kind : (type ?? (og_type ? `og_${og_type}` : 'membership'))
/** Counts, paths and ranks are of links that users have stated. */
export const isStated = ({ kind }: GraphEdge) => kind !== 'derived'
/** Names the line between two nodes, in whichever direction its links lead. */
export const lineKey = (one: string, other: string) => (one < other ? `${one} ${other}` : `${other} ${one}`)
export const otherEnd = (edge: GraphEdge, key: string) => (edge.from === key ? edge.to : edge.from)

/** Merges several graphs; each node and link occurs once. A node's distance is that of the first graph with it. */
export function mergeGraphs(graphs: readonly Graph[]): Graph {
  const nodes = new Map<string, GraphNode>()
  const edges = new Map<string, GraphEdge>()
  for (const graph of graphs) {
    for (const node of graph.nodes) if (!nodes.has(keyOf(node))) nodes.set(keyOf(node), node)
    for (const edge of graph.edges) edges.set(edgeKeyOf(edge), edge)
  }
  return { nodes: [...nodes.values()], edges: [...edges.values()] }
}

/** Links by node, listed at both of their ends. */
export function edgesByNode(edges: readonly GraphEdge[]): Map<string, GraphEdge[]> {
  const found = new Map<string, GraphEdge[]>()
  for (const edge of edges)
    for (const key of [edge.from, edge.to]) {
      const list = found.get(key)
      if (list) list.push(edge)
      else found.set(key, [edge])
    }
  return found
}

/**
 * The part of the graph that is reachable from the root over links and nodes that pass the filter, without passing
 * through collapsed nodes. The root is always included.
 */
export function visibleGraph(
  { nodes, edges }: Graph,
  root: string,
  { collapsed, ...filter }: Partial<GraphFilter> & { collapsed: ReadonlySet<string> },
): Graph {
  const { hidden, hiddenSorts, years } = { ...noFilter, ...filter }
  const there = new Set(nodes.filter(node => !hiddenSorts.has(sortOf(node))).map(keyOf)).add(root)
  const followed = edges.filter(
    edge =>
      !hidden.has(typeOf(edge)) && there.has(edge.from) && there.has(edge.to) && (years === null || isIn(edge, years)),
  )
  const links = edgesByNode(followed)
  const reached = new Set([root])
  for (const key of reached) {
    if (collapsed.has(key)) continue
    for (const edge of links.get(key) ?? []) reached.add(otherEnd(edge, key))
  }
  return {
    nodes: nodes.filter(node => reached.has(keyOf(node))),
    edges: followed.filter(edge => reached.has(edge.from) && reached.has(edge.to)),
  }
}

/** The numbers of a graph: parties with a stated path to the root, the links between them, and derived links. */
export function countsOf({ edges }: Graph, root: string): { parties: number; links: number; derived: number } {
  const stated = edges.filter(isStated)
  const parties = new Set(stated.flatMap(({ from, to }) => [from, to]))
  parties.delete(root)
  return { parties: parties.size, links: stated.length, derived: edges.length - stated.length }
}
