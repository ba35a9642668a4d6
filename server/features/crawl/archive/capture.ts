import type { CaptureOutcome, PageArchiveFault, PageArchiveFormat } from '#contract/page-archive.api.ts'
import { inScope, urlKey } from '#server/text/url.ts'

const megabyte = 1_048_576

/** Limits of one file; `ratio`: unpacked bytes for each stored one, beyond `freeBytes`. */
export type ArchiveBounds = {
  records: number
  unpackedBytes: number
  ratio: number
  freeBytes: number
  /** A portion ends after this many bytes of captures, or this many captures, or this time. */
  portionBytes: number
  portionCaptures: number
  portionMs: number
}

export const defaultBounds: ArchiveBounds = {
  records: 200_000,
  unpackedBytes: 2_048 * megabyte,
  ratio: 200,
  freeBytes: 64 * megabyte,
  portionBytes: 16 * megabyte,
  portionCaptures: 200,
  portionMs: 20_000,
}

/** Work of the child process: the records of a file from number `from` on, until the portion is full. */
export type ArchiveTask = {
  path: string
  from: number
  hosts: string[]
  /** Maximum size of one page. */
  maxBytes: number
  nowMs: number
  bounds: ArchiveBounds
}

/** A capture of a page in the site's scope, answered with 200 and a type that can be read. */
export type ArchivedCapture = {
  record: number
  url: string
  atMs: number
  headers: [string, string][]
  /** Without transfer and content encoding. */
  body: Uint8Array
  /** The digest of the payload, as the file states it; it is compared, never believed to be that of the body. */
  digest?: string
  /** The record has no content: it refers to a capture with the same payload. `atMs`: null if its time is not stated. */
  revisit?: { url: string; atMs: number | null }
}

export type OutcomeCounts = Partial<Record<CaptureOutcome, number>>

/** `next`: the number of the first record that is not part of this portion. */
export type ArchivePortion = {
  format: PageArchiveFormat | null
  next: number
  isEnd: boolean
  /** Captures that are no version, by reason. */
  refused: OutcomeCounts
  fault: PageArchiveFault | null
}

/** The reading of a portion: numbers the records, counts the refused captures, passes on the accepted ones. */
export type PortionReading = {
  hosts: readonly string[]
  maxBytes: number
  nowMs: number
  /** Call it once for each record; false if an earlier portion settled it. */
  begin(): boolean
  accept(capture: Omit<ArchivedCapture, 'record'>): Promise<void>
  refuse(outcome: CaptureOutcome): void
  isFull(): boolean
}

/** The file cannot be read any further. */
export class ArchiveFault extends Error {
  readonly fault: PageArchiveFault
  constructor(fault: PageArchiveFault) {
    super(`the archive cannot be read: ${fault}`)
    this.fault = fault
  }
}

/** One capture cannot become a version; the others can. */
export class CaptureRefused extends Error {
  readonly outcome: CaptureOutcome
  /** Whether another request may succeed. */
  readonly isTransient: boolean
  constructor(outcome: CaptureOutcome, { isTransient = false } = {}) {
    super(`the capture is refused: ${outcome}`)
    this.outcome = outcome
    this.isTransient = isTransient
  }
}

/** Throws `ArchiveFault` once more bytes are unpacked than the file may have. */
export function openBudget(fileBytes: number, bounds: ArchiveBounds): (bytes: number) => void {
  let unpacked = 0
  return bytes => {
    unpacked += bytes
    if (unpacked > bounds.unpackedBytes) throw new ArchiveFault('too_large')
    if (unpacked > bounds.freeBytes + bounds.ratio * fileBytes) throw new ArchiveFault('too_compressed')
  }
}

/** An address without its fragment that a version can have. */
export function checkAddress(written: string, hosts: readonly string[]): string {
  const url = URL.parse(written.trim().replace(/^<(.*)>$/, '$1'))
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) throw new CaptureRefused('bad_address')
  if (url.username !== '' || url.password !== '') throw new CaptureRefused('bad_address')
  url.hash = ''
  if (urlKey(url.href) === null) throw new CaptureRefused('bad_address')
  if (!inScope(url, hosts)) throw new CaptureRefused('out_of_scope')
  return url.href
}

/** The web is not older than this. */
const firstMs = Date.UTC(1990, 0, 1)
/** Clocks of two machines may differ by this. */
const skewMs = 5 * 60_000

export function checkTime(written: string | undefined, nowMs: number): number {
  const atMs = Date.parse(written ?? '')
  if (!Number.isFinite(atMs) || atMs < firstMs || atMs > nowMs + skewMs) throw new CaptureRefused('bad_time')
  return atMs
}
