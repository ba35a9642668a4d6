import { Worker } from 'node:worker_threads'
import { cutText, cutUnits } from '#contract/text.ts'
import { noTextCounts, type TextCounts } from '#contract/text-counts.ts'
import type { PageText } from './pdf-pages.ts'

type PdfResult =
  | {
      ok: true
      title: string | null
      pages: number
      text: string
      /** Pages or text beyond the limits are left out. */
      isCut: boolean
      /** Reading took too long; only the text read until then is included. */
      isSlow: boolean
      counts: TextCounts
    }
  | { ok: false; reason: 'pdf_failed'; detail: string }

/** Messages of the thread while it reads. */
export type PdfMessage =
  | { opened: { title: string | null; pages: number } }
  | { page: PageText }
  | { counts: TextCounts }
  | { failed: string }

type PdfLimits = {
  timeoutMs?: number
  heapMb?: number
  /** Growth of the whole process, because unpacked streams are outside the thread's heap. */
  growthMb?: number
  maxPages?: number
  maxChars?: number
}

/** To be raised when the same bytes give more text or more counts: stored pages are then read again. */
export const pdfReaderVersion = 2

const watchMs = 100

export function isPdf(body: Buffer, mediaType: string): boolean {
  return /^application\/(x-)?pdf$/.test(mediaType) || body.subarray(0, 1_024).includes('%PDF-')
}

/**
 * Text of a PDF, read in a thread that is terminated if it takes too much time or memory: a hostile file only results
 * in a failure.
 */
export function readPdf(body: Buffer, limits: PdfLimits = {}): Promise<PdfResult> {
  return inTurn(() => readInThread(body, limits))
}

function readInThread(body: Buffer, limits: PdfLimits): Promise<PdfResult> {
  const { timeoutMs = 20_000, heapMb = 256, growthMb = 400, maxPages = 500, maxChars = 5_000_000 } = limits
  const bytes = new Uint8Array(body)
  const before = process.memoryUsage.rss()
  // Usually the thread stops between pages within this time, so that it need not be terminated.
  const softMs = timeoutMs * 0.75
  const thread = new Worker(new URL('./pdf-thread.ts', import.meta.url), {
    workerData: { bytes, maxPages, maxChars, softMs },
    transferList: [bytes.buffer],
    resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 },
    execArgv: ['--disable-warning=ExperimentalWarning'],
    stdout: true,
    stderr: true,
  })
  return new Promise(resolve => {
    let opened = { title: null as string | null, pages: 0 }
    const texts: string[] = []
    let counts: TextCounts = noTextCounts
    const end = (result: PdfResult) => {
      clearTimeout(timer)
      clearInterval(watch)
      void thread.terminate()
      resolve(result)
    }
    const done = (isEnded: boolean) => {
      const text = texts.join('\n\n')
      const isCut = isEnded || counts.pages_read < counts.pages || text.length > maxChars
      const isSlow = isEnded || (counts.pages_read < Math.min(counts.pages, maxPages) && text.length < maxChars)
      end({ ok: true, ...opened, text: cutUnits(text, maxChars), isCut, isSlow, counts })
    }
    const fail = (detail: string) => {
      if (detail === 'time' && texts.some(text => text.trim() !== '')) done(true)
      else end({ ok: false, reason: 'pdf_failed', detail })
    }
    const timer = setTimeout(() => fail('time'), timeoutMs)
    const watch = setInterval(() => {
      if (process.memoryUsage.rss() - before > growthMb * 1_048_576) fail('memory')
    }, watchMs)
    thread.on('message', (message: PdfMessage) => {
      if ('opened' in message) opened = message.opened
      else if ('page' in message) {
        texts.push(message.page.text)
        counts = message.page.counts
      } else if ('counts' in message) {
        counts = message.counts
        done(false)
      } else fail(message.failed)
    })
    thread.on('error', error => {
      const code = (error as NodeJS.ErrnoException).code
      fail(code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : cutText(String((error as Error).message), 200))
    })
    thread.on('exit', () => fail('ended'))
  })
}

const maxThreads = 2
let running = 0
const waiting: (() => void)[] = []

/** Two at a time: each may use a core and much memory. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= maxThreads) await new Promise<void>(resolve => waiting.push(resolve))
  else running++
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}
