import { createReadStream } from 'node:fs'
import { open, readFile, stat } from 'node:fs/promises'
import type { PageArchiveFormat } from '#contract/page-archive.api.ts'
import { openZip, unpack, ZipError } from '#server/platform/files/zip.ts'
import { type Chunks, gunzipMembers } from './bytes.ts'
import {
  type ArchivedCapture,
  ArchiveFault,
  type ArchivePortion,
  type ArchiveTask,
  type OutcomeCounts,
  openBudget,
  type PortionReading,
} from './capture.ts'
import { isMhtml, readMhtml, readSingleFile, singleFileMark } from './page-file.ts'
import { readWarc } from './warc-reader.ts'

const headBytes = 16_384
const mostMembers = 50_000

/** Reads one portion of a file; nothing is fetched, and nothing is written. */
export async function readPortion(
  { path, from, hosts, maxBytes, nowMs, bounds }: ArchiveTask,
  pass: (capture: ArchivedCapture) => Promise<void>,
): Promise<ArchivePortion> {
  const refused: OutcomeCounts = {}
  let [record, bytes, captures, startMs] = [-1, 0, 0, 0]
  let isCut = false
  const reading: PortionReading = {
    hosts,
    maxBytes,
    nowMs,
    begin() {
      record += 1
      if (record >= bounds.records) throw new ArchiveFault('too_many_records')
      if (record >= from && startMs === 0) startMs = performance.now()
      return record >= from
    },
    async accept(capture) {
      bytes += capture.body.length
      captures += 1
      await pass({ ...capture, record })
    },
    refuse(outcome) {
      refused[outcome] = (refused[outcome] ?? 0) + 1
    },
    isFull() {
      const isSlow = startMs > 0 && performance.now() - startMs > bounds.portionMs
      isCut ||= record >= from && (bytes >= bounds.portionBytes || captures >= bounds.portionCaptures || isSlow)
      return isCut
    },
  }
  let format: PageArchiveFormat | null = null
  const portion = (rest: Pick<ArchivePortion, 'isEnd' | 'fault'>): ArchivePortion => ({
    format,
    next: Math.max(from, record + 1),
    refused,
    ...rest,
  })
  try {
    const { size } = await stat(path)
    const head = await headOf(path)
    const count = openBudget(size, bounds)
    format = formatOf(head)
    if (format === 'warc') await readWarc(reading, unpacked(createReadStream(path), head, count))
    else if (format === 'wacz') await readWacz(reading, path, count)
    else if (format === 'mhtml') await readMhtml(reading, await readFile(path))
    else if (format === 'single_file') await readSingleFile(reading, await readFile(path))
    else throw new ArchiveFault('unknown_format')
    // A damaged file without any record must not look like an archive without pages.
    if (!isCut && record < 0 && (format === 'warc' || format === 'wacz')) throw new ArchiveFault('broken')
    return portion({ isEnd: !isCut, fault: null })
  } catch (error) {
    if (error instanceof ArchiveFault) return portion({ isEnd: true, fault: error.fault })
    throw error
  }
}

async function headOf(path: string): Promise<Buffer> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

const isGzip = (head: Uint8Array) => head[0] === 0x1f && head[1] === 0x8b

/** The content decides, not the name. */
function formatOf(head: Buffer): PageArchiveFormat | null {
  if (isGzip(head) || /^\s*WARC\/[01]\./.test(head.subarray(0, 100).toString('latin1'))) return 'warc'
  if (head.subarray(0, 4).equals(Buffer.from('PK\x03\x04', 'latin1'))) return 'wacz'
  if (singleFileMark(head)) return 'single_file'
  return isMhtml(head) ? 'mhtml' : null
}

function unpacked(chunks: Chunks, head: Uint8Array, count: (bytes: number) => void): Chunks {
  return isGzip(head) ? gunzipMembers(chunks, count) : counted(chunks, count)
}

async function* counted(chunks: Chunks, count: (bytes: number) => void): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    count(chunk.length)
    yield chunk
  }
}

/** Members are read, never written, so their names decide only which of them are read. */
const warcMember = /^archive\/[^/\\]+\.warc(\.gz)?$/

async function readWacz(reading: PortionReading, path: string, count: (bytes: number) => void): Promise<void> {
  const archive = await openZip(path, mostMembers).catch(error => {
    if (error instanceof ZipError) throw new ArchiveFault(error.why === 'many' ? 'too_many_records' : 'broken')
    throw error
  })
  try {
    const members = archive.members.filter(({ name }) => warcMember.test(name))
    if (members.length === 0) throw new ArchiveFault('unknown_format')
    const names = new Set<string>()
    for (const member of members) {
      if (reading.isFull()) return
      // Readers disagree which of two members with one name is meant.
      const isTwice = names.has(member.name)
      names.add(member.name)
      try {
        if (isTwice) throw new ZipError('broken')
        const chunks = unpack(archive, member, count)
        await readWarc(reading, await withHead(chunks, head => unpacked(head.chunks, head.bytes, count)))
      } catch (error) {
        if (!(error instanceof ZipError)) throw error
        if (reading.begin()) reading.refuse(error.why === 'encrypted' ? 'encrypted' : 'broken_record')
      }
    }
  } finally {
    archive.zip.close()
  }
}

/** Looks at the first chunk of a stream before it is read. */
async function withHead(
  chunks: AsyncGenerator<Buffer>,
  use: (head: { bytes: Uint8Array; chunks: Chunks }) => Chunks,
): Promise<Chunks> {
  const first = await chunks.next()
  const bytes = first.done ? Buffer.alloc(0) : first.value
  const all = async function* () {
    yield bytes
    yield* chunks
  }
  return use({ bytes, chunks: all() })
}
