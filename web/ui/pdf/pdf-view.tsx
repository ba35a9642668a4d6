import { Button, Skeleton } from 'antd'
import { MoveHorizontal, ZoomIn, ZoomOut } from 'lucide-react'
import {
  GlobalWorkerOptions,
  getDocument,
  type PDFDocumentLoadingTask,
  type PDFDocumentProxy,
  version,
} from 'pdfjs-dist'
import workerAddress from 'pdfjs-dist/build/pdf.worker.min.mjs?url'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useT } from '#web/platform/i18n.ts'
import { Failure } from '#web/ui/frame/failure.tsx'
import { pdfMessages } from './messages.ts'
import css from './pdf.module.css'
import { PdfPage } from './pdf-page.tsx'

GlobalWorkerOptions.workerSrc = workerAddress

/** Character maps and fonts that a PDF might need; `scripts/vite-pdf.ts` puts them there. */
const folder = `/assets/pdf-${version}`
const pixelsAtMost = 50_000_000

/** Opens a PDF for viewing: no forms, no scripts, and no requests except for our own character maps and fonts. */
function openPdf(data: Uint8Array): PDFDocumentLoadingTask {
  return getDocument({
    data,
    enableXfa: false,
    // The content security policy blocks WebAssembly; the same decoders are available as plain scripts.
    useWasm: false,
    wasmUrl: `${folder}/wasm/`,
    cMapUrl: `${folder}/cmaps/`,
    cMapPacked: true,
    standardFontDataUrl: `${folder}/standard_fonts/`,
    useWorkerFetch: true,
    maxImageSize: pixelsAtMost,
    verbosity: 0,
  })
}

const zoomStep = 1.25
const zoomAtLeast = 0.4
const zoomAtMost = 4

/** The pages of a PDF one below the other, each drawn when it is near the visible area. */
export default function PdfView({ file }: { file: Blob }) {
  const t = useT(pdfMessages)
  const { pdf, isBroken } = usePdf(file)
  const frame = useRef<HTMLDivElement>(null)
  const width = useWidth(frame)
  const [zoom, setZoom] = useState(1)
  const change = (factor: number) => setZoom(before => Math.min(zoomAtMost, Math.max(zoomAtLeast, before * factor)))
  if (isBroken) return <Failure>{t('broken')}</Failure>
  return (
    <div className="above-3">
      <div className={css.bar}>
        <span className={css.count}>{pdf && t('pages', { count: pdf.numPages })}</span>
        <Button
          size="small"
          icon={<ZoomOut size={14} aria-hidden />}
          aria-label={t('zoomOut')}
          title={t('zoomOut')}
          disabled={zoom <= zoomAtLeast}
          onClick={() => change(1 / zoomStep)}
        />
        <span className={css.zoom}>{Math.round(zoom * 100)}%</span>
        <Button
          size="small"
          icon={<ZoomIn size={14} aria-hidden />}
          aria-label={t('zoomIn')}
          title={t('zoomIn')}
          disabled={zoom >= zoomAtMost}
          onClick={() => change(zoomStep)}
        />
        <Button
          size="small"
          icon={<MoveHorizontal size={14} aria-hidden />}
          aria-label={t('fitWidth')}
          title={t('fitWidth')}
          onClick={() => setZoom(1)}
        />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard. */}
      <section ref={frame} className={css.pages} tabIndex={0} aria-label={t('preview')}>
        {!pdf && <Skeleton active title={false} paragraph={{ rows: 8 }} />}
        {pdf &&
          width > 0 &&
          Array.from({ length: pdf.numPages }, (_, index) => (
            <PdfPage
              // biome-ignore lint/suspicious/noArrayIndexKey: pages never move.
              key={index}
              pdf={pdf}
              number={index + 1}
              width={Math.floor(width * zoom)}
              label={t('pageOf', { number: String(index + 1), total: String(pdf.numPages) })}
            />
          ))}
      </section>
    </div>
  )
}

function usePdf(file: Blob) {
  const [pdf, setPdf] = useState<PDFDocumentProxy | null>(null)
  const [isBroken, setIsBroken] = useState(false)
  useEffect(() => {
    let isOver = false
    let close = () => undefined as unknown
    setPdf(null)
    setIsBroken(false)
    void file.arrayBuffer().then(async data => {
      if (isOver) return
      const opened = openPdf(new Uint8Array(data))
      close = () => void opened.destroy()
      try {
        const made = await opened.promise
        if (!isOver) setPdf(made)
      } catch {
        if (!isOver) setIsBroken(true)
      }
    })
    return () => {
      isOver = true
      close()
    }
  }, [file])
  return { pdf, isBroken }
}

/** The inner width of an element, without its scroll bar. */
function useWidth(ref: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)
  useEffect(() => {
    const element = ref.current
    if (!element) return
    const measure = () => setWidth(Math.max(0, element.clientWidth - 2))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [ref])
  return width
}
