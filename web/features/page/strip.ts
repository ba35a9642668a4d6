import type { PageVersion, TimelineVersion } from '#contract/page.api.ts'

/** A version as the timeline shows it; the size of its change is known after the timeline has loaded. */
export type LineVersion = Omit<TimelineVersion, 'change' | 'has_picture'> &
  Partial<Pick<TimelineVersion, 'change' | 'has_picture'>>

const leastPx = 12
const mostPx = 32
const pxPerTenfold = 6

/** The height of a mark in pixels: ten times the characters are one step more. Null if the size is unknown. */
export function sizeOf(change: LineVersion['change']): number | null {
  if (change === undefined) return null
  const chars = change ? change.added + change.removed : 0
  return Math.round(Math.min(mostPx, leastPx + pxPerTenfold * Math.log10(1 + chars)))
}

/** The position of each version along time, 0 to 1, oldest first. Versions of one moment are in the middle. */
export function positionsInTime(versions: readonly Pick<PageVersion, 'fetched_at'>[]): number[] {
  const times = versions.map(({ fetched_at: at }) => new Date(at).getTime())
  const first = Math.min(...times)
  const span = Math.max(...times) - first
  return times.map(time => (span === 0 ? 0.5 : (time - first) / span))
}

/** The version nearest to a position. */
export function nearest(places: readonly number[], at: number): number {
  let best = 0
  for (const [index, place] of places.entries())
    if (Math.abs(place - at) < Math.abs((places[best] ?? Infinity) - at)) best = index
  return best
}
