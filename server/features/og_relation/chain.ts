import { type ChainRow, type ChainStep, chainDepth, type UltimateOwner } from '#contract/ownership.api.ts'
import { fullShare, mostOf, none, type PercentRange, reaches, sumOfShares, timesOf } from './share.ts'

export type Direction = 'up' | 'down'

const nearEnd = (direction: Direction, step: ChainStep) => (direction === 'up' ? step.og : step.from)
const far = (direction: Direction, step: ChainStep) => (direction === 'up' ? step.from : step.og)
const most = (step: ChainStep) => step.share?.max ?? -1

/** Steps by the node that they begin at, the greatest shares first. */
function byNear(steps: readonly ChainStep[], direction: Direction): Map<string, ChainStep[]> {
  const sorted = steps.toSorted((a, b) => most(b) - most(a) || (a.links[0] ?? 0) - (b.links[0] ?? 0))
  return Map.groupBy(sorted, step => nearEnd(direction, step))
}

/**
 * The chains from one node as rows of a tree. A node that is already on the path ends that path; a subtree that was
 * listed before is not repeated.
 */
export function chainRows(root: string, steps: readonly ChainStep[], direction: Direction): ChainRow[] {
  const next = byNear(steps, direction)
  const rows: ChainRow[] = []
  const visited = new Set<string>()
  const walk = (node: string, share: PercentRange | null, way: readonly string[]) => {
    for (const step of next.get(node) ?? []) {
      const end = far(direction, step)
      const sofar = share && step.share && timesOf(share, step.share)
      const isFurther = next.has(end) && way.length < chainDepth
      const ends = way.includes(end) ? 'cycle' : visited.has(end) && isFurther ? 'shown' : null
      rows.push({ depth: way.length, node: end, step, share: sofar, ends })
      if (ends || !isFurther) continue
      visited.add(end)
      walk(end, sofar, [...way, end])
    }
  }
  walk(root, fullShare, [root])
  return rows
}

/** At most `most` rows, the nearest first, in the tree's order: every row is listed with its parent. */
export function nearestRows(rows: readonly ChainRow[], most: number): ChainRow[] {
  const byDepth = [...rows.keys()].sort((a, b) => (rows[a]?.depth ?? 0) - (rows[b]?.depth ?? 0) || a - b)
  const kept = new Set(byDepth.slice(0, most))
  return rows.filter((_, n) => kept.has(n))
}

/** The most paths that are examined: a group of companies that all own one another has too many. */
const waysAtMost = 50_000

/** The share that each node above has in one node, summed over all simple paths. */
export function effectiveShares(
  root: string,
  steps: readonly ChainStep[],
): { shares: Map<string, PercentRange>; isCut: boolean } {
  const owning = steps.filter(step => step.share !== null)
  const { used, folded } = withoutRepeats(owning)
  const next = byNear(used, 'up')
  const found = new Map<string, PercentRange>()
  const way = new Set([root])
  let left = waysAtMost
  const walk = (node: string, share: PercentRange) => {
    for (const step of next.get(node) ?? []) {
      if (way.has(step.from) || left <= 0) continue
      left -= 1
      const sofar = timesOf(share, step.share ?? fullShare)
      const before = found.get(step.from) ?? none
      found.set(step.from, { min: before.min + sofar.min, max: before.max + sofar.max })
      if (way.size >= chainDepth) continue
      way.add(step.from)
      walk(step.from, sofar)
      way.delete(step.from)
    }
  }
  walk(root, fullShare)
  const shares = new Map([...found].map(([node, share]) => [node, sumOfShares([share])]))
  for (const step of folded)
    if (step.og === root && step.share) shares.set(step.from, mostOf(shares.get(step.from) ?? step.share, step.share))
  return { shares, isCut: left <= 0 }
}

/**
 * A beneficial holding states the end of a chain. If the chain itself is known, the holding repeats it and is not a
 * step of its own.
 */
function withoutRepeats(steps: readonly ChainStep[]): { used: ChainStep[]; folded: ChainStep[] } {
  const direct = byNear(
    steps.filter(step => !step.is_beneficial),
    'up',
  )
  const isFolded = (step: ChainStep) => step.is_beneficial && isReached(direct, step.og, step.from)
  return { used: steps.filter(step => !isFolded(step)), folded: steps.filter(isFolded) }
}

function isReached(next: ReadonlyMap<string, ChainStep[]>, from: string, to: string): boolean {
  const seen = new Set([from])
  for (const node of seen)
    for (const step of next.get(node) ?? []) {
      if (step.from === to) return true
      seen.add(step.from)
    }
  return false
}

/**
 * Owners without known owners, with their total shares, the greatest first. `open`: nodes that were not followed
 * further.
 */
export function ultimateOwners(
  root: string,
  steps: readonly ChainStep[],
  { threshold, open }: { threshold: number; open: ReadonlySet<string> },
): { owners: UltimateOwner[]; isCut: boolean } {
  const owned = new Set(steps.filter(step => step.share !== null).map(step => step.og))
  const { shares, isCut } = effectiveShares(root, steps)
  const owners = [...shares].flatMap(([node, share]): UltimateOwner[] => {
    const reached = reaches(share, threshold)
    return reached && !owned.has(node) && !open.has(node) ? [{ node, share, is_certain: reached === 'certain' }] : []
  })
  return { owners: owners.sort((a, b) => b.share.max - a.share.max || b.share.min - a.share.min), isCut }
}
