import { CircleHelp } from 'lucide-react'
import { create } from 'zustand'
import { GuideDrawer } from '#web/features/guide/guide.ts'
import { useT } from '#web/platform/i18n.ts'
import { useShortcut } from '#web/platform/shortcut.tsx'
import { Later } from './after-page.tsx'
import { IconButton } from './icon-button.tsx'
import { shellMessages } from './messages.ts'
import { useSettledPage } from './settled-page.ts'

/** Whether the guide is open; null until it was opened once, so that its code is not loaded before. */
const useGuideOpen = create<{ isOpen: boolean | null }>(() => ({ isOpen: null }))

export function openGuide(): void {
  useGuideOpen.setState({ isOpen: true })
}

export function GuideButton() {
  const t = useT(shellMessages)
  return <IconButton icon={CircleHelp} label={t('openGuide')} aria-haspopup="dialog" onClick={openGuide} />
}

/** The page of the guide for the present screen, and its key; it works without the navbar too. */
export function Guide() {
  const t = useT(shellMessages)
  const { name } = useSettledPage()
  const isOpen = useGuideOpen(state => state.isOpen)
  useShortcut('F1', t('openGuide'), openGuide)
  if (isOpen === null) return null
  return (
    <Later>
      <GuideDrawer screen={name} isOpen={isOpen} onClose={() => useGuideOpen.setState({ isOpen: false })} />
    </Later>
  )
}
