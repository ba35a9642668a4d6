import { CatchBoundary } from '@tanstack/react-router'
import { type ReactNode, Suspense } from 'react'
import { useHasSettled } from './use-settled.ts'

const nothing = () => null

/** A part of the frame whose code comes later: where it does not come, the part is missing and the rest stays. */
export function Later({ children, fallback = null }: { children: ReactNode; fallback?: ReactNode }) {
  return (
    <CatchBoundary getResetKey={() => 'same'} errorComponent={nothing}>
      <Suspense fallback={fallback}>{children}</Suspense>
    </CatchBoundary>
  )
}

/** The same for what nobody has asked for yet: it comes once the first page stands. */
export function AfterPage({ children, fallback = null }: { children: ReactNode; fallback?: ReactNode }) {
  return useHasSettled() ? <Later fallback={fallback}>{children}</Later> : fallback
}
