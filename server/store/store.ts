import { hash } from 'node:crypto'
import type { Ctx } from '#server/platform/ctx.ts'
import { markLost } from './check.queries.ts'
import { decode, encode } from './codec.ts'
import { findChain, findChains, insertCaptures, lockStoredContents, type StoredCapture } from './store.queries.ts'

/** After this many versions, one is stored without a base again. */
const familySteps = 2 ** 12 - 1

/** Reading takes no more steps than this, whatever the history of a family. */
const maxSteps = 20

/**
 * The base of the version after `chain[0]`. `chain` leads from it, base by base, to the content without a base. Step n
 * builds on n without its lowest bit: every second one builds on its neighbour, for which deltas are shortest, and yet
 * none is more than 12 steps from the one without a base (the skip deltas of version control).
 */
function chooseBase<T extends { step: number }>(chain: T[]): { base: T; step: number } | null {
  const [previous] = chain
  if (!previous || previous.step >= familySteps || chain.length > maxSteps) return null
  const step = previous.step + 1
  const wanted = step & (step - 1)
  return { base: chain.find(blob => blob.step === wanted) ?? previous, step }
}

type NewCapture = { raw: Buffer; previous?: Buffer | null | undefined }

/** `stored`: bytes added to the store, 0 if the content already existed. */
type PutCapture = { hash: Buffer; isNew: boolean; stored: number }

/** A content that should be in the store but cannot be read, or is not what was stored. */
export class CaptureLost extends Error {
  readonly hash: Buffer
  readonly why: 'unknown' | 'missing' | 'damaged'
  constructor(hash: Buffer, why: CaptureLost['why']) {
    super(`capture ${hash.toString('hex')} is ${why}`)
    this.hash = hash
    this.why = why
  }
}

export function captureHash(raw: Buffer): Buffer {
  return hash('sha256', raw, 'buffer')
}

/** Stores one content. `previous`: the hash of a probably similar one, the page's last version. */
export async function putCapture(ctx: Ctx, raw: Buffer, previous?: Buffer | null): Promise<PutCapture> {
  const [put] = await putCaptures(ctx, [{ raw, previous }])
  return put as PutCapture
}

/**
 * Stores many contents at the price of one: their bytes are durable before the first row is written. Results in the
 * order given.
 */
export async function putCaptures(ctx: Ctx, captures: NewCapture[]): Promise<PutCapture[]> {
  if (captures.length === 0) return []
  const hashed = captures.map(capture => ({ ...capture, hash: captureHash(capture.raw) }))
  const seen = new Set(
    (
      await lockStoredContents(
        ctx,
        hashed.map(({ hash }) => hash),
      )
    ).map(keyOf),
  )
  const fresh: { row: Omit<StoredCapture, 'pack' | 'at'>; bytes: Buffer }[] = []
  const results: PutCapture[] = []
  const chains = await findChains(
    ctx,
    hashed.flatMap(({ hash, previous }) => (previous && !seen.has(keyOf(hash)) ? [previous] : [])),
  )
  for (const { raw, previous, hash } of hashed) {
    const isNew = !seen.has(keyOf(hash))
    seen.add(keyOf(hash))
    if (isNew) fresh.push(await encodeAfter(ctx, raw, hash, chains.get(previous?.toString('hex') ?? '') ?? []))
    results.push({ hash, isNew, stored: isNew ? (fresh.at(-1)?.row.stored ?? 0) : 0 })
  }
  const places = await ctx.blobs.append(fresh.map(({ bytes }) => bytes))
  const healed = await insertCaptures(
    ctx,
    fresh.map(({ row }, index) => ({ ...row, ...(places[index] as { pack: string; at: number }) })),
  )
  if (healed.length > 0) await markLost(ctx, healed, false)
  return results
}

async function encodeAfter(ctx: Ctx, raw: Buffer, hash: Buffer, chain: StoredCapture[]) {
  const base = await readBase(ctx, chain, hash)
  const { codec, bytes } = await encode(raw, base?.raw)
  const isDelta = codec === 'delta' && base !== null
  return {
    row: {
      hash,
      base: isDelta ? base.hash : null,
      stored: bytes.length,
      size: raw.length,
      codec,
      step: isDelta ? base.step : 0,
    },
    bytes,
  }
}

/** The base to build on, with its content; null if it cannot be read, because a delta is no better than its base. */
async function readBase(ctx: Ctx, chain: StoredCapture[], hash: Buffer) {
  const chosen = chooseBase(chain)
  if (!chosen) return null
  const below = chain.slice(chain.indexOf(chosen.base))
  // A lost content that is stored again must not build on a content that builds on it.
  if (below.some(blob => blob.hash.equals(hash))) return null
  try {
    return { hash: chosen.base.hash, step: chosen.step, raw: await readChain(ctx, below) }
  } catch (error) {
    if (!(error instanceof CaptureLost)) throw error
    ctx.log.warn({ err: error }, 'store: page version unreadable, the next version is stored in full')
    return null
  }
}

/** The content with this SHA-256, verified; throws `CaptureLost` rather than return anything else. */
export async function getCapture(ctx: Ctx, hash: Buffer): Promise<Buffer> {
  try {
    return await readChain(ctx, await chainOf(ctx, hash))
  } catch (error) {
    // Maintenance may have moved it between the lookup and the reading.
    if (error instanceof CaptureLost && error.why === 'missing') return await readChain(ctx, await chainOf(ctx, hash))
    throw error
  }
}

/** Stored bytes that are read at once; anything beyond is read on request. */
const atOnceBytes = 4 * 1024 * 1024

/**
 * Reads many contents that are requested one by one: their positions are looked up once, and their bytes are read
 * together. Errors as in `getCapture`, for each of them.
 */
export async function openCaptures(ctx: Ctx, hashes: Buffer[]): Promise<(hash: Buffer) => Promise<Buffer>> {
  const chains = await findChains(ctx, hashes)
  const all = new Map([...chains.values()].flat().map(blob => [keyOf(blob.hash), blob]))
  let bytes = 0
  const soon = [...all.values()].filter(blob => {
    bytes += blob.stored
    return bytes <= atOnceBytes
  })
  // A failure here is reported when that content is requested.
  const found = await readParts(ctx, soon).catch(() => [])
  const parts = new Map(found.map((part, at) => [keyOf(soon[at]!.hash), part]))
  return async hash => {
    const chain = chains.get(hash.toString('hex')) ?? []
    const known = chain.map(blob => parts.get(keyOf(blob.hash)))
    // Maintenance may have moved it since, or it is large.
    if (chain.length === 0 || !known.every(part => part)) return await getCapture(ctx, hash)
    return await build(chain, known as Buffer[])
  }
}

async function chainOf(ctx: Ctx, hash: Buffer): Promise<StoredCapture[]> {
  const chain = await findChain(ctx, hash)
  if (chain.length === 0) throw new CaptureLost(hash, 'unknown')
  return chain
}

/** The content of `chain[0]`, built up from the end of the chain. */
async function readChain(ctx: Ctx, chain: StoredCapture[]): Promise<Buffer> {
  return await build(chain, await readParts(ctx, chain))
}

async function build(chain: StoredCapture[], parts: (Buffer | null)[]): Promise<Buffer> {
  const { hash } = chain[0] as StoredCapture
  let raw: Buffer | undefined
  for (const [index, blob] of [...chain.entries()].reverse()) {
    const bytes = parts[index]
    if (!bytes) throw new CaptureLost(hash, 'missing')
    try {
      raw = await decode(blob.codec, bytes, blob.size, raw)
    } catch {
      throw new CaptureLost(hash, 'damaged')
    }
  }
  if (!raw || !captureHash(raw).equals(hash)) throw new CaptureLost(hash, 'damaged')
  return raw
}

/** The stored bytes of each; null if missing. */
export async function readParts(ctx: Ctx, chain: StoredCapture[]): Promise<(Buffer | null)[]> {
  const found: (Buffer | null)[] = chain.map(() => null)
  const byPack = Map.groupBy(chain.keys(), index => (chain[index] as StoredCapture).pack)
  for (const [pack, indexes] of byPack) {
    const places = indexes.map(index => chain[index] as StoredCapture)
    const parts = await ctx.blobs.readParts(
      pack,
      places.map(({ at, stored }) => ({ at, length: stored })),
    )
    for (const [nth, index] of indexes.entries()) found[index] = parts[nth] ?? null
  }
  return found
}

function keyOf(hash: Buffer): string {
  return hash.toString('base64')
}
