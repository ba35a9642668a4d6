// What every reader of a kind of file is given, within one child process.

import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { cutText } from '#contract/text.ts'
import type { TextCounts } from '#contract/text-counts.ts'
import type { Upload } from '#contract/upload.ts'
import type { UploadKind, uploadFailures, uploadFlags } from '#contract/upload-state.ts'

export type Failure = (typeof uploadFailures)[number]
export type Flag = (typeof uploadFlags)[number]
export type FileSummary = {
  kind: UploadKind
  mediaType: string | null
  flags: Upload['flags']
  failure: Failure | null
  counts: TextCounts | null
}
/** What a reader of a file reports before it is done: a part of its text, or what is known of the file so far. */
export type Piece = TextPart | { progress: Omit<FileSummary, 'failure'> }
export type TextPart = { number: number; name: string | null; text: string }

/**
 * Of what this version of the readers can read. Raised when they read more or better: files that were read by an older one are
 * read again.
 */
export const readerVersion = 3

/** Bounds of one upload, all its members together. */
export type Bounds = {
  chars: number
  parts: number
  /** Unpacked beyond this, and by more than `ratio` times what the file has: a bomb. */
  unpackedBytes: number
  ratio: number
  /** Unpacked beyond this: a bomb, whatever its ratio. */
  mostUnpackedBytes: number
  members: number
  depth: number
  /** Of one file that is read as a whole. */
  memoryBytes: number
  /** Processor time, in ms; the rest of the text is then left out, and the flag `slow` is set. */
  cpuMs: number
}

export const defaultBounds: Bounds = {
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

/** `pageReader`: the module by which pages are read, as an address; it belongs to another feature. */
export type ReadTask = { path: string; name: string; pageReader: string; bounds?: Partial<Bounds> }

/** How the monitor reads a page. */
export type PageReader = {
  decodeBody: (body: Buffer, contentType: string | null) => { text: string; charset: string; hasReplacement: boolean }
  extractSource: (source: { html: string; text: string; url: string }) => { title: string; blocks: { text: string }[] }
}

/** Nothing can be read, and why. */
export class ReadFault extends Error {
  readonly failure: Failure
  constructor(failure: Failure) {
    super(failure)
    this.failure = failure
  }
}

/** Enough has been read: what comes after is left out, and that is said. */
export class Full extends Error {}

/** Reading took too long: what was read until then is kept. */
export class Late extends Error {}

/** A file of the upload: itself by its path, a member of it by its bytes. */
export type Source = { name: string; size: number; path?: string; bytes?: Buffer }

export type Reading = {
  page: PageReader
  bounds: Bounds
  /** Bytes of the uploaded file. */
  fileBytes: number
  flags: Set<Flag>
  /** All members together; `counts`: of pages and characters, null where nothing has pages. */
  used: { chars: number; parts: number; unpackedBytes: number; members: number; counts: TextCounts | null }
  send: (part: TextPart) => Promise<void>
  /** Processor time of this process when the upload was begun, in µs. */
  cpuStart: number
  /** Reports what is known so far, since the process may be ended at any moment. */
  tellProgress: () => Promise<void>
  sendProgress: (progress: Omit<FileSummary, 'failure'>) => Promise<void>
  /** Members of members: how deep, and the name they stand under. */
  depth: number
  place: string | null
}

export async function fileSource(path: string, name: string): Promise<Source> {
  return { name, path, size: (await stat(path)).size }
}

export async function bytesOf(reading: Reading, source: Source): Promise<Buffer> {
  if (source.bytes) return source.bytes
  if (source.size > reading.bounds.memoryBytes) throw new ReadFault('too_large')
  return await buffer(createReadStream(source.path ?? ''))
}

export function streamOf(source: Source): AsyncIterable<Buffer> {
  if (source.bytes) return chunksOf(source.bytes)
  return createReadStream(source.path ?? '', { highWaterMark: 262_144 }) as AsyncIterable<Buffer>
}

async function* chunksOf(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += 262_144) yield bytes.subarray(at, at + 262_144)
}

/** Counts what comes out of an archive, as it comes: what it says of itself is not believed. */
export function countUnpacked({ used, bounds, fileBytes }: Reading, bytes: number): void {
  used.unpackedBytes += bytes
  const isLarge = used.unpackedBytes > bounds.unpackedBytes && used.unpackedBytes > fileBytes * bounds.ratio
  if (isLarge || used.unpackedBytes > bounds.mostUnpackedBytes) throw new ReadFault('bomb')
}

/** Processor time that this process has had, in µs. */
export function cpuTime(): number {
  const { user, system } = process.cpuUsage()
  return user + system
}

export const isLate = ({ cpuStart, bounds }: Reading) => cpuTime() - cpuStart > bounds.cpuMs * 1_000

/** A part is shown at once: longer texts are several. */
const partChars = 20_000

/** Reports one part of the text; throws `Full` where there is no more room, `Late` where there is no more time. */
export async function say(reading: Reading, name: string | null, text: string): Promise<void> {
  const { used, bounds, place } = reading
  const clean = text.replaceAll('\u0000', '').toWellFormed().trim()
  const title = cutText([place, name].filter(Boolean).join(' / ').replaceAll('\u0000', '').toWellFormed(), 300) || null
  for (let at = 0; at < clean.length; ) {
    const room = Math.min(partChars, bounds.chars - used.chars)
    if (room <= 0 || used.parts >= bounds.parts) throw new Full()
    const end = cutAt(clean, at, room)
    const piece = clean.slice(at, end).trim()
    at = end
    if (piece === '') continue
    used.parts += 1
    used.chars += piece.length
    await reading.send({ number: used.parts, name: title, text: piece })
  }
  if (isLate(reading)) throw new Late()
}

/** A file inside the upload that gives no text stands there by its name: what was sent is not fewer than it was. */
export async function sayName({ used, bounds, send }: Reading, place: string): Promise<void> {
  if (used.parts >= bounds.parts) throw new Full()
  used.parts += 1
  await send({
    number: used.parts,
    name: cutText(place.replaceAll('\u0000', '').toWellFormed(), 300) || null,
    text: '',
  })
}

/** Between lines, else between words, so that no word is cut in two. */
function cutAt(text: string, at: number, most: number): number {
  const end = at + most
  if (end >= text.length) return text.length
  for (const mark of ['\n', '。', ' ']) {
    const found = text.lastIndexOf(mark, end - 1)
    if (found > at + most * 0.8) return found + 1
  }
  // Not between the halves of one character.
  // units: looks for the half itself
  return /[\ud800-\udbff]/.test(text.charAt(end - 1)) ? end - 1 || end : end
}
