import { packKey, packOfKey } from '#server/platform/blobs-key.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import {
  findInPack,
  findPackUse,
  isPackUsed,
  moveInPack,
  type PackRow,
  type Removed,
  removeLoose,
  removeUnneededAfter,
  removeUnneededOf,
} from './tidy-queries.ts'

/** What was written in the last day may belong to a transaction that is still open: nobody touches it. */
export const quietMs = 86_400_000
const smallBytes = 4 * 1024 * 1024
const fewSmall = 8
const batchRows = 500
const batchBytes = 8 * 1024 * 1024
const scanRows = 5_000

export type Tidied = { contents: number; packsRemoved: number; packsRewritten: number; bytesFreed: number }

/**
 * Gives back what no version needs: all is looked at, however much there is, or what lost a version since it was looked at last
 * (`isLooseOnly`), which is what there is to do but for what a kill left behind. Contents first, then packs nothing points to, then packs less than half in use, and
 * small ones once there are several, are written anew. A pack that was rewritten is removed by the next run, so that
 * whoever was about to read it still can. It may be stopped anywhere and run beside the product.
 */
export async function tidyBlobs(ctx: Ctx, signal?: AbortSignal, { isLooseOnly = false } = {}): Promise<Tidied> {
  const before = new Date(ctx.now().getTime() - quietMs)
  const removed = await (isLooseOnly ? removeLoosened : removeUnneeded)(ctx, before)
  const tidied: Tidied = { contents: removed.count, packsRemoved: 0, packsRewritten: 0, bytesFreed: 0 }
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

/** How many contents went, and the packs they lay in. */
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
    await noteGone(ctx, before, found, gone)
  }
  return gone
}

async function removeLoosened(ctx: Ctx, before: Date): Promise<Gone> {
  const gone: Gone = { count: 0, packs: new Set() }
  for (;;) {
    // All or nothing: what was looked at is not looked at again, so what it was built on must go with it.
    const looked = await inTransaction(
      ctx,
      async ctx => {
        const found = await removeLoose(ctx, before, scanRows)
        await noteGone(ctx, before, found, gone)
        return found.looked
      },
      { isOnce: true },
    )
    if (looked < scanRows) return gone
  }
}

/** A content that goes may have been the last to need what it was built on. */
async function noteGone(ctx: Ctx, before: Date, found: Removed, gone: Gone): Promise<void> {
  for (let next = found; ; next = await removeUnneededOf(ctx, before, next.bases)) {
    gone.count += next.removed
    for (const pack of next.packs) gone.packs.add(pack)
    if (next.bases.length === 0) return
  }
}

/**
 * Copies what is in use to this process's own pack; what cannot be read stays where it is, for the check to find. After a
 * jump of the clock it may be the very pack that is copied: what comes behind its first `size` bytes is a copy already.
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

/** As many as fit into memory together; one at least. */
function firstBytes(rows: PackRow[]): PackRow[] {
  let bytes = 0
  return rows.filter((row, index) => {
    bytes += row.stored
    return index === 0 || bytes <= batchBytes
  })
}
