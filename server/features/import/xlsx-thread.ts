// Runs as a thread: unpacks and reads one workbook, then hands its rows out as they are asked for.
import { parentPort, workerData } from 'node:worker_threads'
import { readRows, readShared, sheetsOf } from '../../platform/office/workbook.ts'
import { openZip, unpack } from '../../platform/zip.ts'
import type { FromThread } from './xlsx.ts'

const maxUnpackedBytes = 256 * 1_048_576
const mostMembers = 10_000
const batchRows = 2_000

class TooLarge extends Error {}

async function read(): Promise<FromThread> {
  try {
    const archive = await openZip(Buffer.from(workerData as Uint8Array), mostMembers)
    const members = new Map(archive.members.map(member => [member.name, member]))
    let left = maxUnpackedBytes
    const count = (bytes: number) => {
      left -= bytes
      if (left < 0) throw new TooLarge()
    }
    const open = (name: string) => {
      const member = members.get(name)
      if (!member) throw new Error(`no member ${name}`)
      return unpack(archive, member, count)
    }
    const book = { names: [...members.keys()], open }
    const [sheet] = await sheetsOf(book)
    if (!sheet) return { fault: 'broken_xlsx' }
    const rows: string[][] = []
    await readRows(book, sheet, await readShared(book), (cells, number) => {
      // The first row names the columns, also where it is blank: that is told.
      if (rows.length === 0 && number > 1) rows.push([])
      if (cells.length > 0 || rows.length === 0) rows.push(cells)
    })
    return { rows }
  } catch (error) {
    return { fault: error instanceof TooLarge ? 'big_xlsx' : 'broken_xlsx' }
  }
}

const reading = read()
let place = 0
parentPort?.on('message', async () => {
  const result = await reading
  if ('fault' in result) return parentPort?.postMessage(result)
  parentPort?.postMessage({ rows: result.rows.slice(place, place + batchRows) } satisfies FromThread)
  place += batchRows
})
