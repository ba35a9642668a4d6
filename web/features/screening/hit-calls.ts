import { countScreenings, getScreening } from '#contract/screening.api.ts'
import { endpointQuery, queryClient } from '#web/platform/query.ts'

/** One pair with both sides. */
export const hitOptions = (id: number) => ({ ...endpointQuery(getScreening, { params: { id } }), staleTime: 30_000 })

/** Loads a hit ahead of time, so that the next one opens at once. */
export function preloadHit(id: number): void {
  void queryClient.prefetchQuery(hitOptions(id))
}

export const countOptions = (query: object) => endpointQuery(countScreenings, { query })
