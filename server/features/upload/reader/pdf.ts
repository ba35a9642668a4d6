import type { TextCounts } from '#contract/text-counts.ts'
import { openPdf, type Pdf, readPages } from '#server/text/pdf-pages.ts'
import {
  appendPart,
  bytesOf,
  type FileReading,
  isLate,
  type ReaderSource,
  ReadFault,
  ReadTimeoutError,
  TextLimitReached,
} from './file-reading.ts'

/** Reads a PDF page by page. Nothing of the file is executed, rendered or loaded. */
export async function readPdf(reading: FileReading, source: ReaderSource): Promise<void> {
  const bytes = await bytesOf(reading, source)
  if (/\/(JavaScript|JS|Launch|RichMedia)\b/.test(bytes.toString('latin1'))) reading.flags.add('script')
  const pdf = await openDocument(bytes)
  const before = reading.used.counts
  let isFull = false
  try {
    // Scripts may be in compressed objects, where the raw bytes do not show them.
    if (await pdf.getJSActions().catch(() => null)) reading.flags.add('script')
    const counts = await readPages(pdf, {
      maxPages: Number.POSITIVE_INFINITY,
      isLate: () => isLate(reading),
      onPage: async ({ number, text, counts }) => {
        // If the process is ended within a page, these counts are already reported.
        reading.used.counts = sumOf(before, counts)
        await reading.reportProgress()
        try {
          await appendPart(reading, String(number), text)
        } catch (error) {
          if (error instanceof TextLimitReached) isFull = true
          else if (!(error instanceof ReadTimeoutError)) throw error
          return false
        }
        return true
      },
    })
    reading.used.counts = sumOf(before, counts)
    if (isFull) throw new TextLimitReached()
    if (counts.pages_read < counts.pages) throw new ReadTimeoutError()
  } finally {
    await pdf.loadingTask.destroy()
  }
}

function sumOf(a: TextCounts | null, b: TextCounts): TextCounts {
  if (a === null) return b
  const sum = { ...b }
  for (const key of Object.keys(sum) as (keyof TextCounts)[]) sum[key] += a[key]
  return sum
}

async function openDocument(bytes: Buffer): Promise<Pdf> {
  try {
    // Passes a copy, because the reader takes ownership of the bytes.
    return await openPdf(new Uint8Array(bytes))
  } catch (error) {
    throw new ReadFault((error as Error).name === 'PasswordException' ? 'encrypted' : 'broken')
  }
}
