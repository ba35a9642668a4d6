import { readRows, readShared, sheetsOf, type WorkbookArchive } from '#server/platform/files/office/workbook.ts'
import { flagOffice, type ReadMember, readExtras } from './office.ts'
import { appendPart, type FileReading, type ReaderSource, TextLimitReached } from './reading.ts'
import { openArchive, unpack } from './zip.ts'

const gatherChars = 100_000

/** Sheets as lines of cells, read as a stream: rows without a value cost only the time to skip them. */
export async function readXlsx(reading: FileReading, source: ReaderSource, readMember: ReadMember): Promise<void> {
  const archive = await openArchive(source)
  await flagOffice(reading, archive)
  const members = new Map(archive.members.map(member => [member.name, member]))
  const book: WorkbookArchive = {
    names: [...members.keys()],
    open: name => {
      const member = members.get(name)
      if (!member) throw new Error(`no member ${name}`)
      return unpack(reading, archive, member)
    },
  }
  const shared = await readShared(book)
  if (shared.hasEntities) reading.flags.add('external')
  if (shared.isCut) reading.flags.add('truncated')
  for (const sheet of await sheetsOf(book)) {
    const room = reading.bounds.chars - reading.used.chars
    let text = ''
    await readRows(
      book,
      sheet,
      shared,
      cells => {
        const row = cells.filter(cell => cell !== '').join('\t')
        if (row !== '') text += `${row}\n`
        if (text.length > room + gatherChars) throw new TextLimitReached()
      },
      async () => {
        if (text.length < gatherChars) return
        await appendPart(reading, sheet.name, text)
        text = ''
      },
    )
    await appendPart(reading, sheet.name, text)
  }
  // Strings without a cell, left by deleted rows or by a program that wrote no cells, are part of the file too.
  const unused = shared.strings.filter((text, at) => text !== '' && !shared.used.has(at))
  await appendPart(reading, null, unused.join('\n'))
  await readExtras(reading, archive, 'xl', readMember)
}
