// Files are removed after the commit that deleted their last row. Before it, a rollback would leave rows without files,
// and a backup whose snapshot still shows the row would miss them.
import { sql } from 'kysely'
import type { Ctx } from '../ctx.ts'
import type { BlobKind } from './blobs-key.ts'

const portion = 500
/** A file written in the last day may belong to an open transaction, so it is not touched. */
const quietMs = 86_400_000

/**
 * Call it in the transaction that deletes the last row of these keys; a later call of `removeGone` removes the files.
 */
export async function releaseFiles(ctx: Ctx, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return
  if (!ctx.db.isTransaction) throw new Error('files must be released in the transaction that deletes their rows')
  await sql`insert into blob_removal (key, at) select key, ${ctx.now().toISOString()}::timestamptz
    from unnest(${keys}::text[]) as given (key) on conflict (key) do nothing`.execute(ctx.db)
}

/**
 * Removes the files that committed transactions released. One that cannot be removed does not block the others; it
 * stays queued, and its error is thrown at the end.
 */
export async function removeReleasedFiles(ctx: Ctx): Promise<void> {
  let failure: unknown
  for (let after = ''; ; ) {
    const { rows } = await sql<{ key: string }>`select key from blob_removal where key > ${after}::text
      order by key limit ${portion}`.execute(ctx.db)
    const removed: string[] = []
    for (const { key } of rows) {
      try {
        await ctx.blobs.remove(key)
        removed.push(key)
      } catch (error) {
        failure ??= error
      }
    }
    await sql`delete from blob_removal where key = any(${removed}::text[])`.execute(ctx.db)
    after = rows.at(-1)?.key ?? after
    if (rows.length < portion) break
  }
  if (failure !== undefined) throw failure
}

/**
 * Removes files of a kind that a process left because it was killed between writing the file and its row: older than a
 * day, and not named by any row. `findKept` returns those of the given keys that a row names. A file that cannot be
 * removed does not block the others.
 */
export async function removeStrays(
  ctx: Ctx,
  kind: BlobKind,
  findKept: (ctx: Ctx, keys: string[]) => Promise<ReadonlySet<string>>,
  signal?: AbortSignal,
): Promise<void> {
  const before = new Date(ctx.now().getTime() - quietMs)
  let failure: unknown
  const remove = async (keys: string[]) => {
    signal?.throwIfAborted()
    const kept = await findKept(ctx, keys)
    for (const key of keys.filter(key => !kept.has(key)))
      await ctx.blobs.remove(key).catch(error => {
        failure ??= error
      })
  }
  let keys: string[] = []
  for await (const { key, changedAt } of ctx.blobs.list(kind)) {
    if (changedAt < before) keys.push(key)
    if (keys.length < portion) continue
    await remove(keys)
    keys = []
  }
  if (keys.length > 0) await remove(keys)
  if (failure !== undefined) throw failure
}
