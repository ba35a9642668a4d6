// Files go after the commit that took their last row away: before it, a rollback would leave rows without files, and a
// backup whose snapshot still shows the row would miss them.
import { sql } from 'kysely'
import type { BlobKind } from './blobs-key.ts'
import type { Ctx } from './ctx.ts'

const portion = 500
/** What was written in the last day may belong to a transaction that is still open: nobody touches it. */
const quietMs = 86_400_000

/** In the transaction that takes the last row of these keys away: whoever calls `removeGone` after it removes them. */
export async function giveUpFiles(ctx: Ctx, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return
  if (!ctx.db.isTransaction) throw new Error('files are given up in the transaction that takes their rows away')
  await sql`insert into blob_removal (key, at) select key, ${ctx.now().toISOString()}::timestamptz
    from unnest(${keys}::text[]) as given (key) on conflict (key) do nothing`.execute(ctx.db)
}

/** Removes what committed transactions gave up. One that cannot be removed holds up no other, stays, and is thrown in the end. */
export async function removeGone(ctx: Ctx): Promise<void> {
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
 * Removes files of a kind that a process killed between the store and the database left: older than a day, and named by
 * no row. `findKept` says which of some keys a row names. One that cannot be removed holds up no other.
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
