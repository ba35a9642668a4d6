import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist'
import { useEffect, useRef, useState } from 'react'
import css from './pdf.module.css'

type Props = { pdf: PDFDocumentProxy; number: number; width: number; label: string }

const nearPx = 800
const a4Ratio = Math.SQRT2
const pixelsAtMost = 16_000_000

/**
 * One page: it has its final height before it is drawn, is drawn when it is near the visible area, and emptied when it
 * is far away.
 */
export function PdfPage({ pdf, number, width, label }: Props) {
  const frame = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const isNear = useNear(frame)
  const [page, setPage] = useState<PDFPageProxy | null>(null)
  useEffect(() => {
    if (!isNear || page) return
    let isOver = false
    // A broken page stays blank; the others are shown.
    pdf.getPage(number).then(
      found => !isOver && setPage(found),
      () => undefined,
    )
    return () => {
      isOver = true
    }
  }, [pdf, number, isNear, page])

  const size = page?.getViewport({ scale: 1 })
  const height = Math.round(width * (size ? size.height / size.width : a4Ratio))
  useEffect(() => {
    const element = canvas.current
    if (!page || !isNear || !element) return
    const wanted = window.devicePixelRatio || 1
    const ratio = Math.min(wanted, Math.sqrt(pixelsAtMost / (width * height)))
    const base = page.getViewport({ scale: 1 })
    const viewport = page.getViewport({ scale: (width * ratio) / base.width })
    element.width = Math.floor(viewport.width)
    element.height = Math.floor(viewport.height)
    const task = page.render({ canvas: element, viewport })
    task.promise.catch(() => undefined)
    return () => {
      task.cancel()
      element.width = 0
      element.height = 0
    }
  }, [page, isNear, width, height])
  return (
    <div ref={frame} className={css.page} style={{ width, height }}>
      <canvas ref={canvas} role="img" aria-label={label} />
    </div>
  )
}

function useNear(ref: { current: Element | null }): boolean {
  const [isNear, setIsNear] = useState(false)
  useEffect(() => {
    const element = ref.current
    if (!element) return
    const observer = new IntersectionObserver(entries => setIsNear(entries.at(-1)?.isIntersecting ?? false), {
      rootMargin: `${nearPx}px`,
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [ref])
  return isNear
}
