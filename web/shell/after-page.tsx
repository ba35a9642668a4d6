import { CatchBoundary } from '@tanstack/react-router'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { queryClient } from '#web/platform/query.ts'

/** Longest wait for a page that never settles. */
const patienceMs = 3_000

let hasSettled = false

/** True after the first page is shown with its data. Less urgent work waits for that and leaves it the processor. */
function useHasSettled(): boolean {
  const [isSettled, setIsSettled] = useState(hasSettled)
  useEffect(() => (isSettled ? undefined : onSettled(() => setIsSettled(true))), [isSettled])
  return isSettled
}

function onSettled(run: () => void): () => void {
  const settle = () => {
    stop()
    hasSettled = true
    run()
  }
  let stopIdle = onIdle(check)
  function check() {
    if (queryClient.isFetching() === 0) settle()
  }
  const unsubscribe = queryClient.getQueryCache().subscribe(() => {
    if (queryClient.isFetching() > 0) return
    stopIdle()
    stopIdle = onIdle(check)
  })
  const timer = setTimeout(settle, patienceMs)
  function stop() {
    stopIdle()
    unsubscribe()
    clearTimeout(timer)
  }
  return stop
}

/** Safari has no requestIdleCallback. */
function onIdle(run: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(run, 100)
    return () => clearTimeout(timer)
  }
  const id = requestIdleCallback(run)
  return () => cancelIdleCallback(id)
}

const renderNothing = () => null

/** A part of the frame whose code is loaded later: if that fails, only the part is missing. */
export function Later({ children, fallback = null }: { children: ReactNode; fallback?: ReactNode }) {
  return (
    <CatchBoundary getResetKey={() => 'same'} errorComponent={renderNothing}>
      <Suspense fallback={fallback}>{children}</Suspense>
    </CatchBoundary>
  )
}

/** The same for parts that are not needed at once: they load after the first page has settled. */
export function AfterPage({ children, fallback = null }: { children: ReactNode; fallback?: ReactNode }) {
  return useHasSettled() ? <Later fallback={fallback}>{children}</Later> : fallback
}
