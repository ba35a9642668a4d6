// Runs as a thread: the text of one PDF. It may be ended at any moment.

import { parentPort, workerData } from 'node:worker_threads'
import { getDocumentProxy, getMeta } from 'unpdf'
import { cutText, cutUnits } from '#contract/text.ts'
import type { PdfResult } from './pdf.ts'

const { bytes, maxPages, maxChars } = workerData as { bytes: Uint8Array; maxPages: number; maxChars: number }

async function read(): Promise<PdfResult> {
  // Fonts and scripts of a stranger's file: nothing of it is run or fetched.
  const pdf = await getDocumentProxy(bytes, {
    disableFontFace: true,
    useSystemFonts: false,
    stopAtErrors: false,
    disableAutoFetch: true,
    verbosity: 0,
  })
  const meta = await getMeta(pdf).catch(() => null)
  const title = typeof meta?.info.Title === 'string' ? meta.info.Title.trim() : ''
  const texts: string[] = []
  let length = 0
  for (let page = 1; page <= Math.min(pdf.numPages, maxPages) && length < maxChars; page++) {
    const text = await textOf(pdf, page)
    texts.push(text)
    length += text.length
  }
  const isCut = texts.length < pdf.numPages || length > maxChars
  return {
    ok: true,
    title: cutText(title, 500) || null,
    pages: pdf.numPages,
    text: cutUnits(texts.join('\n\n'), maxChars),
    isCut,
  }
}

/** Lines as they stand on the page. */
async function textOf(pdf: Awaited<ReturnType<typeof getDocumentProxy>>, number: number): Promise<string> {
  const page = await pdf.getPage(number)
  const { items } = await page.getTextContent()
  const text = items.map(item => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('')
  page.cleanup()
  return text
}

read().then(
  result => parentPort?.postMessage(result),
  (error: Error) =>
    parentPort?.postMessage({
      ok: false,
      reason: 'pdf_failed',
      detail: cutText(error.message, 200),
    } satisfies PdfResult),
)
