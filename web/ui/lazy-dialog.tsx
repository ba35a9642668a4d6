import { type ReactNode, Suspense } from 'react'
import { KeysWait } from '#web/platform/shortcut.tsx'

/**
 * Around a dialog whose code is fetched when it is opened: until it stands, no key reaches the page behind it. What
 * comes with the page itself stands in a `Suspense` of its own.
 */
export function LazyDialog({ children }: { children: ReactNode }) {
  return <Suspense fallback={<KeysWait />}>{children}</Suspense>
}
