import { type ReactNode, Suspense } from 'react'
import { KeysWait } from '#web/platform/shortcut.tsx'

/**
 * Wraps a dialog whose code is loaded when it is opened: until it is shown, the page behind receives no keys. Content
 * that loads with the page itself needs a separate `Suspense`.
 */
export function LazyDialog({ children }: { children: ReactNode }) {
  return <Suspense fallback={<KeysWait />}>{children}</Suspense>
}
