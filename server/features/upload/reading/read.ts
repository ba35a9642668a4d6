// Worker's side of reading: sends the file to a child process and stores its findings in the database.
import { createWriteStream } from 'node:fs'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { publish } from '#server/core/events.ts'
import { hasNewerVersion, queueRescan } from '#server/features/word/word.service.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import { ChildLost, openChildren } from '#server/platform/process/children.ts'
import { readerFile } from '#server/text/source.ts'
import {
  type FileSummary,
  type ReaderOutput,
  type ReadTask,
  readerVersion,
  type TextPart,
} from '../reader/file-reading.ts'
import { searchParts } from './find.ts'
import { writeFindings } from './finding.queries.ts'
import { beginReading, endReading, type ReadingJob, type ReadResult, releaseReading } from './read.queries.ts'
import { replaceParts } from './text.queries.ts'
import { isTemporary, mostTries } from './tries.ts'

/**
 * Limits of the child process; a hostile file ends it. Readers stop earlier at `defaultBounds`; these limits apply if a
 * reader hangs.
 */
const readLimits = { most: 2, timeoutMs: 120_000, cpuMs: 20_000, heapMb: 512, rssMb: 1_024 }
const folderPrefix = 'og-read-'
/** A copy in use is modified more recently than this. */
const leftMs = 15 * 60_000

const readers = openChildren<ReadTask, ReaderOutput, FileSummary>(
  new URL('../reader/process.ts', import.meta.url),
  readLimits,
)

export type FileContent = { summary: FileSummary; parts: TextPart[] }

/** Reads the text of a file in a child process; never throws because of the file's content. */
export async function readInProcess(
  task: Omit<ReadTask, 'pageReader'>,
  limits: { timeoutMs?: number } = {},
): Promise<FileContent> {
  const parts: TextPart[] = []
  let progress: Omit<FileSummary, 'failure'> = { kind: 'other', mediaType: null, flags: [], counts: null }
  const onPiece = (piece: ReaderOutput) => {
    if ('progress' in piece) progress = piece.progress
    else parts.push(piece)
  }
  try {
    const summary = await readers.run({ ...task, pageReader: readerFile }, onPiece, limits)
    return { summary, parts: summary.failure ? [] : parts }
  } catch (error) {
    if (!(error instanceof ChildLost)) throw error
    if (error.why === 'time' && parts.some(({ text }) => text !== ''))
      return {
        summary: { ...progress, flags: [...new Set([...progress.flags, 'slow' as const])], failure: null },
        parts,
      }
    const failures = { time: 'too_slow', memory: 'too_much_memory', ended: 'broken', killed: 'interrupted' } as const
    const failure = failures[error.why]
    return { summary: { ...progress, failure }, parts: [] }
  }
}

/** Reads one upload; harmless if run twice or superseded by another reading. */
export async function readUpload(ctx: Ctx, id: number, step: number): Promise<void> {
  const reading = await beginReading(ctx, id, step)
  if (!reading) return
  // The last try ended its worker, which could not report.
  const read = reading.tries > mostTries ? failedReading('interrupted') : await readFetched(ctx, reading)
  // `resume_upload_readings` tries again.
  if (isTemporary(read) && reading.tries < mostTries) return await releaseReading(ctx, reading)
  const { parts } = read
  const { version, findings } = await searchParts(ctx, parts)
  await inTransaction(ctx, async ctx => {
    const { failure } = read.summary
    const result = resultOf(read)
    if (!(await endReading(ctx, reading, result))) return
    await replaceParts(ctx, id, parts)
    await writeFindings(ctx, id, version, findings)
    const { owner } = reading
    const about = { noun: 'upload', recordId: id }
    // The owner knows that the file waits for review, so only other users are notified of that; a failure is new to the
    // owner.
    if (failure) await publish(ctx, [{ ...about, kind: 'failed', users: owner === null ? [] : [owner] }])
    else await publish(ctx, [{ ...about, kind: 'review_asked', actorId: owner }])
  })
  // A rescan for a word added during the reading may have run before this text was stored.
  if (parts.length > 0 && (await hasNewerVersion(ctx, version))) await queueRescan(ctx, 'rescan_uploads')
}

/** Throws only for an outage of the database; the job is then retried. */
async function readFetched(ctx: Ctx, reading: ReadingJob): Promise<FileContent> {
  try {
    return await readBlob(ctx, reading)
  } catch (error) {
    ctx.log.warn(
      { err: error, upload: reading.id, tries: reading.tries },
      'upload: the stored file could not be fetched',
    )
    return failedReading('storage_fault')
  }
}

export function failedReading(failure: FileSummary['failure']): FileContent {
  return { summary: { kind: 'other', mediaType: null, flags: [], failure, counts: null }, parts: [] }
}

/** The result of a reading that is stored besides its text. */
export function resultOf({ summary, parts }: FileContent): ReadResult {
  const { kind, mediaType: media_type, flags, failure, counts } = summary
  const textLength = parts.reduce((sum, { text }) => sum + text.length, 0)
  return { kind, media_type, flags, failure, textLength, partCount: parts.length, counts, readerVersion }
}

export async function readBlob(ctx: Ctx, reading: Pick<ReadingJob, 'blob_key' | 'file_name'>): Promise<FileContent> {
  const folder = await mkdtemp(join(tmpdir(), folderPrefix))
  try {
    const path = join(folder, 'file')
    await pipeline(ctx.blobs.read(reading.blob_key), createWriteStream(path))
    return await readInProcess({ path, name: reading.file_name })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Removes copies of files that a killed worker left on this machine. */
export async function removeLeftCopies(ctx: Pick<Ctx, 'now' | 'log'>, parent = tmpdir()): Promise<void> {
  const changedMs = (path: string) =>
    stat(path).then(
      ({ mtimeMs }) => mtimeMs,
      () => 0,
    )
  const names = await readdir(parent)
  for (const folder of names.filter(name => name.startsWith(folderPrefix)).map(name => join(parent, name))) {
    const changed = Math.max(await changedMs(folder), await changedMs(join(folder, 'file')))
    if (changed > ctx.now().getTime() - leftMs) continue
    // A copy of another system user cannot be removed and stays.
    await rm(folder, { recursive: true, force: true }).catch(error =>
      ctx.log.debug({ err: error }, 'upload: temporary copy not removed'),
    )
  }
}
