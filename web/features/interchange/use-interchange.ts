import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { getInterchange, type Interchange, interchangeKinds } from '#contract/interchange.ts'
import { ask, pollWhile, refresh } from '#web/platform/query.ts'

const pollMs = 700

/** States in which the server is at work. */
export function isBusy(state: Interchange['state']): boolean {
  return state === 'queued' || state === 'checking' || state === 'running'
}

/** One export or import, asked again while the server is at work on it. */
export function useInterchange(id: number | null) {
  return useQuery({
    ...ask(getInterchange, { params: { id: id ?? 0 } }),
    enabled: id !== null,
    refetchInterval: pollWhile(({ state }) => isBusy(state), pollMs),
  })
}

/** Reads the records again once the import that is watched has written. */
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
