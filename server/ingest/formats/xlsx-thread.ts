// Worker thread that unpacks and reads one workbook, then returns its rows on request.
import { parentPort, workerData } from 'node:worker_threads'
import {
  readRows,
  readShared,
  sheetsOf,
  type WorkbookArchive,
  type WorkbookParts,
  type WorkbookSheet,
} from '../../platform/files/office/workbook.ts'
import { openZip, unpack } from '../../platform/files/zip.ts'
import { headerKey } from '../columns/header-key.ts'
import { headingRows, mostHeading } from '../columns/heading.ts'
import type { FromThread, ToThread } from './xlsx.ts'

const maxUnpackedBytes = 256 * 1_048_576
const mostMembers = 10_000
const batchRows = 2_000
const mostSheets = 20

class TooLarge extends Error {}

const { archive, sheet: requestedSheet, known: knownNames } = workerData as ToThread

/** Thrown to end the reading of a sheet after enough rows. */
class Enough extends Error {}

async function readWorkbook(): Promise<FromThread> {
  try {
    const zip = await openZip(Buffer.from(archive), mostMembers)
    const members = new Map(zip.members.map(member => [member.name, member]))
    let left = maxUnpackedBytes
    const count = (bytes: number) => {
      left -= bytes
      if (left < 0) throw new TooLarge()
    }
    const open = (name: string) => {
      const member = members.get(name)
      if (!member) throw new Error(`no member ${name}`)
      return unpack(zip, member, count)
    }
    const book = { names: [...members.keys()], open }
    const sheets = await sheetsOf(book)
    const shared = await readShared(book)
    const sheet = sheets.find(({ name }) => name === requestedSheet) ?? (await tableAmong(book, sheets, shared))
    if (!sheet) return { fault: 'broken_xlsx' }
    shared.unsaved = { count: 0, examples: [] }
    const rows: string[][] = []
    await readRows(book, sheet, shared, (cells, number) => {
      // In the range of possible headings, blank rows are retained, so that row numbers stay correct.
      while (rows.length < Math.min(number - 1, mostHeading)) rows.push([])
      if (cells.length > 0 || rows.length < mostHeading) rows.push(cells)
    })
    return { rows, sheets: sheets.map(({ name }) => name), sheet: sheet.name, unsaved: shared.unsaved }
  } catch (error) {
    return { fault: error instanceof TooLarge ? 'big_xlsx' : 'broken_xlsx' }
  }
}

/** The first sheet, unless it contains no known field name and another contains at least two. */
async function tableAmong(
  book: WorkbookArchive,
  sheets: readonly WorkbookSheet[],
  shared: WorkbookParts,
): Promise<WorkbookSheet | undefined> {
  if (sheets.length < 2) return sheets[0]
  const keys = new Set(knownNames)
  const scores: number[] = []
  for (const sheet of sheets.slice(0, mostSheets)) {
    let best = 0
    let rows = 0
    try {
      await readRows(book, sheet, shared, cells => {
        best = Math.max(best, new Set(cells.map(headerKey).filter(key => keys.has(key))).size)
        rows += 1
        if (rows >= headingRows) throw new Enough()
      })
    } catch (error) {
      if (!(error instanceof Enough)) throw error
    }
    scores.push(rows < 2 ? 0 : best)
  }
  const most = Math.max(...scores)
  return (scores[0] ?? 0) > 0 || most < 2 ? sheets[0] : sheets[scores.indexOf(most)]
}

const reading = readWorkbook()
let rowOffset = 0
parentPort?.on('message', async () => {
  const result = await reading
  if ('fault' in result) return parentPort?.postMessage(result)
  parentPort?.postMessage({ ...result, rows: result.rows.slice(rowOffset, rowOffset + batchRows) } satisfies FromThread)
  rowOffset += batchRows
})
