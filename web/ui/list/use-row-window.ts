import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useSetting } from '#web/platform/setting.ts'
import type { ListState } from './list-state.ts'
import { headHeight } from './sizes.ts'
import type { RowActs } from './use-rows.ts'

/** Rows beyond the edges that are rendered before they are visible. */
const overscan = 8
/** More than the rows of any page. */
const all = 1000
/** Height of the content below the rows at the window's lower edge. */
const footHeight = 112

/** Height of the window's top that a sticky bar covers. */
function stickyTop(element: Element): number {
  return Number.parseFloat(getComputedStyle(element).getPropertyValue('--sticky-top')) || 0
}

/** Indexes of the rows in sight while the page scrolls, and a function that scrolls to a row. */
export function useRowWindow(
  rowsRef: RefObject<HTMLElement | null>,
  { count, height, acts, state }: { count: number; height: number; acts: RowActs; state: ListState },
) {
  // While the colour filter is on, the window itself does not scroll.
  const isWhole = useSetting(setting => setting.color_weak)
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    const measure = () => {
      const box = rowsRef.current?.getBoundingClientRect()
      if (box) setTop(Math.round(box.top + window.scrollY))
    }
    measure()
    // The content above can wrap into another line.
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: another height must be measured again.
  useEffect(() => virtualizer.measure(), [virtualizer, height])
  useEffect(() => acts.setScroller(index => virtualizer.scrollToIndex(index)), [acts, virtualizer])
  // A distant row is rendered only after the window has scrolled to it.
  useEffect(() => acts.arrive())
  const shown = useRef(state)
  useEffect(() => {
    if (shown.current === state) return
    shown.current = state
    // Another page, order or filter starts at its top.
    const above = (rowsRef.current?.getBoundingClientRect().top ?? 0) - covered()
    if (above < 0) window.scrollBy({ top: above })
  })
  return virtualizer
}
