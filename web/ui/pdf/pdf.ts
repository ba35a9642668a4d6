import { GlobalWorkerOptions, getDocument, type PDFDocumentLoadingTask, version } from 'pdfjs-dist'
import workerAddress from 'pdfjs-dist/build/pdf.worker.min.mjs?url'

GlobalWorkerOptions.workerSrc = workerAddress

/** Tables of characters and fonts that a PDF may count on; `scripts/vite-pdf.ts` puts them there. */
const folder = `/assets/pdf-${version}`
const pixelsAtMost = 50_000_000

/** Opens a PDF to be looked at: no forms, no scripts, nothing but its own bytes and our own tables. */
export function openPdf(data: Uint8Array): PDFDocumentLoadingTask {
  return getDocument({
    data,
    enableXfa: false,
    // The content security policy lets no WebAssembly run; the same decoders are there as plain scripts.
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
