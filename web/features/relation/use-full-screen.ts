import { useEffect, useState } from 'react'
import type { FullScreen } from './view.ts'

/** Whether the panel fills the screen, and the function that toggles it. */
export function useFullScreen(panel: { current: HTMLElement | null }): FullScreen {
  const [isFull, setIsFull] = useState(false)
  useEffect(() => {
    const follow = () => setIsFull(document.fullscreenElement !== null && document.fullscreenElement === panel.current)
    document.addEventListener('fullscreenchange', follow)
    return () => document.removeEventListener('fullscreenchange', follow)
  }, [panel])
  const toggle = () => void (isFull ? document.exitFullscreen() : panel.current?.requestFullscreen())
  return { isFull, toggle }
}
