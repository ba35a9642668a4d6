import type { Readable } from 'node:stream'
import { IngestFault } from '#server/ingest/fault.ts'
import { readCsv } from './csv.ts'
import { readJson } from './json.ts'
import { type LayoutWish, maxColumns, maxRows, type TableReading } from './layout.ts'
import { detectEncoding } from './table-encoding.ts'
import { readXlsx } from './xlsx.ts'

const batchRows = 2_000

/**
 * Opens a table by its content; the name only decides between JSON and text. `open` starts from the first byte each
 * time.
 */
export async function openTable(open: () => Readable, fileName: string, wish: LayoutWish = {}): Promise<TableReading> {
  const head = await firstBytes(open())
  if (head.length === 0) throw new IngestFault('empty_file')
  if (head.subarray(0, 4).toString('latin1') === 'PK\u0003\u0004') return await readXlsx(open(), wish)
  if (head.subarray(0, 4).toString('hex') === 'd0cf11e0') throw new IngestFault('old_excel')
  const encoding = await detectEncoding(open())
  const start = new TextDecoder(encoding).decode(head, { stream: true }).trimStart()
  if (start === '' && head.length < 64) throw new IngestFault('empty_file')
  const isJson = /\.(json|jsonl|ndjson)$/i.test(fileName) || /^(\[\s*)?\{\s*"/.test(start)
  const text = decode(open(), encoding)
  return isJson ? readJson(text, encoding) : await readCsv(text, encoding, wish)
}

async function firstBytes(source: Readable): Promise<Buffer> {
  for await (const chunk of source) return (chunk as Buffer).subarray(0, 256)
  return Buffer.alloc(0)
}

async function* decode(source: Readable, encoding: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding)
  for await (const chunk of source) yield decoder.decode(chunk as Buffer, { stream: true })
  yield decoder.decode()
}

/** Rows in batches, without blank rows, within the limits; NUL, which PostgreSQL rejects, becomes U+FFFD. */
export async function* inBatches(reading: TableReading, mostRows = maxRows): AsyncGenerator<string[][]> {
  let batch: string[][] = []
  let count = 0
  for await (const row of reading.rows) {
    if (row.every(cell => cell.trim() === '')) continue
    count += 1
    if (count > mostRows) throw new IngestFault('too_many_rows', { count: mostRows.toLocaleString('en') })
    if (row.length > maxColumns) throw new IngestFault('too_many_columns', { count: maxColumns })
    batch.push(row.map(cell => cell.replaceAll('\u0000', '\ufffd')))
    if (batch.length === batchRows) {
      yield batch
      batch = []
    }
  }
  if (batch.length > 0) yield batch
  if (count === 0) throw new IngestFault('no_rows')
}
