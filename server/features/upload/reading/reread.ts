// Reads files again in the background that an older reader has read.
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import { isPassing } from '#server/platform/db/transient-fault.ts'
import { readerVersion } from '../reader/reading.ts'
import { searchParts } from './find.ts'
import { writeFindings } from './finding.queries.ts'
import { readBlob, resultOf } from './read.ts'
import { findOldReadings, keepOlderText, lockOldReading, type OldReading, writeReread } from './reread.queries.ts'
import { replaceParts } from './text.queries.ts'

const portion = 20

/**
 * Reads all files again that an older reader has read. A file whose content is not available now waits for the next
 * run, and counts as waiting until then.
 */
export async function rereadUploads(ctx: Ctx, signal?: AbortSignal): Promise<void> {
  for (let afterId = 0; ; ) {
    const old = await findOldReadings(ctx, readerVersion, afterId, portion)
    for (const reading of old) {
      signal?.throwIfAborted()
      await reread(ctx, reading).catch(error => {
        if (isPassing(error)) throw error
        ctx.log.warn({ err: error, upload: reading.id }, 'upload: re-extraction failed, it is retried at the next run')
      })
    }
    const last = old.at(-1)
    if (!last) return
    afterId = last.id
  }
}

async function reread(ctx: Ctx, reading: OldReading): Promise<void> {
  const read = await readBlob(ctx, reading)
  const { version, findings } = await searchParts(ctx, read.parts)
  await inTransaction(ctx, async ctx => {
    const older = await lockOldReading(ctx, reading, readerVersion)
    if (!older) return
    const result = resultOf(read)
    // A temporary shortage of memory or time must not delete text that was read before.
    if (result.textLength === 0 && older.text_length > 0) return await keepOlderText(ctx, reading.id, readerVersion)
    await writeReread(ctx, reading.id, result)
    await replaceParts(ctx, reading.id, read.parts)
    await writeFindings(ctx, reading.id, version, findings)
  })
}
