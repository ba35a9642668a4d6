import { closeAct, useActs } from '#web/platform/act.ts'
import { PageProvider } from '#web/platform/page.tsx'
import { KeysWait } from '#web/platform/shortcut.tsx'
import { Later } from './later.tsx'
import type { SettledPage } from './settled-page.ts'

/** Renders an action of the palette above the open page; its unsaved work counts as that page's. */
export function ActHost({ page }: { page: SettledPage }) {
  const opened = useActs(state => state.opened)
  if (!opened || !('Content' in opened)) return null
  return (
    <PageProvider value={{ ...page, isActive: true }}>
      <Later fallback={<KeysWait />}>
        <opened.Content onClose={closeAct} />
      </Later>
    </PageProvider>
  )
}
