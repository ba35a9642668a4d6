import { useEffect, useState } from 'react'
import { searchers } from '#contract/search.api.ts'
import { lazyPart } from '#web/platform/code.ts'
import { useT } from '#web/platform/i18n.ts'
import { useRole } from '#web/platform/session.ts'
import { bufferKeys, releaseKeys, useShortcut } from '#web/platform/shortcut.tsx'
import { Later } from './after-page.tsx'
import { shellMessages } from './messages.ts'

const loadPalette = () => import('#web/features/search/palette.tsx')
const Palette = lazyPart(loadPalette)
/** Loaded after the page has settled, so that the palette opens without delay. */
const preloadMs = 2_000

/** The name of the key on the user's keyboard. */
export const modKey = /mac|iphone|ipad/i.test(navigator.userAgent) ? '⌘' : 'Ctrl'

type PaletteState = { isOpen: boolean | null; open: (() => void) | undefined; close: () => void }

/** Ctrl or Cmd and K, for roles that can search. */
export function usePalette(): PaletteState {
  const role = useRole()
  const [isOpen, setIsOpen] = useState<boolean | null>(null)
  const maySearch = role !== undefined && role !== null && searchers.includes(role)
  useEffect(() => {
    if (!maySearch) return
    const timer = setTimeout(() => void loadPalette().catch(() => undefined), preloadMs)
    return () => clearTimeout(timer)
  }, [maySearch])
  const open = () => {
    bufferKeys()
    setIsOpen(true)
  }
  const close = () => {
    releaseKeys()
    setIsOpen(false)
  }
  return { isOpen, open: maySearch ? open : undefined, close }
}

export function SearchPalette({ palette: { isOpen, open, close } }: { palette: PaletteState }) {
  if (!open) return null
  return (
    <>
      <PaletteShortcut onOpen={open} />
      <Later>{isOpen !== null && <Palette isOpen={isOpen} onClose={close} />}</Later>
    </>
  )
}

function PaletteShortcut({ onOpen }: { onOpen: () => void }) {
  const t = useT(shellMessages)
  useShortcut('mod+k', t('search'), onOpen)
  return null
}
