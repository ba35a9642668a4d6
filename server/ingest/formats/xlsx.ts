import type { Readable } from 'node:stream'
import { Worker } from 'node:worker_threads'
import { IngestFault } from '#server/ingest/fault.ts'
import type { IngestFaultCode } from '../fault.ts'
import { type Layout, type LayoutWish, type TableReading, underHeading } from './layout.ts'

/** Reply of the thread to `next`: rows (none at the end of the sheet), or the reason of a failure. */
export type FromThread =
  | { rows: string[][]; sheets: string[]; sheet: string; unsaved: NonNullable<Layout['unsaved']> }
  | { fault: IngestFaultCode }
export type ToThread = { archive: Uint8Array; sheet: string | null; known: readonly string[] }

/**
 * Reads the chosen sheet of a workbook, or the one with the table, in its own thread, so that it blocks neither the
 * event loop nor the memory of other work.
 */
export async function readXlsx(source: Readable, wish: LayoutWish, portionMs = 120_000): Promise<TableReading> {
  const chunks: Buffer[] = []
  for await (const chunk of source) chunks.push(chunk as Buffer)
  const archive = new Uint8Array(Buffer.concat(chunks))
  const of: Pick<Layout, 'sheets' | 'sheet' | 'unsaved'> = { sheets: [], sheet: null }
  const rows = rowsOf(archive, wish, of, portionMs)
  const under = await underHeading(rows, wish, of)
  return {
    format: 'xlsx',
    encoding: null,
    separator: null,
    ...under,
    layout: under.layout && Object.assign(under.layout, of),
  }
}

async function* rowsOf(
  archive: Uint8Array<ArrayBuffer>,
  { sheet = null, known = new Set() }: LayoutWish,
  of: Pick<Layout, 'sheets' | 'sheet' | 'unsaved'>,
  portionMs: number,
): AsyncGenerator<string[]> {
  const thread = new Worker(new URL('./xlsx-thread.ts', import.meta.url), {
    workerData: { archive, sheet, known: [...known] } satisfies ToThread,
    transferList: [archive.buffer],
    resourceLimits: { maxOldGenerationSizeMb: 1_024 },
    execArgv: ['--disable-warning=ExperimentalWarning'],
  })
  try {
    for (;;) {
      const answer = await requestBatch(thread, portionMs)
      if ('fault' in answer) throw new IngestFault(answer.fault)
      of.sheets = answer.sheets
      of.sheet = answer.sheet
      if (answer.unsaved.count > 0) of.unsaved = answer.unsaved
      if (answer.rows.length === 0) return
      yield* answer.rows
    }
  } finally {
    await thread.terminate()
  }
}

/** A thread that does not answer in time is ended by the caller, like one that runs out of memory. */
function requestBatch(thread: Worker, portionMs: number): Promise<FromThread> {
  return new Promise((resolve, reject) => {
    const settle = (act: () => void) => {
      clearTimeout(timer)
      thread.off('message', onMessage)
      thread.off('error', onError)
      act()
    }
    const onMessage = (answer: FromThread) => settle(() => resolve(answer))
    const onError = (error: unknown) => {
      const isFull = (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY'
      settle(() => (isFull ? resolve({ fault: 'big_xlsx' }) : reject(error)))
    }
    const timer = setTimeout(() => settle(() => resolve({ fault: 'big_xlsx' })), portionMs)
    thread.on('message', onMessage)
    thread.on('error', onError)
    thread.postMessage('next')
  })
}
