// Runs as a thread: unpacks and reads one workbook, then hands its rows out as they are asked for.
import { parentPort, workerData } from 'node:worker_threads'
import { readSheet } from 'read-excel-file/node'
import { unzip, ZipError, zipStored } from '../../platform/zip.ts'
import type { FromThread } from './xlsx.ts'

const maxUnpackedBytes = 256 * 1_048_576
const batchRows = 2_000
const parts =
  /^(\[Content_Types\]\.xml|_rels\/\.rels|xl\/(_rels\/workbook\.xml\.rels|workbook\.xml|sharedStrings\.xml|styles\.xml|worksheets\/[^/]+\.xml))$/i

async function read(): Promise<FromThread> {
  try {
    const files = await unzip(Buffer.from(workerData as Uint8Array), name => parts.test(name), maxUnpackedBytes)
    // The reader is given only what was measured.
    const rows = await readSheet(zipStored(files), { trim: false })
    return { rows: rows.map(row => row.map(cellText)) }
  } catch (error) {
    return { fault: error instanceof ZipError && error.isTooLarge ? 'big_xlsx' : 'broken_xlsx' }
  }
}

function cellText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '' : dateText(value.toISOString())
  return String(value)
}

function dateText(iso: string): string {
  return iso.endsWith('T00:00:00.000Z') ? iso.slice(0, 10) : iso
}

const reading = read()
let place = 0
parentPort?.on('message', async () => {
  const result = await reading
  if ('fault' in result) return parentPort?.postMessage(result)
  parentPort?.postMessage({ rows: result.rows.slice(place, place + batchRows) } satisfies FromThread)
  place += batchRows
})
