import type { ChainStep, SanctionedShare } from '#contract/ownership.ts'
import { type Range, reaches, sumOf, unknown } from './share.ts'

const half = 50

/**
 * What these holders have of one organisation together. A beneficial holding may say again what stands in the chain of
 * another holder: at least the greater of both sums, at most both.
 */
function heldBy(steps: readonly ChainStep[], isHolder: (node: string) => boolean): Range {
  const counted = steps.filter(step => step.share !== null && isHolder(step.from))
  const sum = (isBeneficial: boolean) =>
    sumOf(counted.filter(step => step.is_beneficial === isBeneficial).map(step => step.share ?? unknown))
  const [direct, beneficial] = [sum(false), sum(true)]
  return { min: Math.max(direct.min, beneficial.min), max: sumOf([direct, beneficial]).max }
}

/**
 * Who is blocked: the sanctioned, and whatever parties that are blocked own to 50 % or more in sum, directly or
 * indirectly. An indirect holding counts through those that are themselves owned to half, not by multiplying shares
 * (OFAC, Revised Guidance on Entities Owned by Persons Whose Property and Interests in Property Are Blocked, 2014-08-13).
 * `by`: the least that ranges mean, or the greatest.
 */
export function blockedOf(
  sanctioned: ReadonlySet<string>,
  steps: readonly ChainStep[],
  by: 'min' | 'max',
): ReadonlySet<string> {
  const byOg = Map.groupBy(steps, step => step.og)
  const holdings = Map.groupBy(steps, step => step.from)
  const blocked = new Set(sanctioned)
  // Whoever is added while it runs has its turn too.
  for (const node of blocked)
    for (const { og } of holdings.get(node) ?? [])
      if (heldBy(byOg.get(og) ?? [], each => blocked.has(each))[by] >= half) blocked.add(og)
  return blocked
}

/** What blocked parties hold of an organisation, if it is, or may be, half; who they are, and through whom. */
export function sanctionedShare(
  root: string,
  sanctioned: ReadonlySet<string>,
  steps: readonly ChainStep[],
): SanctionedShare | null {
  const own = steps.filter(step => step.og === root && step.share !== null)
  const [surely, perhaps] = [blockedOf(sanctioned, steps, 'min'), blockedOf(sanctioned, steps, 'max')]
  const share = {
    min: heldBy(own, node => surely.has(node)).min,
    max: heldBy(own, node => perhaps.has(node)).max,
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

/** A shortest way up from a blocked holder, over blocked ones, to one that is sanctioned itself; told from there down. */
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
