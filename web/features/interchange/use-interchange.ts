import { useQuery } from '@tanstack/react-query'
import { getInterchange, type Interchange, interchangeKinds } from '#contract/interchange.api.ts'
import { endpointQuery, pollWhile, refresh } from '#web/platform/query.ts'

const pollMs = 700

/** States in which the server is working. */
export function isExchangeBusy(state: Interchange['state']): boolean {
  return state === 'queued' || state === 'checking' || state === 'running'
}

/** One export or import, polled while the server works on it. */
export function useInterchange(id: number | null) {
  return useQuery({
    ...endpointQuery(getInterchange, { params: { id: id ?? 0 } }),
    enabled: id !== null,
    refetchInterval: pollWhile(({ state }) => isExchangeBusy(state), pollMs),
  })
}

/** Reads records again after an import was written. */
export const refreshWritten = (): void => void refresh(...interchangeKinds, 'og_cate', 'interchange')
