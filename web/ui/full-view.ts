import { useEffect, useState } from 'react'

/**
 * Lets a part of the page cover the window; returns whether it does, and the toggle. If the browser allows it, the
 * whole document enters full screen too, because drawers and menus are rendered outside of that part and must be
 * visible above it.
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
    // A browser might refuse full screen; the part covers the window all the same.
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
