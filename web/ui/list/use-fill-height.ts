import { type RefObject, useLayoutEffect, useState } from 'react'

const belowPx = 16
const leastPx = 320

/** The height from an element's top to the window's lower edge, minus the content below it on the page. */
export function useFillHeight(ref: RefObject<HTMLElement | null>): number {
  const [height, setHeight] = useState(leastPx)
  useLayoutEffect(() => {
    const measure = () => {
      const element = ref.current
      if (!element) return
      const top = element.getBoundingClientRect().top + window.scrollY
      const footer = document.querySelector<HTMLElement>('footer')?.offsetHeight ?? 0
      setHeight(Math.max(leastPx, Math.floor(window.innerHeight - top - footer - belowPx)))
    }
    measure()
    // The bars above can wrap into another line.
    const observer = new ResizeObserver(measure)
    for (const sibling of ref.current?.parentElement?.children ?? [])
      if (sibling !== ref.current) observer.observe(sibling)
    window.addEventListener('resize', measure)
    return () => {
      observer.disconnect()
      window.removeEventListener('resize', measure)
    }
  }, [ref])
  return height
}
