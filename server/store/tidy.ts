import { packKey, packOfKey } from '#server/platform/blob/blobs-key.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import {
  findInPack,
  findPackUse,
  isPackUsed,
  moveInPack,
  type PackRow,
  type RemovedContents,
  removeLoose,
  removeUnneededAfter,
  removeUnneededOf,
} from './tidy.queries.ts'

/** A content written in the last day may belong to a transaction that is still open, so it is never touched. */
export const quietMs = 86_400_000
const smallBytes = 4 * 1024 * 1024
const fewSmall = 8
const batchRows = 500
const batchBytes = 8 * 1024 * 1024
const scanRows = 5_000

type TidyResult = { contents: number; packsRemoved: number; packsRewritten: number; bytesFreed: number }

/**
 * Frees the space of contents that no version needs. It checks all contents, or only those that lost a version since
 * their last check (`isLooseOnly`); the latter covers everything except leftovers of a killed process. Contents are
 * removed first, then packs without references. Packs less than half in use are rewritten, and small ones once there
 * are several. A rewritten pack is removed by the next run, so that a reader that already looked it up can still read
 * it. The work can be stopped anywhere and runs concurrently with the product.
 */
export async function tidyBlobs(ctx: Ctx, signal?: AbortSignal, { isLooseOnly = false } = {}): Promise<TidyResult> {
  const before = new Date(ctx.now().getTime() - quietMs)
  const removed = await (isLooseOnly ? removeLoosened : removeUnneeded)(ctx, before)
  const tidied: TidyResult = { contents: removed.count, packsRemoved: 0, packsRewritten: 0, bytesFreed: 0 }
  const packs = await listPacks(ctx, before)
  const looked = isLooseOnly ? packs.filter(({ pack, size }) => removed.packs.has(pack) || size < smallBytes) : packs
  const use = await findPackUse(ctx, isLooseOnly ? looked.map(({ pack }) => pack) : undefined)
  const sparse: (typeof packs)[number][] = []
  const small: (typeof packs)[number][] = []
  for (const { pack, size } of looked) {
    signal?.throwIfAborted()
    const live = use.get(pack)?.live ?? 0
    if (live === 0) {
      if (await isPackUsed(ctx, pack)) continue
      await ctx.blobs.remove(packKey(pack))
      tidied.packsRemoved += 1
      tidied.bytesFreed += size
    } else if (live < size / 2) sparse.push({ pack, size })
    else if (size < smallBytes) small.push({ pack, size })
  }
  for (const { pack, size } of small.length >= fewSmall ? [...sparse, ...small] : sparse) {
    signal?.throwIfAborted()
    await rewritePack(ctx, pack, size)
    tidied.packsRewritten += 1
  }
  return tidied
}

async function listPacks(ctx: Ctx, before: Date): Promise<{ pack: string; size: number }[]> {
  const packs: { pack: string; size: number }[] = []
  for await (const { key, size, changedAt } of ctx.blobs.list('pack')) {
    const pack = packOfKey(key)
    if (pack && changedAt < before) packs.push({ pack, size })
  }
  return packs
}

/** The number of removed contents, and their packs. */
type Gone = { count: number; packs: Set<string> }

async function removeUnneeded(ctx: Ctx, before: Date): Promise<Gone> {
  const gone: Gone = { count: 0, packs: new Set() }
  for (let after: Buffer | null = Buffer.alloc(0); after; ) {
    const found: Awaited<ReturnType<typeof removeUnneededAfter>> = await removeUnneededAfter(
      ctx,
      before,
      after,
      scanRows,
    )
    after = found.last
    await noteRemoved(ctx, before, found, gone)
  }
  return gone
}

async function removeLoosened(ctx: Ctx, before: Date): Promise<Gone> {
  const gone: Gone = { count: 0, packs: new Set() }
  for (;;) {
    // All or nothing: a checked content is not checked again, so its unneeded bases must be removed in the same
    // transaction.
    const looked = await inTransaction(
      ctx,
      async ctx => {
        const found = await removeLoose(ctx, before, scanRows)
        await noteRemoved(ctx, before, found, gone)
        return found.looked
      },
      { isOnce: true },
    )
    if (looked < scanRows) return gone
  }
}

/** A removed content may have been the last one to need its base. */
async function noteRemoved(ctx: Ctx, before: Date, found: RemovedContents, gone: Gone): Promise<void> {
  for (let next = found; ; next = await removeUnneededOf(ctx, before, next.bases)) {
    gone.count += next.removed
    for (const pack of next.packs) gone.packs.add(pack)
    if (next.bases.length === 0) return
  }
}

/**
 * Copies the used contents to this process's own pack; unreadable ones stay, for the check to find. After a jump of the
 * clock the copied pack may be that same pack: everything behind its first `size` bytes is already a copy.
 */
async function rewritePack(ctx: Ctx, pack: string, size: number): Promise<void> {
  for (let from = 0; ; ) {
    const rows = firstBytes(await findInPack(ctx, pack, from, batchRows)).filter(row => row.at < size)
    if (rows.length === 0) return
    from = (rows.at(-1)?.at ?? 0) + 1
    const parts = await ctx.blobs.readParts(
      pack,
      rows.map(({ at, stored }) => ({ at, length: stored })),
    )
    const readable = rows.flatMap((row, index) => {
      const bytes = parts[index]
      return bytes ? [{ hash: row.hash, bytes }] : []
    })
    const places = await ctx.blobs.append(readable.map(({ bytes }) => bytes))
    await moveInPack(
      ctx,
      pack,
      readable.map(({ hash }, index) => ({ hash, ...(places[index] as { pack: string; at: number }) })),
    )
  }
}

/** As many as fit into memory together, but at least one. */
function firstBytes(rows: PackRow[]): PackRow[] {
  let bytes = 0
  return rows.filter((row, index) => {
    bytes += row.stored
    return index === 0 || bytes <= batchBytes
  })
}
