import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useSetting } from '#web/platform/setting.ts'
import type { ListState } from './list-state.ts'
import { headHeight } from './sizes.ts'
import type { RowActs } from './use-rows.ts'

/** Rows beyond the edges that are drawn before they are seen. */
const overscan = 8
/** More rows than a page has. */
const all = 1000
/** What stands below the rows at the window's lower edge. */
const footHeight = 112

/** What of the window a bar at its top covers. */
function stickyTop(element: Element): number {
  return Number.parseFloat(getComputedStyle(element).getPropertyValue('--sticky-top')) || 0
}

/** Which rows are in sight while the page scrolls, and how one is brought there. */
export function useRowWindow(
  rowsRef: RefObject<HTMLElement | null>,
  { count, height, acts, state }: { count: number; height: number; acts: RowActs; state: ListState },
) {
  // While the colour filter frames the body, the window itself does not scroll.
  const isWhole = useSetting(setting => setting.color_weak)
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    const measure = () => {
      const box = rowsRef.current?.getBoundingClientRect()
      if (box) setTop(Math.round(box.top + window.scrollY))
    }
    measure()
    // What stands above may wrap into another line.
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [rowsRef])
  const covered = () => (rowsRef.current ? stickyTop(rowsRef.current) : 0) + headHeight
  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: () => height,
    overscan: isWhole ? all : overscan,
    scrollMargin: top,
    scrollPaddingStart: covered(),
    scrollPaddingEnd: footHeight,
    initialRect: { width: window.innerWidth, height: window.innerHeight },
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another height needs another measure.
  useEffect(() => virtualizer.measure(), [virtualizer, height])
  useEffect(() => acts.setScroller(index => virtualizer.scrollToIndex(index)), [acts, virtualizer])
  // A row far away is drawn only after the window has come to it.
  useEffect(() => acts.arrive())
  const shown = useRef(state)
  useEffect(() => {
    if (shown.current === state) return
    shown.current = state
    // Another page, order or filter begins at its top.
    const above = (rowsRef.current?.getBoundingClientRect().top ?? 0) - covered()
    if (above < 0) window.scrollBy({ top: above })
  })
  return virtualizer
}
