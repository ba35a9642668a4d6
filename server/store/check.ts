import { packOfKey } from '#server/platform/blob/blobs-key.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { type CheckedRow, countUnneeded, findAloneAfter, findBuiltOn, findContents, markLost } from './check.queries.ts'
import { decode } from './codec.ts'
import { searchLost } from './search.ts'
import { CaptureLost, captureHash, getCapture, readParts } from './store.ts'
import { findPackUse } from './tidy.queries.ts'
import { quietMs, tidyBlobs } from './tidy.ts'

/** The result of a check. Unreferenced bytes are harmless; lost contents are not. */
export type BlobReport = {
  contents: number
  /** Bytes of the contents read back and verified. */
  verified_bytes: number
  /** Contents whose bytes are missing, whose bytes are not what was stored, or whose base is one of these. */
  missing: number
  damaged: number
  orphaned: number
  /** With repair: contents found again elsewhere. */
  relinked: number
  /** Readable, although an earlier check marked them lost. */
  whole_again: number
  /** Contents that stay unreadable. */
  lost: number
  /** Contents that no version shows. */
  unneeded: number
  packs: number
  pack_bytes: number
  /** Packs without references; unreferenced bytes in other packs, between and behind the referenced ones. */
  idle_packs: number
  idle_bytes: number
  torn_bytes: number
  /** With repair: contents and packs removed, packs rewritten. */
  removed: number
  removed_packs: number
  rewritten_packs: number
}

type StoreFault = 'missing' | 'damaged' | 'orphaned'

/** Reads every content back and compares its hash. Each is unpacked once, and only few are in memory at a time. */
export async function checkBlobs(
  ctx: Ctx,
  { repair = false, onProgress }: { repair?: boolean; onProgress?: (contents: number) => void } = {},
): Promise<BlobReport> {
  const report: BlobReport = emptyReport()
  const lost: CheckedRow[] = []
  const whole: Buffer[] = []
  for await (const { row, fault } of verifyAll(ctx)) {
    report.contents += 1
    if (report.contents % 1_000 === 0) onProgress?.(report.contents)
    if (fault) {
      report[fault] += 1
      lost.push(row)
    } else {
      report.verified_bytes += row.size
      if (row.is_lost) whole.push(row.hash)
    }
  }
  report.whole_again = whole.length
  report.lost = lost.length
  report.unneeded = await countUnneeded(ctx, new Date(ctx.now().getTime() - quietMs))
  await measurePacks(ctx, report)
  if (repair) await repairAll(ctx, report, lost, whole)
  return report
}

/** Searches the store for these contents, whose bytes cannot be read, and marks those that are not found as lost. */
export async function mendCaptures(ctx: Ctx, hashes: readonly Buffer[]): Promise<void> {
  const unreadable: CheckedRow[] = []
  for (const row of await findContents(ctx, hashes)) if ((await verify(ctx, row, undefined)).fault) unreadable.push(row)
  await relinkOrMark(ctx, unreadable, [])
}

/** Marks these contents as lost unless they are found elsewhere, and those that are whole as readable. */
async function relinkOrMark(
  ctx: Ctx,
  lost: CheckedRow[],
  whole: Buffer[],
): Promise<{ relinked: number; lost: number }> {
  const stillLost = lost.length > 0 ? await searchLost(ctx, lost) : []
  const gone = new Set(stillLost)
  const found = lost.filter(row => !gone.has(row)).map(row => row.hash)
  for (const hashes of chunks([...whole, ...found])) await markLost(ctx, hashes, false)
  for (const hashes of chunks(stillLost.map(row => row.hash))) await markLost(ctx, hashes, true)
  return { relinked: found.length, lost: stillLost.length }
}

async function repairAll(ctx: Ctx, report: BlobReport, lost: CheckedRow[], whole: Buffer[]): Promise<void> {
  Object.assign(report, await relinkOrMark(ctx, lost, whole))
  const tidied = await tidyBlobs(ctx)
  report.removed = tidied.contents
  report.removed_packs = tidied.packsRemoved
  report.rewritten_packs = tidied.packsRewritten
}

/** Every content after its base, depth first: at most one branch of a family is unpacked at a time. */
async function* verifyAll(ctx: Ctx): AsyncGenerator<{ row: CheckedRow; fault: StoreFault | null }> {
  for (let after = Buffer.alloc(0); ; ) {
    const alone = await findAloneAfter(ctx, after, 200)
    const last = alone.at(-1)
    if (!last) return
    after = last.hash as Buffer<ArrayBuffer>
    for (const first of alone) {
      const open: { row: CheckedRow; base: Buffer | null | undefined }[] = [{ row: first, base: undefined }]
      for (let next = open.pop(); next; next = open.pop()) {
        const { row, base } = next
        const { raw, fault } = await verify(ctx, row, base)
        yield { row, fault }
        for (const child of await findBuiltOn(ctx, [row.hash])) open.push({ row: child, base: raw })
      }
    }
  }
}

async function verify(
  ctx: Ctx,
  row: CheckedRow,
  base: Buffer | null | undefined,
): Promise<{ raw: Buffer | null; fault: StoreFault | null }> {
  const [bytes] = base === null ? [null] : await readParts(ctx, [row])
  const raw = bytes ? await decode(row.codec, bytes, row.size, base ?? undefined).catch(() => null) : null
  if (raw && captureHash(raw).equals(row.hash)) return { raw, fault: null }
  // The product may have moved or healed it since the row was read, and a content built on a damaged one may not need
  // the damaged part. Only a content that also cannot be read on its own is lost.
  try {
    return { raw: await getCapture(ctx, row.hash), fault: null }
  } catch (error) {
    if (!(error instanceof CaptureLost)) throw error
    const fault = error.why === 'damaged' ? 'damaged' : 'missing'
    return { raw: null, fault: base === null ? 'orphaned' : fault }
  }
}

async function measurePacks(ctx: Ctx, report: BlobReport): Promise<void> {
  const use = await findPackUse(ctx)
  for await (const { key, size } of ctx.blobs.list('pack')) {
    const found = use.get(packOfKey(key) ?? '')
    report.packs += 1
    report.pack_bytes += size
    if (!found) report.idle_packs += 1
    report.idle_bytes += Math.max(0, size - (found?.live ?? 0))
    report.torn_bytes += Math.max(0, size - (found?.end ?? 0))
  }
}

function* chunks(hashes: Buffer[]): Generator<Buffer[]> {
  for (let at = 0; at < hashes.length; at += 1_000) yield hashes.slice(at, at + 1_000)
}

function emptyReport(): BlobReport {
  return {
    contents: 0,
    verified_bytes: 0,
    missing: 0,
    damaged: 0,
    orphaned: 0,
    relinked: 0,
    whole_again: 0,
    lost: 0,
    unneeded: 0,
    packs: 0,
    pack_bytes: 0,
    idle_packs: 0,
    idle_bytes: 0,
    torn_bytes: 0,
    removed: 0,
    removed_packs: 0,
    rewritten_packs: 0,
  }
}
