// Runs as a thread that reads the text of one PDF. It may be terminated at any moment.

import { parentPort, workerData } from 'node:worker_threads'
import { getMeta } from 'unpdf'
import { cutText } from '#contract/text.ts'
import type { PdfMessage } from './pdf.ts'
import { openPdf, readPages } from './pdf-pages.ts'

type Task = { bytes: Uint8Array; maxPages: number; maxChars: number; softMs: number }
const { bytes, maxPages, maxChars, softMs } = workerData as Task

const send = (message: PdfMessage) => parentPort?.postMessage(message)

async function extractPdf(): Promise<void> {
  const startedAt = performance.now()
  const pdf = await openPdf(bytes)
  const meta = await getMeta(pdf).catch(() => null)
  const title = typeof meta?.info.Title === 'string' ? meta.info.Title.trim() : ''
  send({ opened: { title: cutText(title, 500) || null, pages: pdf.numPages } })
  let length = 0
  const counts = await readPages(pdf, {
    maxPages,
    isLate: () => performance.now() - startedAt > softMs,
    onPage: page => {
      send({ page })
      length += page.text.length
      return length < maxChars
    },
  })
  send({ counts })
}

extractPdf().catch((error: Error) => send({ failed: cutText(error.message, 200) }))
