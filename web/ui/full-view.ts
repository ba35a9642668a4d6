import { useEffect, useState } from 'react'

/**
 * Whether a part of the page covers the window, and the switch for it. The whole document goes to full screen with it where the
 * browser allows, so that drawers and menus, which stand beside the page, are seen above it.
 */
export function useFullView(): [isFull: boolean, toggle: () => void] {
  const [isFull, setIsFull] = useState(false)
  useEffect(() => {
    if (!isFull) return
    const { overflow } = document.documentElement.style
    document.documentElement.style.overflow = 'hidden'
    const onChange = () => {
      if (!document.fullscreenElement) setIsFull(false)
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented && !document.querySelector('[role=dialog]'))
        setIsFull(false)
    }
    document.addEventListener('fullscreenchange', onChange)
    document.addEventListener('keydown', onKey)
    // A browser may refuse; the window is covered all the same.
    void document.documentElement.requestFullscreen?.().catch(() => undefined)
    return () => {
      document.documentElement.style.overflow = overflow
      document.removeEventListener('fullscreenchange', onChange)
      document.removeEventListener('keydown', onKey)
      if (document.fullscreenElement) void document.exitFullscreen().catch(() => undefined)
    }
  }, [isFull])
  return [isFull, () => setIsFull(!isFull)]
}
