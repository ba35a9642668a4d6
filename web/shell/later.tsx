import { CatchBoundary } from '@tanstack/react-router'
import { type ReactNode, Suspense } from 'react'
import { useHasSettled } from './use-settled.ts'

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
