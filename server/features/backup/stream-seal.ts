import { createHash } from 'node:crypto'

/** A frame that every zstd reader skips: its magic number and length, then the SHA-256 of all bytes before it. */
const frame = Buffer.from('502a4d1820000000', 'hex')
const sealBytes = frame.length + 32

/**
 * Appends the checksum. It is needed because not every reader verifies zstd's own checksum, and the last bytes contain
 * no content.
 */
export async function* addChecksum(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  for await (const chunk of source) {
    hash.update(chunk)
    yield chunk
  }
  yield Buffer.concat([frame, hash.digest()])
}

/** The bytes before the checksum; throws at the end if the checksum is missing or does not match them. */
export async function* verifyChecksum(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  let buffered = Buffer.alloc(0)
  for await (const chunk of source) {
    const all = Buffer.concat([buffered, chunk])
    const end = Math.max(0, all.length - sealBytes)
    buffered = all.subarray(end)
    if (end === 0) continue
    hash.update(all.subarray(0, end))
    yield all.subarray(0, end)
  }
  if (!buffered.equals(Buffer.concat([frame, hash.digest()]))) throw new Error('the seal does not match the bytes')
}
