import { type RefObject, type UIEvent, useCallback, useLayoutEffect, useState } from 'react'

type Box = RefObject<HTMLElement | null>

/**
 * Head, rows and the bar at the window's lower edge move sideways together: the page scrolls down, and what scrolls down
 * with it cannot hold a head that sticks to the window. `room` is what a row may take, null before it is known.
 */
export function useSideScroll(head: Box, body: Box, bar: Box) {
  const [room, setRoom] = useState<number | null>(null)
  useLayoutEffect(() => {
    const box = body.current
    if (!box) return
    const measure = () => setRoom(box.clientWidth)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(box)
    return () => observer.disconnect()
  }, [body])
  const onScroll = useCallback(
    (event: UIEvent<HTMLElement>) => {
      const left = event.currentTarget.scrollLeft
      for (const { current } of [head, body, bar])
        if (current && current !== event.currentTarget && Math.abs(current.scrollLeft - left) > 1)
          current.scrollLeft = left
    },
    [head, body, bar],
  )
  return { room, onScroll }
}
