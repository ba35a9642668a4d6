import type { BlockedControl, BlockedHolding, ChainStep, SanctionedShare } from '#contract/ownership.ts'
import { type ChainLink, type Range, reaches, sumOf, unknown } from './share.ts'

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

/**
 * Organisations that are blocked through what a node holds, step by step through those that are blocked themselves;
 * nothing where the node is neither sanctioned nor blocked.
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
      const min = heldBy(own, each => surely.has(each)).min
      const max = heldBy(own, each => perhaps.has(each)).max
      // A party that is sanctioned itself is blocked whatever is held of it.
      return { node, share: { min, max }, is_certain: surely.has(node), is_alone: alone.has(node) }
    })
    .sort((a, b) => b.share.min - a.share.min || b.share.max - a.share.max)
}

/** Control without shares, of a node by blocked parties or by a node that is blocked. */
export function blockedControl(
  root: string,
  sanctioned: ReadonlySet<string>,
  steps: readonly ChainStep[],
  links: readonly ChainLink[],
): BlockedControl[] {
  const [surely, perhaps] = [blockedOf(sanctioned, steps, 'min'), blockedOf(sanctioned, steps, 'max')]
  const told = new Set<string>()
  return links.flatMap(({ from, og, type }): BlockedControl[] => {
    const key = `${from} ${og} ${type}`
    if (type === 'owns' || !perhaps.has(from) || (og !== root && from !== root) || told.has(key)) return []
    told.add(key)
    return [{ from, og, type, is_certain: surely.has(from) }]
  })
}

/** What the least shares of direct owners come to where that is more than the whole, which cannot be; else null. */
export function sumOverWhole(root: string, steps: readonly ChainStep[]): number | null {
  const sum = (isBeneficial: boolean) =>
    steps
      .filter(step => step.og === root && step.is_beneficial === isBeneficial)
      .reduce((all, step) => all + (step.share?.min ?? 0), 0)
  const most = Math.round(Math.max(sum(false), sum(true)) * 1e4) / 1e4
  return most > 100 ? most : null
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
