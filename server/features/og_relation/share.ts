import type { ChainStep } from '#contract/ownership.api.ts'

export type PercentRange = { min: number; max: number }

/** Shares are rounded to ten-thousandths of a percent, so that 33.3 and 16.7 add up to 50. */
const exact = (value: number) => Math.round(value * 1e4) / 1e4
export const unknown: PercentRange = { min: 0, max: 100 }
export const none: PercentRange = { min: 0, max: 0 }
export const fullShare: PercentRange = { min: 100, max: 100 }

export const timesOf = (a: PercentRange, b: PercentRange): PercentRange => ({
  min: (a.min * b.min) / 100,
  max: (a.max * b.max) / 100,
})
export const sumOfShares = (all: readonly PercentRange[]): PercentRange => ({
  min: Math.min(100, exact(all.reduce((sum, each) => sum + each.min, 0))),
  max: Math.min(100, exact(all.reduce((sum, each) => sum + each.max, 0))),
})
export const mostOf = (a: PercentRange, b: PercentRange): PercentRange => ({
  min: Math.max(a.min, b.min),
  max: Math.max(a.max, b.max),
})

/** Whether a share reaches this percentage: certainly, possibly, or not (null). */
export function reaches({ min, max }: PercentRange, percent: number): 'certain' | 'possible' | null {
  if (exact(min) >= percent) return 'certain'
  return exact(max) >= percent ? 'possible' : null
}

/** A stored link of a chain. */
export type ChainLink = Omit<ChainStep, 'links' | 'share'> & {
  id: number
  type: 'owns' | 'controls' | 'subsidiary'
  share_min: number | null
  share_max: number | null
}

/**
 * Combines links between the same two parties with the same kind of holding into one step. Two current links may repeat
 * the same shares, or be two blocks of shares: the step has at least the greater, and at most the sum.
 */
export function stepsOf(links: readonly ChainLink[]): ChainStep[] {
  const pairs = Map.groupBy(links, link => `${link.from} ${link.og} ${link.is_beneficial}`)
  return [...pairs.values()].map(all => {
    const [{ from, og, is_beneficial } = all[0]!] = all
    const ranges = all.flatMap(({ type, share_min: min, share_max: max }) =>
      type === 'owns' ? [min === null || max === null ? unknown : { min, max }] : [],
    )
    const share = { min: Math.max(...ranges.map(each => each.min)), max: sumOfShares(ranges).max }
    return { from, og, share: ranges.length > 0 ? share : null, is_beneficial, links: all.map(link => link.id) }
  })
}
