import { promisify } from 'node:util'
import { constants, zstdCompress, zstdCompressSync, zstdDecompress, zstdDecompressSync } from 'node:zlib'

/** `raw` unchanged, `zstd` compressed alone, `delta` compressed by zstd with another blob as its dictionary. */
type Codec = 'raw' | 'zstd' | 'delta'

/** Level 9 stores 7 % less in nearly twice the time, level 3 a third more. */
const level = 6
/** Above this size the work runs off the main thread; below it, the transfer would cost more than it saves. */
const offThreadBytes = 256 * 1024
/** Larger contents are not delta-compressed: the window over both must fit into memory many times over. */
const deltaBytes = 16 * 1024 * 1024
const maxWindowLog = 25

const compressOffThread = promisify(zstdCompress)
const expandOffThread = promisify(zstdDecompress)

/** The shortest of three forms; the delta is preferred unless it saves little compared with the content alone. */
export async function encode(raw: Buffer, base?: Buffer): Promise<{ codec: Codec; bytes: Buffer }> {
  if (base && base.length > 0 && base.length <= deltaBytes && raw.length <= deltaBytes) {
    const delta = await compress(raw, base)
    if (delta.length < raw.length / 8) return { codec: 'delta', bytes: delta }
    const alone = await encodeAlone(raw)
    return delta.length < alone.bytes.length * 0.7 ? { codec: 'delta', bytes: delta } : alone
  }
  return await encodeAlone(raw)
}

async function encodeAlone(raw: Buffer): Promise<{ codec: Codec; bytes: Buffer }> {
  const bytes = await compress(raw)
  return bytes.length < raw.length * 0.95 ? { codec: 'zstd', bytes } : { codec: 'raw', bytes: raw }
}

async function compress(raw: Buffer, dictionary?: Buffer): Promise<Buffer> {
  const reach = raw.length + (dictionary?.length ?? 0)
  const options = {
    ...(dictionary && { dictionary }),
    params: {
      [constants.ZSTD_c_compressionLevel]: level,
      // The window covers the whole dictionary.
      [constants.ZSTD_c_windowLog]: Math.min(maxWindowLog, Math.max(10, Math.ceil(Math.log2(reach + 1)))),
    },
  }
  return reach > offThreadBytes ? await compressOffThread(raw, options) : zstdCompressSync(raw, options)
}

/** The input of `encode`; throws if the bytes are not its output. */
export async function decode(codec: string, bytes: Buffer, size: number, base?: Buffer): Promise<Buffer> {
  if (codec === 'raw') return bytes
  const options = {
    ...(codec === 'delta' && base && { dictionary: base }),
    // One chunk, and never more than was stored: damaged bytes cannot make it allocate all memory.
    chunkSize: Math.max(64, size + 1),
    maxOutputLength: Math.max(64, size + 1),
  }
  return size > 4 * offThreadBytes ? await expandOffThread(bytes, options) : zstdDecompressSync(bytes, options)
}
