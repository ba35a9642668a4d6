import PostalMime from 'postal-mime'
import { CaptureRefused, checkAddress, checkTime, type PortionReading } from './capture.ts'
import { headersOf, headerValue, typeOf } from './http-message.ts'

const headChars = 16_384
const singleFileComment =
  /<!--\s*Page saved with SingleFile\s*\r?\n\s*url:\s*(\S+)[^\r\n]*\r?\n\s*saved date:\s*([^\r\n]+)/

/** The address and the time that SingleFile writes into the page; null if the file is not from it. */
export function singleFileMark(head: Buffer): { url: string; savedAt: string } | null {
  const found = singleFileComment.exec(head.subarray(0, headChars).toString('utf8'))
  return found ? { url: found[1] as string, savedAt: (found[2] as string).replace(/\([^)]*\)\s*$/, '').trim() } : null
}

export async function readSingleFile(reading: PortionReading, bytes: Buffer): Promise<void> {
  await readOne(reading, async () => {
    const mark = singleFileMark(bytes)
    if (!mark) throw new CaptureRefused('unreadable')
    const url = checkAddress(mark.url, reading.hosts)
    const atMs = checkTime(mark.savedAt, reading.nowMs)
    if (bytes.length > reading.maxBytes) throw new CaptureRefused('too_large')
    return { url, atMs, headers: [['content-type', 'text/html; charset=utf-8']], body: bytes }
  })
}

/** Whether a file begins as a saved page in the form of a message (RFC 2557). */
export function isMhtml(head: Buffer): boolean {
  const text = head.subarray(0, headChars).toString('latin1')
  return (
    /^[!-9;-~]+:/.test(text) &&
    /^content-type:\s*(multipart\/related|text\/html)\b/im.test(text) &&
    /^(mime-version|snapshot-content-location|content-location):/im.test(text)
  )
}

export async function readMhtml(reading: PortionReading, bytes: Buffer): Promise<void> {
  await readOne(reading, async () => {
    const { headers, root } = rootPart(bytes)
    const own = headersOf(headOf(root).lines)
    const url = checkAddress(
      headerValue(headers, 'snapshot-content-location') ||
        headerValue(own, 'content-location') ||
        headerValue(headers, 'content-location'),
      reading.hosts,
    )
    const atMs = checkTime(headerValue(headers, 'date') || undefined, reading.nowMs)
    if (typeOf(headerValue(own, 'content-type')) !== 'text/html') throw new CaptureRefused('not_page')
    if (root.length > 2 * reading.maxBytes) throw new CaptureRefused('too_large')
    // One part without parts of its own: its unpacked text is not longer than the part.
    const { html } = await PostalMime.parse(root, { maxNestingDepth: 1 }).catch(() => {
      throw new CaptureRefused('unreadable')
    })
    const body = Buffer.from(html ?? '')
    if (body.length === 0) throw new CaptureRefused('unreadable')
    if (body.length > reading.maxBytes) throw new CaptureRefused('too_large')
    return { url, atMs, headers: [['content-type', 'text/html; charset=utf-8']], body }
  })
}

const mostDepth = 5

/** The part that is the page: the one that `start` names, otherwise the first, in nested parts as well. */
function rootPart(bytes: Buffer): { headers: [string, string][]; root: Buffer } {
  const headers = headersOf(headOf(bytes).lines)
  let root = bytes
  for (let depth = 0; ; depth++) {
    const type = headerValue(headersOf(headOf(root).lines), 'content-type')
    if (!typeOf(type).startsWith('multipart/')) return { headers, root }
    if (depth >= mostDepth) throw new CaptureRefused('unreadable')
    const boundary = parameterOf(type, 'boundary')
    if (!boundary) throw new CaptureRefused('unreadable')
    root = chooseEntity(root, boundary, parameterOf(type, 'start'))
  }
}

function parameterOf(type: string, name: string): string {
  const found = new RegExp(`;\\s*${name}\\s*=\\s*(?:"([^"]*)"|([^;\\s]+))`, 'i').exec(type)
  return found?.[1] ?? found?.[2] ?? ''
}

const mostEntities = 5_000

function chooseEntity(bytes: Buffer, boundary: string, start: string): Buffer {
  const mark = Buffer.from(`--${boundary}`, 'latin1')
  let first: Buffer | null = null
  let at = nextMark(bytes, mark, headOf(bytes).end)
  for (let count = 0; at >= 0 && count < mostEntities; count++) {
    const lineEnd = bytes.indexOf(10, at)
    if (lineEnd < 0 || bytes.subarray(at + mark.length, at + mark.length + 2).toString('latin1') === '--') break
    const next = nextMark(bytes, mark, lineEnd)
    const part = bytes.subarray(lineEnd + 1, next < 0 ? bytes.length : next)
    first ??= part
    if (start === '' || headerValue(headersOf(headOf(part).lines), 'content-id') === start) return part
    at = next
  }
  if (!first) throw new CaptureRefused('unreadable')
  return first
}

/** The next boundary at the beginning of a line. */
function nextMark(bytes: Buffer, mark: Buffer, from: number): number {
  for (let at = bytes.indexOf(mark, from); at >= 0; at = bytes.indexOf(mark, at + 1))
    if (at === 0 || bytes[at - 1] === 10) return at
  return -1
}

function headOf(bytes: Buffer): { lines: string[]; end: number } {
  const head = bytes.subarray(0, headChars).toString('latin1')
  const end = /\r?\n\r?\n/.exec(head)
  const until = end ? end.index : head.length
  return { lines: head.slice(0, until).split(/\r?\n/), end: end ? end.index + end[0].length - 1 : head.length }
}

async function readOne(
  reading: PortionReading,
  read: () => Promise<Parameters<PortionReading['accept']>[0]>,
): Promise<void> {
  if (!reading.begin()) return
  try {
    await reading.accept(await read())
  } catch (error) {
    if (!(error instanceof CaptureRefused)) throw error
    reading.refuse(error.outcome)
  }
}
