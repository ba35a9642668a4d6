import type { Ctx } from '#server/platform/ctx.ts'
import { countFaults, likelyCharset, markOf } from '#server/platform/files/charset.ts'

/** Streams the bytes of a file, from the first byte with each call. */
export type Bytes = () => AsyncIterable<Uint8Array>

/** A text file with its charset. */
export type EncodedFile = { bytes: Bytes; encoding: string }

const startBytes = 4_096
const sampleBytes = 262_144
/**
 * Largest share of invalid bytes: a file mostly in one charset may contain a few passages in another, and each
 * unreadable value is reported separately.
 */
const mixedShare = 0.1

export const storedBytes =
  (ctx: Ctx, key: string): Bytes =>
  () =>
    ctx.blobs.read(key) as AsyncIterable<Uint8Array>

export async function startOf(bytes: Bytes, length = startBytes): Promise<Buffer> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const chunk of bytes()) {
    parts.push(chunk)
    size += chunk.length
    if (size >= length) break
  }
  return Buffer.concat(parts).subarray(0, length)
}

export async function openContent(bytes: Bytes): Promise<EncodedFile> {
  return { bytes, encoding: await encodingOf(bytes) }
}

/**
 * Charset by the byte order mark, by the XML declaration, otherwise UTF-8 if nearly all bytes are valid, otherwise the
 * likeliest one.
 */
async function encodingOf(bytes: Bytes): Promise<string> {
  const start = await startOf(bytes)
  return markOf(start) ?? twoByteOf(start) ?? declaredIn(start) ?? (await likelyOf(bytes))
}

/**
 * Detects UTF-16 without a mark: the first characters of JSON, XML and tables are ASCII, so every second byte is NUL.
 */
function twoByteOf(start: Buffer): string | undefined {
  const probe = start.subarray(0, start.length - (start.length % 2))
  if (probe.length < 4) return undefined
  const nuls = [0, 0]
  probe.forEach((byte, at) => {
    if (byte === 0) nuls[at % 2]! += 1
  })
  const most = probe.length / 4
  if (nuls[1]! > most && nuls[0]! < nuls[1]! / 4) return 'utf-16le'
  if (nuls[0]! > most && nuls[1]! < nuls[0]! / 4) return 'utf-16be'
  return undefined
}

function declaredIn(start: Buffer): string | undefined {
  const named = /^\s*<\?xml[^>]*?encoding\s*=\s*["']([\w.:-]+)["']/i.exec(start.toString('latin1'))?.[1]
  // A declaration that reads as ASCII is not UTF-16, whatever it declares; UTF-8 is detected from the bytes.
  if (!named || /^(utf|ucs|unicode)/i.test(named)) return undefined
  try {
    return new TextDecoder(named).encoding
  } catch {
    return undefined
  }
}

async function likelyOf(bytes: Bytes): Promise<string> {
  const decoder = new TextDecoder()
  const sample: Uint8Array[] = []
  let [sampled, faults, high] = [0, 0, 0]
  for await (const chunk of bytes()) {
    faults += countFaults(decoder.decode(chunk, { stream: true }))
    let here = 0
    for (const byte of chunk) if (byte > 127) here += 1
    high += here
    if (here === 0 || sampled >= sampleBytes) continue
    sample.push(chunk.subarray(0, sampleBytes - sampled))
    sampled += chunk.length
  }
  faults += countFaults(decoder.decode())
  if (faults <= high * mixedShare) return 'utf-8'
  const all = Buffer.concat(sample)
  // A sample may end within a character.
  const whole = sampled > sampleBytes ? all.subarray(0, all.lastIndexOf(10) + 1 || all.length) : all
  return likelyCharset(whole) ?? 'windows-1252'
}
