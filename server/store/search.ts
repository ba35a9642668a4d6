import { packOfKey } from '#server/platform/blob/blobs-key.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { type CheckedRow, findPlaces, relink } from './check.queries.ts'
import { decode } from './codec.ts'
import { CaptureLost, captureHash, getCapture } from './store.ts'

/** The first bytes of every zstd frame. */
const magic = Buffer.from([0x28, 0xb5, 0x2f, 0xfd])
const windowBytes = 4 * 1024 * 1024

/** Bytes of a pack that no row points to, and the positions in them at which a frame may begin or end. */
type PackGap = { pack: string; starts: number[]; ends: Set<number> }

/**
 * Searches unreferenced bytes for lost contents: after restoring a database, for example, they may be in packs younger
 * than the backup. Returns the contents that stay lost.
 */
export async function searchLost(ctx: Ctx, lost: CheckedRow[]): Promise<CheckedRow[]> {
  const gaps: PackGap[] = []
  const hashes = new Set(lost.map(row => row.hash.toString('hex')))
  for await (const { key, size } of ctx.blobs.list('pack')) {
    const pack = packOfKey(key)
    if (pack) gaps.push(...(await findGaps(ctx, pack, size, hashes)))
  }
  const stillLost: CheckedRow[] = []
  // Bases come first: finding one restores some of those built on it.
  for (const row of lost.toSorted((a, b) => a.step - b.step))
    if (!(await isReadable(ctx, row.hash)) && !(await findIn(ctx, gaps, row))) stillLost.push(row)
  return stillLost
}

async function isReadable(ctx: Ctx, hash: Buffer): Promise<boolean> {
  return (await readOrNull(ctx, hash)) !== null
}

async function readOrNull(ctx: Ctx, hash: Buffer): Promise<Buffer | null> {
  try {
    return await getCapture(ctx, hash)
  } catch (error) {
    if (error instanceof CaptureLost) return null
    throw error
  }
}

async function findGaps(ctx: Ctx, pack: string, size: number, lost: Set<string>): Promise<PackGap[]> {
  const used = (await findPlaces(ctx, pack)).filter(place => !lost.has(place.hash.toString('hex')))
  const gaps: PackGap[] = []
  let from = 0
  for (const { at, stored } of [...used, { at: size, stored: 0 }]) {
    if (at > from) gaps.push(await framesIn(ctx, pack, from, at))
    from = Math.max(from, at + stored)
  }
  return gaps
}

async function framesIn(ctx: Ctx, pack: string, from: number, to: number): Promise<PackGap> {
  const starts = [from]
  for (let at = from; at < to; at += windowBytes) {
    // Windows overlap, so that a frame that begins on their border is not missed.
    const length = Math.min(windowBytes + magic.length - 1, to - at)
    const [bytes] = await ctx.blobs.readParts(pack, [{ at, length }])
    for (let found = bytes?.indexOf(magic) ?? -1; bytes && found !== -1; found = bytes.indexOf(magic, found + 1))
      if (at + found !== starts.at(-1)) starts.push(at + found)
  }
  return { pack, starts, ends: new Set([...starts, to]) }
}

async function findIn(ctx: Ctx, gaps: PackGap[], row: CheckedRow): Promise<boolean> {
  const base = row.base ? await readOrNull(ctx, row.base) : undefined
  if (base === null) return false
  for (const { pack, starts, ends } of gaps)
    for (const at of starts) {
      if (!ends.has(at + row.stored)) continue
      const [bytes] = await ctx.blobs.readParts(pack, [{ at, length: row.stored }])
      const raw = bytes && (await decode(row.codec, bytes, row.size, base).catch(() => null))
      if (!raw || !captureHash(raw).equals(row.hash)) continue
      await relink(ctx, row.hash, pack, at)
      return true
    }
  return false
}
