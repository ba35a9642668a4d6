import { createHash } from 'node:crypto'
import { newBlobKey } from '#server/platform/blob/blobs.ts'
import type { BlobKind } from '#server/platform/blob/blobs-key.ts'
import { releaseFiles, removeReleasedFiles, removeStrays } from '#server/platform/blob/removed-files.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import type { IncomingFile } from '#server/platform/files/files.ts'
import { AppError } from '#server/platform/http/errors.ts'
import type { FileTable } from './file-table.queries.ts'

type StoredUpload = { file_name: string; file_key: string; size: number }

/** Stores the whole file, then runs `insert` in one transaction; removes the file if that fails. */
export async function storeUpload<T>(
  ctx: Ctx,
  kind: BlobKind,
  file: IncomingFile,
  insert: (ctx: Ctx, stored: StoredUpload) => Promise<T>,
): Promise<T> {
  const file_key = newBlobKey(kind)
  const size = await ctx.blobs.put(file_key, file.content)
  try {
    if (file.isTruncated()) throw new AppError('too_large')
    return await inTransaction(ctx, ctx => insert(ctx, { file_name: file.name, file_key, size }))
  } catch (error) {
    await ctx.blobs.remove(file_key)
    throw error
  }
}

/**
 * Work of killed workers becomes a new step, which `queue` gives to a job: the old worker, if it still runs, can write
 * nothing more.
 */
export function resumeStalled<Row extends { id: number }>(
  ctx: Ctx,
  table: FileTable<Row>,
  queue: (ctx: Ctx, row: Row) => Promise<void>,
): Promise<void> {
  return inTransaction(ctx, async ctx => {
    for (const row of await table.findStalled(ctx)) await queue(ctx, row)
  })
}

/** Runs `remove`, which deletes old rows and returns the keys of their files, and removes files without a row. */
export async function removeOldFiles<Row extends { id: number }>(
  ctx: Ctx,
  kind: BlobKind,
  table: FileTable<Row>,
  { remove, signal }: { remove: (ctx: Ctx) => Promise<string[]>; signal: AbortSignal | undefined },
): Promise<void> {
  await inTransaction(ctx, async ctx => releaseFiles(ctx, await remove(ctx)))
  await removeReleasedFiles(ctx)
  await removeStrays(ctx, kind, table.findStoredFiles, signal)
}

/** The SHA-256 of a stored file. */
export async function digestFile(ctx: Ctx, key: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of ctx.blobs.read(key) as AsyncIterable<Uint8Array>) hash.update(chunk)
  return hash.digest('hex')
}
