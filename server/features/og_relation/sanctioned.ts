import type { BlockedControl, BlockedHolding, ChainStep, SanctionedShare } from '#contract/ownership.api.ts'
import { type ChainLink, type PercentRange, reaches, sumOfShares, unknown } from './share.ts'

const half = 50

/**
 * The combined share of these holders in one organisation. A beneficial holding may repeat a share in the chain of
 * another holder: so the result is at least the greater of both sums, and at most their total.
 */
function combinedShare(steps: readonly ChainStep[], isHolder: (node: string) => boolean): PercentRange {
  const counted = steps.filter(step => step.share !== null && isHolder(step.from))
  const sum = (isBeneficial: boolean) =>
    sumOfShares(counted.filter(step => step.is_beneficial === isBeneficial).map(step => step.share ?? unknown))
  const [direct, beneficial] = [sum(false), sum(true)]
  return { min: Math.max(direct.min, beneficial.min), max: sumOfShares([direct, beneficial]).max }
}

/**
 * The blocked parties: the sanctioned ones, and every party that blocked parties own to 50 % or more in sum, directly
 * or indirectly. An indirect holding counts through parties that are themselves owned to half, not by multiplying
 * shares (OFAC, Revised Guidance on Entities Owned by Persons Whose Property and Interests in Property Are Blocked,
 * 2014-08-13). `by`: the minimum of the ranges, or the maximum.
 */
export function blockedOf(
  sanctioned: ReadonlySet<string>,
  steps: readonly ChainStep[],
  by: 'min' | 'max',
): ReadonlySet<string> {
  const byOg = Map.groupBy(steps, step => step.og)
  const holdings = Map.groupBy(steps, step => step.from)
  const blocked = new Set(sanctioned)
  // The iteration includes parties that are added while it runs.
  for (const node of blocked)
    for (const { og } of holdings.get(node) ?? [])
      if (combinedShare(byOg.get(og) ?? [], each => blocked.has(each))[by] >= half) blocked.add(og)
  return blocked
}

/**
 * The share of blocked parties in an organisation, if it is, or may be, half; with those parties and the paths to them.
 */
export function sanctionedShare(
  root: string,
  sanctioned: ReadonlySet<string>,
  steps: readonly ChainStep[],
): SanctionedShare | null {
  const own = steps.filter(step => step.og === root && step.share !== null)
  const [surely, perhaps] = [blockedOf(sanctioned, steps, 'min'), blockedOf(sanctioned, steps, 'max')]
  const share = {
    min: combinedShare(own, node => surely.has(node)).min,
    max: combinedShare(own, node => perhaps.has(node)).max,
  }
  const reached = reaches(share, half)
  if (!reached) return null
  const holders = own
    .filter(step => perhaps.has(step.from))
    .map(({ from, share }) => ({
      node: from,
      share: share ?? unknown,
      is_certain: surely.has(from),
      path: pathTo(from, sanctioned, steps, surely.has(from) ? surely : perhaps),
    }))
  return { share, is_certain: reached === 'certain', holders: holders.sort((a, b) => b.share.max - a.share.max) }
}

/**
 * Organisations that are blocked through a node's holdings, step by step through blocked ones; empty if the node is
 * neither sanctioned nor blocked.
 */
export function blockedHoldings(
  root: string,
  sanctioned: ReadonlySet<string>,
  steps: readonly ChainStep[],
): BlockedHolding[] {
  const [surely, perhaps] = [blockedOf(sanctioned, steps, 'min'), blockedOf(sanctioned, steps, 'max')]
  if (!perhaps.has(root)) return []
  const alone = blockedOf(new Set([root]), steps, 'min')
  const byOg = Map.groupBy(steps, step => step.og)
  const holdings = Map.groupBy(steps, step => step.from)
  const reached = new Set([root])
  for (const node of reached)
    for (const { og, share } of holdings.get(node) ?? []) if (share !== null && perhaps.has(og)) reached.add(og)
  reached.delete(root)
  return [...reached]
    .map(node => {
      const own = byOg.get(node) ?? []
      const min = combinedShare(own, each => surely.has(each)).min
      const max = combinedShare(own, each => perhaps.has(each)).max
      // A party that is sanctioned itself is blocked, regardless of its owners.
      return { node, share: { min, max }, is_certain: surely.has(node), is_alone: alone.has(node) }
    })
    .sort((a, b) => b.share.min - a.share.min || b.share.max - a.share.max)
}

/** Control without shares, over a node by blocked parties or by a blocked node. */
export function blockedControl(
  root: string,
  sanctioned: ReadonlySet<string>,
  steps: readonly ChainStep[],
  links: readonly ChainLink[],
): BlockedControl[] {
  const [surely, perhaps] = [blockedOf(sanctioned, steps, 'min'), blockedOf(sanctioned, steps, 'max')]
  const visited = new Set<string>()
  return links.flatMap(({ from, og, type }): BlockedControl[] => {
    const key = `${from} ${og} ${type}`
    if (type === 'owns' || !perhaps.has(from) || (og !== root && from !== root) || visited.has(key)) return []
    visited.add(key)
    return [{ from, og, type, is_certain: surely.has(from) }]
  })
}

/** The sum of the minimum shares of direct owners if it exceeds 100 %, which is impossible; else null. */
export function sumOverWhole(root: string, steps: readonly ChainStep[]): number | null {
  const sum = (isBeneficial: boolean) =>
    steps
      .filter(step => step.og === root && step.is_beneficial === isBeneficial)
      .reduce((all, step) => all + (step.share?.min ?? 0), 0)
  const most = Math.round(Math.max(sum(false), sum(true)) * 1e4) / 1e4
  return most > 100 ? most : null
}

/**
 * A shortest path up from a blocked holder, through blocked parties, to one that is sanctioned itself; returned from
 * the top down.
 */
function pathTo(
  holder: string,
  sanctioned: ReadonlySet<string>,
  steps: readonly ChainStep[],
  blocked: ReadonlySet<string>,
): string[] {
  const above = Map.groupBy(
    steps.filter(step => step.share !== null && blocked.has(step.from)),
    step => step.og,
  )
  const below = new Map<string, string | null>([[holder, null]])
  for (const [node] of below) {
    if (sanctioned.has(node)) return wayDown(node, below)
    for (const { from } of above.get(node) ?? []) if (!below.has(from)) below.set(from, node)
  }
  return [holder]
}

function wayDown(from: string, below: ReadonlyMap<string, string | null>): string[] {
  const way: string[] = []
  for (let at: string | null = from; at !== null; at = below.get(at) ?? null) way.push(at)
  return way
}
