import { useSyncExternalStore } from 'react'

function useMedia(query: string): boolean {
  return useSyncExternalStore(
    run => {
      const list = matchMedia(query)
      list.addEventListener('change', run)
      return () => list.removeEventListener('change', run)
    },
    () => matchMedia(query).matches,
  )
}

/** True if the system is set to reduced motion. */
export function useIsStill(): boolean {
  return useMedia('(prefers-reduced-motion: reduce)')
}

/** Below 992 px the side menu is a drawer behind a menu button. */
export function useIsNarrow(): boolean {
  return useMedia('(width < 992px)')
}

/** Below 640 px everything is in one column. */
export function useIsPhone(): boolean {
  return useMedia('(width < 640px)')
}

/** Below 1200 px the side menu collapses automatically. */
export function useIsMedium(): boolean {
  return useMedia('(width < 1200px)')
}

/** From 1440 px on there is space for a third column. */
export function useIsWide(): boolean {
  return useMedia('(width >= 1440px)')
}
