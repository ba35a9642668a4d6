// Interface of the file readers within one child process.

import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { cutText } from '#contract/text.ts'
import type { TextCounts } from '#contract/text-counts.ts'
import type { Upload } from '#contract/upload.api.ts'
import type { UploadKind, uploadFailures, uploadFlags } from '#contract/upload-state.ts'

type Failure = (typeof uploadFailures)[number]
export type Flag = (typeof uploadFlags)[number]
export type FileSummary = {
  kind: UploadKind
  mediaType: string | null
  flags: Upload['flags']
  failure: Failure | null
  counts: TextCounts | null
}
/** Message of a reader before it has finished: a part of the text, or the data known of the file so far. */
export type ReaderOutput = TextPart | { progress: Omit<FileSummary, 'failure'> }
export type TextPart = { number: number; name: string | null; text: string }

/**
 * Version of the readers. Raise it when they read more or better: files read by an older version are then read again.
 */
export const readerVersion = 3

/** Limits of one upload, including all its members. */
type ReadingLimits = {
  chars: number
  parts: number
  /** Unpacked bytes above this and above `ratio` times the file size mean a decompression bomb. */
  unpackedBytes: number
  ratio: number
  /** Unpacked bytes above this mean a bomb whatever the ratio. */
  mostUnpackedBytes: number
  members: number
  depth: number
  /** Largest file that is read as a whole. */
  memoryBytes: number
  /** Processor time, in ms; the rest of the text is then omitted, and the flag `slow` is set. */
  cpuMs: number
}

export const defaultLimits: ReadingLimits = {
  chars: 5_000_000,
  parts: 5_000,
  unpackedBytes: 256 * 1_048_576,
  ratio: 100,
  mostUnpackedBytes: 4_096 * 1_048_576,
  members: 5_000,
  depth: 3,
  memoryBytes: 160 * 1_048_576,
  cpuMs: 15_000,
}

/** `pageReader`: address of the module that reads pages; passed in because it belongs to another feature. */
export type ReadTask = { path: string; name: string; pageReader: string; bounds?: Partial<ReadingLimits> }

/** The monitor's page reader. */
export type PageReader = {
  decodeBody: (body: Buffer, contentType: string | null) => { text: string; charset: string; hasReplacement: boolean }
  extractSource: (source: { html: string; text: string; url: string }) => { title: string; blocks: { text: string }[] }
}

/** Nothing can be read; `failure` is the reason. */
export class ReadFault extends Error {
  readonly failure: Failure
  constructor(failure: Failure) {
    super(failure)
    this.failure = failure
  }
}

/** The text limit is reached: the rest is omitted, and the file is flagged. */
export class TextLimitReached extends Error {}

/** Reading took too long: the text read so far is retained. */
export class ReadTimeoutError extends Error {}

/** A file of the upload: the upload itself has a path, a member its bytes. */
export type ReaderSource = { name: string; size: number; path?: string; bytes?: Buffer }

export type FileReading = {
  page: PageReader
  bounds: ReadingLimits
  /** Bytes of the uploaded file. */
  fileBytes: number
  flags: Set<Flag>
  /** Totals of all members; `counts`: of pages and characters, null if nothing has pages. */
  used: { chars: number; parts: number; unpackedBytes: number; members: number; counts: TextCounts | null }
  send: (part: TextPart) => Promise<void>
  /** Processor time of this process when it began to read the upload, in µs. */
  cpuStart: number
  /** Reports the data known so far, because the process may be ended at any moment. */
  reportProgress: () => Promise<void>
  sendProgress: (progress: Omit<FileSummary, 'failure'>) => Promise<void>
  /** Nesting depth of a member, and the path of names that leads to it. */
  depth: number
  place: string | null
}

export async function fileSource(path: string, name: string): Promise<ReaderSource> {
  return { name, path, size: (await stat(path)).size }
}

export async function bytesOf(reading: FileReading, source: ReaderSource): Promise<Buffer> {
  if (source.bytes) return source.bytes
  if (source.size > reading.bounds.memoryBytes) throw new ReadFault('too_large')
  return await buffer(createReadStream(source.path ?? ''))
}

export function streamOf(source: ReaderSource): AsyncIterable<Buffer> {
  if (source.bytes) return chunksOf(source.bytes)
  return createReadStream(source.path ?? '', { highWaterMark: 262_144 }) as AsyncIterable<Buffer>
}

async function* chunksOf(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += 262_144) yield bytes.subarray(at, at + 262_144)
}

/** Counts unpacked bytes of an archive as they arrive: its declared sizes are not trusted. */
export function countUnpacked({ used, bounds, fileBytes }: FileReading, bytes: number): void {
  used.unpackedBytes += bytes
  const isLarge = used.unpackedBytes > bounds.unpackedBytes && used.unpackedBytes > fileBytes * bounds.ratio
  if (isLarge || used.unpackedBytes > bounds.mostUnpackedBytes) throw new ReadFault('bomb')
}

/** Processor time used by this process, in µs. */
export function cpuTime(): number {
  const { user, system } = process.cpuUsage()
  return user + system
}

export const isLate = ({ cpuStart, bounds }: FileReading) => cpuTime() - cpuStart > bounds.cpuMs * 1_000

/** A part is displayed as a whole, so longer texts are split. */
const partChars = 20_000

/** Reports one part of the text; throws `Full` at the text limit, `Late` at the time limit. */
export async function appendPart(reading: FileReading, name: string | null, text: string): Promise<void> {
  const { used, bounds, place } = reading
  const clean = text.replaceAll('\u0000', '').toWellFormed().trim()
  const title = cutText([place, name].filter(Boolean).join(' / ').replaceAll('\u0000', '').toWellFormed(), 300) || null
  for (let at = 0; at < clean.length; ) {
    const room = Math.min(partChars, bounds.chars - used.chars)
    if (room <= 0 || used.parts >= bounds.parts) throw new TextLimitReached()
    const end = cutAt(clean, at, room)
    const piece = clean.slice(at, end).trim()
    at = end
    if (piece === '') continue
    used.parts += 1
    used.chars += piece.length
    await reading.send({ number: used.parts, name: title, text: piece })
  }
  if (isLate(reading)) throw new ReadTimeoutError()
}

/** Reports a member without text by its name, so that the list of members is complete. */
export async function sendName({ used, bounds, send }: FileReading, place: string): Promise<void> {
  if (used.parts >= bounds.parts) throw new TextLimitReached()
  used.parts += 1
  await send({
    number: used.parts,
    name: cutText(place.replaceAll('\u0000', '').toWellFormed(), 300) || null,
    text: '',
  })
}

/** Cuts between lines, otherwise between words, so that no word is cut. */
function cutAt(text: string, at: number, most: number): number {
  const end = at + most
  if (end >= text.length) return text.length
  for (const mark of ['\n', '。', ' ']) {
    const found = text.lastIndexOf(mark, end - 1)
    if (found > at + most * 0.8) return found + 1
  }
  // Does not cut a surrogate pair. units: looks for the half itself
  return /[\ud800-\udbff]/.test(text.charAt(end - 1)) ? end - 1 || end : end
}
