import { readRows, readShared, sheetsOf, type WorkbookArchive } from '#server/platform/files/office/workbook.ts'
import { decodePicture } from '#server/platform/process/picture-tasks.ts'
import { detect, differsFromName, type FileKind, type ReaderName } from './detect.ts'
import {
  appendPart,
  bytesOf,
  type FileReading,
  type FileSummary,
  type ReaderSource,
  ReadFault,
  ReadTimeoutError,
  sendName,
  streamOf,
  TextLimitReached,
} from './file-reading.ts'
import { readMail } from './mail.ts'
import { flagOffice, type ReadMember, readDocx, readExtras, readOpenDocument, readPptx } from './office.ts'
import { readPdf } from './pdf.ts'
import { rtfText } from './rtf.ts'
import { closeArchive, openArchive, unpack, unpackWhole } from './zip.ts'

const gatherChars = 100_000

/** Sheets as lines of cells, read as a stream: rows without a value cost only the time to skip them. */
async function readXlsx(reading: FileReading, source: ReaderSource, readMember: ReadMember): Promise<void> {
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

const headBytes = 262_144
/** The test string for virus scanners; assembled here, otherwise scanners would report this source file. */
const eicar = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE', '!$H+H*'].join('')

/** Reads one file and its members; returns faults of the file instead of throwing them. */
export async function readUploadedFile(reading: FileReading, source: ReaderSource): Promise<FileSummary> {
  let found: FileKind = { kind: 'other', mediaType: null, reader: null }
  let failure: FileSummary['failure'] = null
  try {
    if (source.size === 0) throw new ReadFault('empty')
    const head = await scanBytes(reading, source)
    found = await detect(source, head, reading.page)
    if (found.reader === null) throw new ReadFault('unknown_type')
    const { kind, mediaType } = found
    if (reading.depth === 0) {
      reading.reportProgress = () =>
        reading.sendProgress({ kind, mediaType, flags: [...reading.flags], counts: reading.used.counts })
      await reading.reportProgress()
    }
    const better = (await readers[found.reader](reading, source, found)) as FileKind | undefined
    if (better) found = better
  } catch (error) {
    if (error instanceof TextLimitReached) reading.flags.add('truncated')
    else if (error instanceof ReadTimeoutError) reading.flags.add('slow')
    else if (error instanceof ReadFault) failure = error.failure
    else failure = 'broken'
  } finally {
    closeArchive(source)
  }
  if (differsFromName(source.name, found.kind) && found.kind !== 'other') reading.flags.add('name_differs')
  const isSilent = failure === null && reading.used.chars === 0 && !reading.flags.has('unread_format')
  if (reading.depth === 0 && isSilent && !reading.flags.has('members_unread')) reading.flags.add('no_text')
  const { counts } = reading.used
  for (const flag of ['unread_chars', 'picture_pages', 'broken_pages'] as const)
    if (reading.depth === 0 && counts !== null && counts[flag] > 0) reading.flags.add(flag)
  return { kind: found.kind, mediaType: found.mediaType, flags: [...reading.flags], failure, counts }
}

/** Returns the first bytes after scanning the whole file for content that a reviewer must be warned of. */
async function scanBytes(reading: FileReading, source: ReaderSource): Promise<Buffer> {
  const first: Buffer[] = []
  let length = 0
  let tail: Buffer = Buffer.alloc(0)
  for await (const chunk of streamOf(source)) {
    if (length < headBytes) first.push(chunk)
    length += chunk.length
    const seam = Buffer.concat([tail, chunk.subarray(0, eicar.length)])
    if (chunk.includes(eicar) || seam.includes(eicar)) reading.flags.add('eicar')
    tail = chunk.subarray(-eicar.length)
  }
  return Buffer.concat(first).subarray(0, headBytes)
}

type FormatReader = (reading: FileReading, source: ReaderSource, found: FileKind) => Promise<unknown>

const readers: Record<ReaderName, FormatReader> = {
  pdf: readPdf,
  docx: (reading, source) => readDocx(reading, source, readMember),
  xlsx: (reading, source) => readXlsx(reading, source, readMember),
  pptx: (reading, source) => readPptx(reading, source, readMember),
  opendocument: readOpenDocument,
  rtf: async (reading, source) =>
    appendPart(reading, null, rtfText((await bytesOf(reading, source)).toString('latin1'))),
  html: readHtml,
  text: async (reading, source) => {
    const bytes = await firstBytes(reading, source)
    await appendPart(reading, null, reading.page.decodeBody(bytes, null).text.replaceAll('\r\n', '\n'))
  },
  image: readImage,
  mail: (reading, source) => readMail(reading, source, { member: readMember, html: readHtml }),
  zip: readZip,
  textless: async reading => void reading.flags.add('unread_format'),
}

/** The first bytes that can contain all stored text: a character has at most four bytes. */
async function firstBytes(reading: FileReading, source: ReaderSource): Promise<Buffer> {
  const most = Math.min(reading.bounds.memoryBytes, reading.bounds.chars * 4)
  if (source.size <= most) return await bytesOf(reading, source)
  reading.flags.add('truncated')
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of streamOf(source)) {
    chunks.push(chunk)
    length += chunk.length
    if (length >= most) break
  }
  return Buffer.concat(chunks).subarray(0, most)
}

async function readHtml(reading: FileReading, source: ReaderSource): Promise<void> {
  const { text: html } = reading.page.decodeBody(await firstBytes(reading, source), null)
  if (/<script[\s>/]|\son\w+\s*=|javascript:/i.test(html)) reading.flags.add('script')
  const { title, blocks } = reading.page.extractSource({ html, text: '', url: 'https://upload.invalid/' })
  await appendPart(reading, null, [title, ...blocks.map(block => block.text)].filter(Boolean).join('\n'))
}

/** Text in pictures is not recognised. A picture that cannot be decoded but contains tags is read as HTML. */
async function readImage(reading: FileReading, source: ReaderSource, found: FileKind): Promise<FileKind | undefined> {
  const bytes = await firstBytes(reading, source)
  if (/<(script|html|iframe|svg)[\s>/]/i.test(bytes.toString('latin1'))) reading.flags.add('script')
  try {
    await decodePicture(bytes)
    return found
  } catch {
    if (!reading.flags.has('script')) throw new ReadFault('broken')
    await readHtml(reading, source)
    return { kind: 'html', mediaType: 'text/html', reader: 'html' }
  }
}

async function readZip(reading: FileReading, source: ReaderSource): Promise<void> {
  const archive = await openArchive(source)
  const files = archive.members.filter(({ name }) => !name.endsWith('/'))
  if (files.length === 0) throw new ReadFault('empty')
  if (files.every(({ entry }) => entry.isEncrypted())) throw new ReadFault('encrypted')
  for (const member of files) {
    const bytes = member.entry.isEncrypted() ? null : await unpackWhole(reading, archive, member)
    if (bytes !== null) await readMember(reading, bytesSource(member.name, bytes))
    else {
      reading.flags.add('members_unread')
      await sendName(reading, pathInUpload(reading, member.name))
    }
  }
}

const bytesSource = (name: string, bytes: Buffer): ReaderSource => ({ name, bytes, size: bytes.length })

const pathInUpload = ({ place }: FileReading, name: string) => [place, name].filter(Boolean).join(' / ')

/** An unreadable member affects only itself; a decompression bomb fails the whole file. */
async function readMember(reading: FileReading, source: ReaderSource): Promise<void> {
  reading.used.members += 1
  if (reading.depth >= reading.bounds.depth || reading.used.members > reading.bounds.members) {
    reading.flags.add('truncated')
    return
  }
  const place = pathInUpload(reading, source.name)
  const flags = new Set(reading.flags)
  const before = reading.used.parts
  const summary = await readUploadedFile({ ...reading, flags, depth: reading.depth + 1, place }, source)
  // Flags about the member's format stay with it; other flags concern everyone who opens the file.
  for (const flag of flags) if (flag !== 'name_differs' && flag !== 'unread_format') reading.flags.add(flag)
  if (summary.failure === 'bomb') throw new ReadFault('bomb')
  if (summary.failure !== null || flags.has('unread_format')) reading.flags.add('members_unread')
  if (reading.used.parts === before) await sendName(reading, place)
  if (summary.failure === 'too_large') reading.flags.add('truncated')
  if (flags.has('slow')) throw new ReadTimeoutError()
  if (flags.has('truncated') && reading.used.chars >= reading.bounds.chars) throw new TextLimitReached()
}
