import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { getInterchange, type Interchange, interchangeKinds } from '#contract/interchange.api.ts'
import { endpointQuery, pollWhile, refresh } from '#web/platform/query.ts'

const pollMs = 700

/** States in which the server is working. */
export function isBusy(state: Interchange['state']): boolean {
  return state === 'queued' || state === 'checking' || state === 'running'
}

/** One export or import, polled while the server works on it. */
export function useInterchange(id: number | null) {
  return useQuery({
    ...endpointQuery(getInterchange, { params: { id: id ?? 0 } }),
    enabled: id !== null,
    refetchInterval: pollWhile(({ state }) => isBusy(state), pollMs),
  })
}

/** Reads records again after the watched import was written. */
export function useWritten(current: Interchange | undefined): void {
  const wasRunning = useRef(false)
  useEffect(() => {
    if (current?.state === 'running') wasRunning.current = true
    else if (current && wasRunning.current) {
      wasRunning.current = false
      void refresh(...interchangeKinds, 'og_cate', 'interchange')
    }
  }, [current])
}
