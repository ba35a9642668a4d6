import { type RefObject, type UIEvent, useCallback, useLayoutEffect, useState } from 'react'

type Box = RefObject<HTMLElement | null>

/**
 * Scrolls head, rows and the bar at the window's lower edge sideways together. They are separate scrollers: the page
 * scrolls vertically, and a container that scrolls sideways could not have a head that sticks to the window. `room` is
 * the width available to a row, null before it is known.
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
