import type { Received, Reply } from '#contract/endpoint.ts'
import type { PartyNoun } from '#contract/noun.ts'
import type { LinkEnd } from '#contract/og_relation.ts'
import { chainDepth, type ogOwnership } from '#contract/ownership.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { AppError } from '#server/platform/errors.ts'
import { type Direction, nearestRows, rowsOf, ultimateOwners } from './chain.ts'
import { type FoundLink, findEnd, findSteps } from './chain-queries.ts'
import { sanctionedShare } from './sanctioned.ts'
import { stepsOf } from './share.ts'

type Ownership = Reply<typeof ogOwnership>

/** Nodes of one direction at most; what lies beyond is told as cut. */
const nodesAtMost = 1_000
/** Lines of a tree: sums are made of all that was walked, whatever of it is told. */
const rowsAtMost = 200

const keyOf = ({ noun, id }: { noun: PartyNoun; id: number }) => `${noun === 'person' ? 'p' : 'o'}${id}`

type Walked = { links: FoundLink[]; nodes: Map<string, LinkEnd>; open: Set<string> }

/** Level by level from one node, each node once, so that a cycle has an end. `open`: nodes not looked beyond. */
async function walk(ctx: Ctx, root: LinkEnd, direction: Direction): Promise<Walked> {
  const nodes = new Map([[keyOf(root), root]])
  const links: FoundLink[] = []
  let frontier = [root]
  for (let depth = 1; depth <= chainDepth && frontier.length > 0; depth += 1) {
    const ids = (noun: PartyNoun) => frontier.filter(node => node.noun === noun).map(node => node.id)
    const found = await findSteps(ctx, direction, { ogs: ids('og'), persons: ids('person') })
    frontier = []
    for (const { far: node, ...link } of found) {
      const key = keyOf(node)
      if (!nodes.has(key)) {
        if (nodes.size >= nodesAtMost) continue
        nodes.set(key, node)
        frontier.push(node)
      }
      links.push({ ...link, far: node })
    }
    // Nobody owns a person: above them there is nothing to look for.
    if (direction === 'up') frontier = frontier.filter(node => node.noun === 'og')
  }
  return { links, nodes, open: new Set(frontier.map(keyOf)) }
}

const nothing: Walked = { links: [], nodes: new Map(), open: new Set() }

/** Chains of what this reader may read, as of today: what is restricted is no step, no share and no end of one. */
export async function readOwnership(
  ctx: Ctx,
  noun: PartyNoun,
  { params, query }: Pick<Received<typeof ogOwnership>, 'params' | 'query'>,
): Promise<Ownership> {
  const root = await findEnd(ctx, noun, params.id)
  if (!root) throw new AppError('not_found')
  const key = keyOf(root)
  const [up, down] = await Promise.all([noun === 'og' ? walk(ctx, root, 'up') : nothing, walk(ctx, root, 'down')])
  const [above, below] = [stepsOf(up.links), stepsOf(down.links)]
  const nodes = new Map([[key, root], ...up.nodes, ...down.nodes])
  // What an organisation holds of itself through others is no reason of its own.
  const others = [...up.nodes].filter(([each]) => each !== key)
  const sanctioned = new Set(others.flatMap(([key, node]) => (node.danger_level === '受制裁' ? [key] : [])))
  const { owners, isCut } = ultimateOwners(key, above, { threshold: Number(query.threshold), open: up.open })
  const trees = [rowsOf(key, above, 'up'), rowsOf(key, below, 'down')] as const
  const [upwards, downwards] = [nearestRows(trees[0], rowsAtMost), nearestRows(trees[1], rowsAtMost)]
  const share = sanctionedShare(key, sanctioned, above)
  const told = new Set([
    ...[key, ...owners.map(({ node }) => node), ...[...upwards, ...downwards].map(({ node }) => node)],
    ...(share?.holders.flatMap(({ path, node }) => [node, ...path]) ?? []),
  ])
  const isFolded = trees.some(rows => rows.length > rowsAtMost)
  return {
    nodes: [...nodes].flatMap(([key, node]) => (told.has(key) ? [{ ...node, key }] : [])),
    owners: upwards,
    holdings: downwards,
    ultimate: owners,
    sanctioned: share,
    is_cut: isFolded || isCut || [up, down].some(({ nodes, open }) => nodes.size >= nodesAtMost || open.size > 0),
  }
}
