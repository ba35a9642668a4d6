import type { Received, Reply } from '#contract/endpoint.ts'
import type { ogOwnership } from '#contract/ownership.api.ts'
import type { PartyEntity } from '#contract/registry.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { AppError } from '#server/platform/http/errors.ts'
import { type FoundEnd, findEnd } from './chain.queries.ts'
import { chainRows, nearestRows, ultimateOwners } from './chain.ts'
import { blockedControl, blockedHoldings, blockedOf, sanctionedShare, sumOverWhole } from './sanctioned.ts'
import { type ChainLink, stepsOf } from './share.ts'
import { emptyWalk, endKey, type WalkResult, walk } from './walk.ts'

type Ownership = Reply<typeof ogOwnership>

/** The most rows of a tree; sums include everything that was walked, even if it is not listed. */
const rowsAtMost = 200

/** Whether a party of this entity can be owned. */
const hasOwners: Record<PartyEntity, boolean> = { og: true, person: false }

/**
 * Chains over records that this reader may read, as of today: a restricted record is neither a step, nor a share, nor
 * an end.
 */
export async function readOwnership(
  ctx: Ctx,
  noun: PartyEntity,
  { params, query }: Pick<Received<typeof ogOwnership>, 'params' | 'query'>,
): Promise<Ownership> {
  const root = await findEnd(ctx, noun, params.id)
  if (!root) throw new AppError('not_found')
  const key = endKey(root)
  const [up, down] = await Promise.all([
    hasOwners[noun] ? walk(ctx, [root], 'up') : emptyWalk(),
    walk(ctx, [root], 'down'),
  ])
  const [above, below] = [stepsOf(up.nearLinks), stepsOf(down.nearLinks)]
  const { owners, isCut } = ultimateOwners(key, above, { threshold: Number(query.threshold), open: up.open })
  const trees = [chainRows(key, above, 'up'), chainRows(key, below, 'down')] as const
  const [upwards, downwards] = [nearestRows(trees[0], rowsAtMost), nearestRows(trees[1], rowsAtMost)]
  const rule = await ruleOf(ctx, root, up, down)
  const nodes = new Map([...rule.around.nodes, ...up.nodes, ...down.nodes, [key, root]])
  const shown = new Set([
    ...[key, ...owners.map(({ node }) => node), ...[...upwards, ...downwards].map(({ node }) => node)],
    ...(rule.sanctioned?.holders.flatMap(({ path, node }) => [node, ...path]) ?? []),
    ...rule.blocked.map(({ node }) => node),
    ...rule.control.flatMap(({ from, og }) => [from, og]),
  ])
  const isFolded = trees.some(rows => rows.length > rowsAtMost)
  return {
    nodes: [...nodes].flatMap(([key, node]) => (shown.has(key) ? [{ ...node, key }] : [])),
    owners: upwards,
    holdings: downwards,
    ultimate: owners,
    ...{ sanctioned: rule.sanctioned, blocked: rule.blocked, control: rule.control },
    owners_sum: sumOverWhole(key, above),
    is_cut: isFolded || isCut || rule.around.isCut || [up, down].some(walked => walked.isCut || walked.open.size > 0),
  }
}

/** The 50 % rule for one record: shares and control that blocked parties have in it, and what it blocks itself. */
async function ruleOf(ctx: Ctx, root: FoundEnd, up: WalkResult, down: WalkResult) {
  const key = endKey(root)
  const sanctionedOf = (...all: WalkResult[]) =>
    new Set(all.flatMap(({ nodes }) => [...nodes].flatMap(([each, node]) => (node.is_sanctioned ? [each] : []))))
  const above = stepsOf(up.links)
  // An organisation's indirect holding in itself is no reason of its own.
  const others = sanctionedOf(up)
  others.delete(key)
  const sanctioned = sanctionedShare(key, others, above)
  const controlled = blockedControl(key, others, above, up.links).filter(({ og }) => og === key)
  const isBlocked = root.is_sanctioned || blockedOf(others, above, 'max').has(key)
  if (!isBlocked) return { sanctioned, blocked: [], control: controlled, around: emptyWalk() }
  // The remaining shares may belong to others: co-owners of the organisation's holdings are part of the sum.
  const holdings = [...down.nodes.values()].filter(node => endKey(node) !== key)
  const around = holdings.length > 0 ? await walk(ctx, holdings, 'up') : emptyWalk()
  const links = unique([...up.links, ...down.links, ...around.links])
  const steps = stepsOf(links)
  const all = sanctionedOf(up, down, around)
  if (root.is_sanctioned) all.add(key)
  const controls = blockedControl(key, all, steps, links).filter(({ from }) => from === key)
  return { sanctioned, blocked: blockedHoldings(key, all, steps), control: [...controlled, ...controls], around }
}

const unique = <Link extends ChainLink>(links: readonly Link[]): Link[] => [
  ...new Map(links.map(link => [link.id, link])).values(),
]
