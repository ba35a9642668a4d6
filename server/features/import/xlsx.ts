import type { Readable } from 'node:stream'
import { Worker } from 'node:worker_threads'
import { headerOf, type Reading } from './reading.ts'
import { FileFault, type SentenceCode } from './sentences.ts'

/** What the thread answers to `next`: rows, none at the end, or why there are none. */
export type FromThread = { rows: string[][] } | { fault: SentenceCode }

/** The first sheet of a workbook, read in a thread of its own so that neither time nor memory is taken from other work. */
export async function readXlsx(source: Readable): Promise<Reading> {
  const chunks: Buffer[] = []
  for await (const chunk of source) chunks.push(chunk as Buffer)
  const archive = new Uint8Array(Buffer.concat(chunks))
  const rows = rowsOf(archive)
  return { format: 'xlsx', encoding: null, separator: null, columns: await headerOf(rows), rows }
}

async function* rowsOf(archive: Uint8Array<ArrayBuffer>): AsyncGenerator<string[]> {
  const thread = new Worker(new URL('./xlsx-thread.ts', import.meta.url), {
    workerData: archive,
    transferList: [archive.buffer],
    resourceLimits: { maxOldGenerationSizeMb: 1_024 },
    execArgv: ['--disable-warning=ExperimentalWarning'],
  })
  try {
    for (;;) {
      const answer = await ask(thread)
      if ('fault' in answer) throw new FileFault(answer.fault)
      if (answer.rows.length === 0) return
      yield* answer.rows
    }
  } finally {
    await thread.terminate()
  }
}

function ask(thread: Worker): Promise<FromThread> {
  return new Promise((resolve, reject) => {
    const settle = (act: () => void) => {
      thread.off('message', onMessage)
      thread.off('error', onError)
      act()
    }
    const onMessage = (answer: FromThread) => settle(() => resolve(answer))
    const onError = (error: unknown) => {
      const isFull = (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY'
      settle(() => (isFull ? resolve({ fault: 'big_xlsx' }) : reject(error)))
    }
    thread.on('message', onMessage)
    thread.on('error', onError)
    thread.postMessage('next')
  })
}
