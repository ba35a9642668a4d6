import { useWindowVirtualizer, type VirtualizerOptions, windowScroll } from '@tanstack/react-virtual'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { hasScrolled } from '#web/platform/scrolled.ts'
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

/** Height of the window's top that the sticky bar and the head cover. Reading a style costs a pass over all styles. */
function coveredHeight(element: Element | null): number {
  const bar = element ? Number.parseFloat(getComputedStyle(element).getPropertyValue('--sticky-top')) : 0
  return (bar || 0) + headHeight
}

const scrollTo: VirtualizerOptions<Window, HTMLElement>['scrollToFn'] = (offset, options, virtualizer) => {
  if (offset > 0 || hasScrolled()) windowScroll(offset, options, virtualizer)
}

const windowRect = () => ({ width: window.innerWidth, height: window.innerHeight })

/** Indexes of the rows in sight while the page scrolls, and a function that scrolls to a row. */
export function useRowWindow(
  rowsRef: RefObject<HTMLElement | null>,
  { count, height, acts, state }: { count: number; height: number; acts: RowActs; state: ListState },
) {
  // While the colour filter is on, the window itself does not scroll.
  const isWhole = useSetting(setting => setting.color_weak)
  const [top, setTop] = useState(0)
  const [covered, setCovered] = useState(headHeight)
  useEffect(() => {
    const measure = () => {
      const box = rowsRef.current?.getBoundingClientRect()
      if (box) setTop(Math.round(box.top + window.scrollY))
      setCovered(coveredHeight(rowsRef.current))
    }
    // The observer measures at once, after the browser's own layout, and again if the content above wraps.
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [rowsRef])
  const [initialRect] = useState(windowRect)
  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: () => height,
    overscan: isWhole ? all : overscan,
    scrollMargin: top,
    scrollPaddingStart: covered,
    scrollPaddingEnd: footHeight,
    initialRect,
    scrollToFn: scrollTo,
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
    if (!hasScrolled()) return
    // Another page, order or filter starts at its top.
    const above = (rowsRef.current?.getBoundingClientRect().top ?? 0) - coveredHeight(rowsRef.current)
    if (above < 0) window.scrollBy({ top: above })
  })
  return virtualizer
}
