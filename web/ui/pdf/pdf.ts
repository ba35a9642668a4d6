import { GlobalWorkerOptions, getDocument, type PDFDocumentLoadingTask, version } from 'pdfjs-dist'
import workerAddress from 'pdfjs-dist/build/pdf.worker.min.mjs?url'

GlobalWorkerOptions.workerSrc = workerAddress

/** Character maps and fonts that a PDF might need; `scripts/vite-pdf.ts` puts them there. */
const folder = `/assets/pdf-${version}`
const pixelsAtMost = 50_000_000

/** Opens a PDF for viewing: no forms, no scripts, and no requests except for our own character maps and fonts. */
export function openPdf(data: Uint8Array): PDFDocumentLoadingTask {
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
