import type { PageVersion } from '#contract/page.ts'

/** Where each version stands along time, 0 to 1; oldest first. Versions of one moment stand in the middle. */
export function placesOf(versions: readonly Pick<PageVersion, 'fetched_at'>[]): number[] {
  const times = versions.map(({ fetched_at: at }) => new Date(at).getTime())
  const first = Math.min(...times)
  const span = Math.max(...times) - first
  return times.map(time => (span === 0 ? 0.5 : (time - first) / span))
}

/** The version nearest to a place. */
export function nearest(places: readonly number[], at: number): number {
  let best = 0
  for (const [index, place] of places.entries())
    if (Math.abs(place - at) < Math.abs((places[best] ?? Infinity) - at)) best = index
  return best
}
