import type { Reply } from '#contract/endpoint.ts'
import { partyOfKey } from '#contract/party-key.ts'
import { type findPath as endpoint, pathAtMost } from '#contract/relation.api.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { AppError } from '#server/platform/http/errors.ts'
import { findReadable } from './end.queries.ts'
import { findNeighbours, type Neighbour } from './graph.queries.ts'
import { byKind, neighbourKey, readNodes } from './graph.ts'

/** The most nodes examined around one end: beyond that, a path through a few hubs connects everyone with everyone. */
const nodesAtMost = 20_000
const linksAtMost = 200

/** The nodes reached from one end, by the number of links; the last level is the outermost. */
type ReachedNodes = { levels: Map<string, Neighbour>[]; known: Map<string, Neighbour>; isCut: boolean }

const begin = (node: Neighbour): ReachedNodes => {
  const first = new Map([[neighbourKey(node), node]])
  return { levels: [first], known: new Map(first), isCut: false }
}
const outermost = ({ levels }: ReachedNodes) => levels.at(-1) ?? new Map<string, Neighbour>()

/**
 * A shortest path between two records over readable ones. The search grows from both ends, the smaller side first,
 * until they meet. As in a graph, an unreadable record is never a step.
 */
export async function findPath(ctx: Ctx, query: { from: string; to: string }): Promise<Reply<typeof endpoint>> {
  const [from, to] = [partyOfKey(query.from), partyOfKey(query.to)]
  for (const end of [from, to])
    if (!(await findReadable(ctx, end.kind, [end.id])).has(end.id)) throw new AppError('not_found')
  const [here, there] = [begin(from), begin(to)]
  let meeting = meetingNode(here, there)
  while (!meeting && here.levels.length + there.levels.length - 2 < pathAtMost) {
    const side = outermost(here).size <= outermost(there).size ? here : there
    if (outermost(side).size === 0) break
    await grow(ctx, side)
    meeting = meetingNode(here, there)
  }
  if (!meeting) return { nodes: [], edges: [], is_cut: here.isCut || there.isCut }
  const way = [
    ...(await pathToStart(ctx, meeting, here)).toReversed(),
    meeting,
    ...(await pathToStart(ctx, meeting, there)),
  ]
  const order = new Map(way.map((node, depth) => [neighbourKey(node), depth]))
  const { nodes, edges } = await readNodes(
    ctx,
    way.map((node, depth) => ({ ...node, depth })),
    'any',
    linksAtMost,
  )
  const isStep = (a: string, b: string) => Math.abs((order.get(a) ?? 0) - (order.get(b) ?? 0)) === 1
  return { nodes, edges: edges.filter(edge => isStep(edge.from, edge.to)), is_cut: here.isCut || there.isCut }
}

async function grow(ctx: Ctx, side: ReachedNodes): Promise<void> {
  const most = nodesAtMost + side.known.size
  const neighbours = await findNeighbours(ctx, byKind(outermost(side).values()), 'any', { perNode: nodesAtMost, most })
  side.isCut ||= neighbours.length === most
  const fresh = neighbours.filter(node => !side.known.has(neighbourKey(node)))
  side.levels.push(new Map(fresh.map(node => [neighbourKey(node), node])))
  for (const node of fresh) side.known.set(neighbourKey(node), node)
}

/**
 * A node that both sides have reached. All such nodes are equally far, because only the outermost level of one side is
 * new.
 */
function meetingNode(one: ReachedNodes, other: ReachedNodes): Neighbour | undefined {
  for (const [key, node] of outermost(one)) if (other.known.has(key)) return node
  for (const [key, node] of outermost(other)) if (one.known.has(key)) return node
  return undefined
}

/** The path from a reached node back to the start of its side, level by level, without the node itself. */
async function pathToStart(ctx: Ctx, node: Neighbour, side: ReachedNodes): Promise<Neighbour[]> {
  const at = side.levels.findIndex(level => level.has(neighbourKey(node)))
  const way: Neighbour[] = []
  for (const level of side.levels.slice(0, Math.max(0, at)).toReversed()) {
    const neighbours = await findNeighbours(ctx, byKind([way.at(-1) ?? node]), 'any', {
      perNode: nodesAtMost,
      most: nodesAtMost,
    })
    const step = neighbours.find(one => level.has(neighbourKey(one)))
    if (!step) throw new AppError('not_found')
    way.push(step)
  }
  return way
}
