import { type RefCallback, useCallback, useState } from 'react'

/**
 * Width and height of an element, updated on every change; `unmeasured` is the width before the first measurement, and
 * the height is then zero.
 */
export function useSize(unmeasured: number): [RefCallback<HTMLElement>, width: number, height: number] {
  const [width, setWidth] = useState(unmeasured)
  const [height, setHeight] = useState(0)
  const box = useCallback((element: HTMLElement | null) => {
    if (!element) return
    const measure = () => {
      if (element.clientWidth > 0) setWidth(element.clientWidth)
      setHeight(element.clientHeight)
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [box, width, height]
}
