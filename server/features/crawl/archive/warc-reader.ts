import { ByteReader, type Chunks } from './bytes.ts'
import { ArchiveFault, CaptureRefused, checkAddress, checkTime, type PortionReading } from './capture.ts'
import { headersOf, headerValue, readResponse, typeOf } from './http-message.ts'

const lineBytes = 16_384
const headerLines = 300
const versionLine = /^WARC\/[01]\.\d{1,2}\r?\n/
const longestVersionLine = 12
/** The HTTP headers of a page that is just as large as allowed. */
const headBytes = 65_536
/** Rewinding after a wrong length costs a second reading. */
const mostRewinds = 50

/** Reads the records of a WARC file, one after the other; a damaged one is counted, and reading continues after it. */
export async function readWarc(reading: PortionReading, chunks: Chunks): Promise<void> {
  const reader = new ByteReader(chunks)
  let rewinds = 0
  while (!reading.isFull()) {
    if (!(await reader.seek('WARC/', versionLine, longestVersionLine))) return
    await reader.line(lineBytes)
    const headers = await recordHeaders(reader)
    const isDue = reading.begin()
    const length = headers && lengthOf(headerValue(headers, 'content-length'))
    if (!headers || length === null || length === undefined) {
      if (isDue) reading.refuse('broken_record')
      continue
    }
    if (length > reading.maxBytes + headBytes) {
      // Buffered, because a wrong length may include the next records.
      const held = await reader.take(reading.maxBytes + headBytes)
      const rest = length - held.length
      const isWhole = (await reader.skip(rest)) === rest && (await isAtEnd(reader))
      if (isDue && isCapture(headers)) reading.refuse(isWhole ? 'too_large' : 'broken_record')
      if (!isWhole && rewinds++ < mostRewinds) reader.putBack(held)
      continue
    }
    const block = await reader.take(length)
    if (block.length < length || !(await isAtEnd(reader))) {
      if (isDue) reading.refuse('broken_record')
      // A length that is too great swallows the next records.
      if (rewinds++ < mostRewinds) reader.putBack(block)
      continue
    }
    if (isDue) await readRecord(reading, headers, block)
  }
}

async function recordHeaders(reader: ByteReader): Promise<[string, string][] | null> {
  const lines: string[] = []
  for (;;) {
    const line = await reader.line(lineBytes)
    if (line === undefined || lines.length > headerLines) return null
    if (line === '') return headersOf(lines)
    lines.push(line)
  }
}

function lengthOf(written: string): number | null {
  return /^\d{1,15}$/.test(written) ? Number(written) : null
}

/** Whether a record ends here: line breaks, then the next record or the end of the file. */
async function isAtEnd(reader: ByteReader): Promise<boolean> {
  const next = (await reader.peek(20)).toString('latin1').replace(/^[\r\n]{0,8}/, '')
  return next === '' || next.startsWith('WARC/')
}

/** Records other than captures describe the file or the requests. */
function isCapture(headers: readonly [string, string][]): boolean {
  const type = headerValue(headers, 'warc-type').toLowerCase()
  return type === 'response' || type === 'revisit'
}

async function readRecord(reading: PortionReading, headers: [string, string][], block: Buffer): Promise<void> {
  if (!isCapture(headers)) return
  try {
    const url = checkAddress(headerValue(headers, 'warc-target-uri'), reading.hosts)
    if (headerValue(headers, 'warc-type').toLowerCase() === 'revisit') return await readRevisit(reading, headers, url)
    if (typeOf(headerValue(headers, 'content-type')) !== 'application/http') throw new CaptureRefused('not_page')
    const response = await readResponse(block, reading.maxBytes)
    await reading.accept({ url, atMs: timeOf(headers, 'warc-date', reading.nowMs), ...response, ...digestOf(headers) })
  } catch (error) {
    if (error instanceof ArchiveFault || !(error instanceof CaptureRefused)) throw error
    reading.refuse(error.outcome)
  }
}

/** Profiles of WARC 1.0 and 1.1; any other kind of reference does not promise the same content. */
const sameContent = /(?:identical-payload-digest|server-not-modified)\/?$/i

async function readRevisit(reading: PortionReading, headers: [string, string][], url: string): Promise<void> {
  if (!sameContent.test(headerValue(headers, 'warc-profile'))) throw new CaptureRefused('revisit')
  const atMs = timeOf(headers, 'warc-date', reading.nowMs)
  const target = headerValue(headers, 'warc-refers-to-target-uri')
  const revisit = {
    url: target === '' ? url : checkAddress(target, reading.hosts),
    atMs:
      headerValue(headers, 'warc-refers-to-date') === '' ? null : timeOf(headers, 'warc-refers-to-date', reading.nowMs),
  }
  const digest = digestOf(headers)
  if (revisit.atMs === null && digest.digest === undefined) throw new CaptureRefused('revisit')
  await reading.accept({ url, atMs, headers: [], body: new Uint8Array(), ...digest, revisit })
}

function digestOf(headers: readonly [string, string][]): { digest?: string } {
  const digest = headerValue(headers, 'warc-payload-digest')
  return /^[\w-]{2,20}:[\w+/=-]{16,128}$/.test(digest) ? { digest } : {}
}

function timeOf(headers: readonly [string, string][], name: string, nowMs: number): number {
  const written = headerValue(headers, name)
  return checkTime(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(written) ? written : undefined, nowMs)
}
