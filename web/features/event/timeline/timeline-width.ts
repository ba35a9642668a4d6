import { type RefCallback, useCallback, useState } from 'react'

/** How wide an element is, now and whenever that changes; `unmeasured` until then. */
export function useWidth(unmeasured: number): [RefCallback<HTMLElement>, number] {
  const [width, setWidth] = useState(unmeasured)
  const box = useCallback((element: HTMLElement | null) => {
    if (!element) return
    const measure = () => element.clientWidth > 0 && setWidth(element.clientWidth)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [box, width]
}
