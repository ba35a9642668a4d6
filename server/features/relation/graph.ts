import type { Received, Reply } from '#contract/endpoint.ts'
import { partyKey } from '#contract/party-key.ts'
import type { GraphEdge, GraphNode, personRelation } from '#contract/relation.api.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { AppError } from '#server/platform/http/errors.ts'
import { findReadable } from './end.queries.ts'
import { findDegrees, findEdges, findNeighbours, findNodes, type Neighbour, type NodeIds } from './graph.queries.ts'
import { findOgsNear, findPersonsNear } from './near.queries.ts'

type Query = Received<typeof personRelation>['query']
type PersonGraph = Reply<typeof personRelation>

/** The number of edges shown is at most this many times the requested number of nodes. */
const edgesPerNode = 4
/**
 * Only the nearest nodes have icons: those of thousands of nodes would be most of the reply, and too small to be seen.
 */
const facesAtMost = 500
/** The minimum number of links followed from one node, however many nodes are expanded. */
const leastPerNode = 20

export const neighbourKey = ({ kind, id }: Neighbour) => partyKey(kind, id)
export const byKind = (nodes: Iterable<Neighbour>): NodeIds => {
  const all = [...nodes]
  const ids = (kind: Neighbour['kind']) => all.filter(node => node.kind === kind).map(node => node.id)
  return { persons: ids('person'), ogs: ids('og') }
}

/** The nodes around one node, nearest first, with their distances. */
async function walk(ctx: Ctx, root: Neighbour, { depth, limit, through }: Query) {
  const found = new Map<string, Neighbour & { depth: number }>([[neighbourKey(root), { ...root, depth: 0 }]])
  let frontier: Neighbour[] = [root]
  for (let step = 1; step <= depth && frontier.length > 0 && found.size < limit; step += 1) {
    const left = limit - found.size
    const perNode = Math.max(leastPerNode, Math.ceil((4 * left) / frontier.length))
    // Known nodes may be found again, and are only removed here.
    const most = left + found.size
    const neighbours = await findNeighbours(ctx, byKind(frontier), through, { perNode, most })
    frontier = neighbours.filter(node => !found.has(neighbourKey(node))).slice(0, left)
    for (const node of frontier) found.set(neighbourKey(node), { ...node, depth: step })
  }
  return found
}

/** Persons and organisations around a record; unreadable records are neither shown nor passed through. */
export async function readGraph(ctx: Ctx, root: Neighbour, query: Query): Promise<PersonGraph> {
  const there = await findReadable(ctx, root.kind, [root.id])
  if (!there.has(root.id)) throw new AppError('not_found')
  const found = await walk(ctx, root, query)
  const most = query.limit * edgesPerNode
  const [{ nodes, edges }, derived] = await Promise.all([
    readNodes(ctx, [...found.values()], query.through, most),
    readDerived(ctx, root, query),
  ])
  const isOverLimit = edges.length === most || isCut(nodes, edges, query.depth)
  return { ...withDerived({ nodes, edges }, derived, query.derived), is_cut: isOverLimit }
}

/** Stated links are preferred: only as many parties as these could have a link already. */
const statedAmongNear = 60
type Derived = { nodes: GraphNode[]; edges: GraphEdge[] }

/** The parties that have most persons or events in common with the record, and derived links to them. */
async function readDerived(ctx: Ctx, root: Neighbour, query: Query): Promise<Derived> {
  if (query.derived === 0) return { nodes: [], edges: [] }
  const finding = { og: findOgsNear, person: findPersonsNear }[root.kind]
  const near = await finding(ctx, root.id, query.derived + statedAmongNear)
  const wanted = near.map(({ noun, id }) => ({ kind: noun, id, depth: 1 }))
  const { nodes } = await readNodes(ctx, wanted, query.through, 0)
  const edges = near.map(({ noun, id, persons, events }): GraphEdge => {
    const ends = { from: neighbourKey(root), to: partyKey(noun, id), type: null, label: null }
    return { kind: 'derived', id, ...ends, common: { persons, events }, start_time: null, end_time: null }
  })
  return { nodes, edges }
}

/** Adds derived links between parties that have no stated one, at most `most`. */
function withDerived(graph: Derived, derived: Derived, most: number): Derived {
  const stated = new Set(graph.edges.flatMap(({ from, to }) => [`${from} ${to}`, `${to} ${from}`]))
  const edges = derived.edges.filter(({ from, to }) => !stated.has(`${from} ${to}`)).slice(0, most)
  const known = new Set(graph.nodes.map(neighbourKey))
  const added = new Set(edges.map(({ to }) => to).filter(key => !known.has(key)))
  const nodes = derived.nodes.filter(node => added.has(neighbourKey(node)))
  return { nodes: [...graph.nodes, ...nodes], edges: [...graph.edges, ...edges] }
}

/** More parties than a graph can show are not counted one by one. */
const countedUpTo = 5_000

/** The number of parties that a readable stated link connects with this one, as its graph of depth 1 shows them. */
export async function countNeighbours(ctx: Ctx, root: Neighbour): Promise<number> {
  const most = { perNode: countedUpTo, most: countedUpTo }
  const neighbours = await findNeighbours(ctx, byKind([root]), 'any', most)
  return neighbours.filter(node => neighbourKey(node) !== neighbourKey(root)).length
}

/** These nodes in order with the links between them; unreadable nodes are left out with their links. */
export async function readNodes(
  ctx: Ctx,
  wanted: readonly (Neighbour & { depth: number })[],
  through: Query['through'],
  most: number,
): Promise<{ nodes: GraphNode[]; edges: GraphEdge[] }> {
  const ids = byKind(wanted)
  const [bare, degrees, edges] = await Promise.all([
    findNodes(ctx, ids),
    findDegrees(ctx, ids, through),
    findEdges(ctx, ids, through, most),
  ])
  const degreeOf = new Map(degrees.map(node => [neighbourKey(node), node.degree]))
  const known = new Map(bare.map(node => [neighbourKey(node), node]))
  const nodes = wanted.flatMap((one, n) => {
    const node = known.get(neighbourKey(one))
    const icon = n < facesAtMost ? node?.icon : null
    return node ? [{ ...node, icon, depth: one.depth, degree: degreeOf.get(neighbourKey(one)) ?? 0 } as GraphNode] : []
  })
  return { nodes, edges: edges.filter(edge => known.has(edge.from) && known.has(edge.to)) }
}

/** The graph was cut if a node within the depth has more links than are shown. */
function isCut(nodes: readonly GraphNode[], edges: readonly GraphEdge[], depth: number): boolean {
  const shown = new Map<string, number>()
  for (const key of edges.flatMap(edge => [edge.from, edge.to])) shown.set(key, (shown.get(key) ?? 0) + 1)
  return nodes.some(node => node.depth < depth && node.degree > (shown.get(neighbourKey(node)) ?? 0))
}
