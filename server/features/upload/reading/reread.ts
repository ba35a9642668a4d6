// Reads files again in the background that an older reader has read.
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import { isTransient } from '#server/platform/db/transient-fault.ts'
import { readerVersion } from '../reader/file-reading.ts'
import { searchParts } from './find.ts'
import { writeFindings } from './finding.queries.ts'
import { failedReading, readBlob, resultOf } from './read.ts'
import {
  countTry,
  findOldReadings,
  keepOlderText,
  lockOldReading,
  type OldReading,
  writeReread,
} from './reread.queries.ts'
import { replaceParts } from './text.queries.ts'
import { isTemporary, mostTries } from './tries.ts'

const portion = 20

/**
 * Reads all files again that an older reader has read. A file that a temporary fault keeps from being read (the storage
 * is away, the process was killed) keeps its text, is tried again later, and counts as waiting until then.
 */
export async function rereadUploads(ctx: Ctx, signal?: AbortSignal): Promise<void> {
  for (let afterId = 0; ; ) {
    const old = await findOldReadings(ctx, readerVersion, afterId, portion)
    for (const reading of old) {
      signal?.throwIfAborted()
      await reread(ctx, reading).catch(error => {
        if (isTransient(error)) throw error
        ctx.log.warn({ err: error, upload: reading.id }, 'upload: re-extraction failed, it is retried at the next run')
      })
    }
    const last = old.at(-1)
    if (!last) return
    afterId = last.id
  }
}

async function reread(ctx: Ctx, reading: OldReading): Promise<void> {
  const read = await readBlob(ctx, reading).catch(error => {
    ctx.log.warn({ err: error, upload: reading.id }, 'upload: the stored file could not be fetched')
    return failedReading('storage_fault')
  })
  const { version, findings } = await searchParts(ctx, read.parts)
  await inTransaction(ctx, async ctx => {
    const older = await lockOldReading(ctx, reading, readerVersion)
    if (!older) return
    if (isTemporary(read) && older.tries + 1 < mostTries) return await countTry(ctx, reading.id)
    const result = resultOf(read)
    // A shortage of memory or time must not delete text that was read before.
    if (result.textLength === 0 && older.text_length > 0) return await keepOlderText(ctx, reading.id, readerVersion)
    await writeReread(ctx, reading.id, result)
    await replaceParts(ctx, reading.id, read.parts)
    await writeFindings(ctx, reading.id, version, findings)
  })
}
