// Files of the installed package that the PDF reader needs besides its code.
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const root = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'))

/** Predefined CMaps: without them, text in fonts that refer to one is empty. They are loaded on first use. */
const cMapUrl = join(root, 'cmaps', '/')
const standardFontDataUrl = join(root, 'standard_fonts', '/')
const wasmUrl = join(root, 'wasm', '/')

/** Nothing of an untrusted file is run, drawn or fetched. */
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
  // Adds the maps from codes to Unicode to the properties of a font.
  fontExtraProperties: true,
  // Images are counted, never decoded.
  maxImageSize: 0,
  verbosity: 0,
}
