// What a reader of PDF needs besides its code, from the installed package.
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const root = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'))

/** Predefined CMaps: without them, text of fonts that name one is empty. They are read at first use. */
const cMapUrl = join(root, 'cmaps', '/')
const standardFontDataUrl = join(root, 'standard_fonts', '/')
const wasmUrl = join(root, 'wasm', '/')

/** Nothing of a stranger's file is run, drawn or fetched. */
export const pdfOptions = {
  cMapUrl,
  cMapPacked: true,
  standardFontDataUrl,
  wasmUrl,
  disableFontFace: true,
  useSystemFonts: false,
  useWorkerFetch: false,
  isEvalSupported: false,
  enableXfa: false,
  stopAtErrors: false,
  disableAutoFetch: true,
  // Maps from codes to Unicode are then among the properties of a font.
  fontExtraProperties: true,
  // Images are counted, never decoded.
  maxImageSize: 0,
  verbosity: 0,
}
