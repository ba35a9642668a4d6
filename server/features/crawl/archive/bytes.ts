import { createGunzip, type Gunzip } from 'node:zlib'

export type Chunks = AsyncIterable<Uint8Array>

/** Small enough that one piece, at the highest possible ratio, unpacks to 16 MB. */
const pieceBytes = 16_384
const magic = Buffer.from([0x1f, 0x8b, 0x08])
/** Separates the rest of a damaged member from the next one. */
const gap = Buffer.from('\r\n\r\n')
/** A record without headers, in place of a member of which nothing could be unpacked. */
const lostRecord = Buffer.from('\r\n\r\nWARC/1.0\r\n\r\n')
/** Each of them costs a new decoder. */
const mostRestarts = 1_000

/**
 * Unpacks gzip members one after the other; continues with the next member after a damaged one. `count` is called with
 * the length of each chunk before it is yielded, and may throw.
 */
export async function* gunzipMembers(chunks: Chunks, count: (bytes: number) => void): AsyncGenerator<Buffer> {
  let engine: Engine | null = null
  let restarts = 0
  let hasOutput = false
  try {
    for await (const piece of piecesOf(chunks)) {
      const isStart = piece.subarray(0, 3).equals(magic)
      if (!engine) {
        if (!isStart) continue
        if (restarts++ > mostRestarts) return
        engine = new Engine()
      }
      if (isStart) hasOutput = false
      const { hasEnded, hasFailed, output } = await engine.write(piece)
      for (const out of output) {
        count(out.length)
        hasOutput = true
        yield out
      }
      if (!hasEnded) continue
      engine.close()
      engine = null
      if (hasFailed) yield hasOutput ? gap : lostRecord
    }
  } finally {
    engine?.close()
  }
}

/** Cuts a stream where a member may begin, so that a damaged member takes nothing of its neighbours with it. */
async function* piecesOf(chunks: Chunks): AsyncGenerator<Buffer> {
  // The last bytes of a chunk may be the beginning of a member's mark.
  let tail: Buffer = Buffer.alloc(0)
  for await (const chunk of chunks) {
    const all = Buffer.concat([tail, chunk])
    const length = Math.max(0, all.length - (magic.length - 1))
    tail = all.subarray(length)
    for (let start = 0; start < length; ) {
      const next = all.indexOf(magic, start + 1)
      const end = Math.min(length, start + pieceBytes, next < 0 ? length : next)
      yield all.subarray(start, end)
      start = end
    }
  }
  if (tail.length > 0) yield tail
}

class Engine {
  private readonly gunzip: Gunzip = createGunzip()
  private output: Buffer[] = []
  private hasFailed = false
  private given = 0
  private settle = () => {}

  constructor() {
    this.gunzip.on('data', chunk => this.output.push(chunk))
    this.gunzip.on('error', () => {
      this.hasFailed = true
      this.settle()
    })
  }

  /** `hasEnded`: the data ended, or is damaged, within this piece. */
  async write(piece: Buffer): Promise<{ hasEnded: boolean; hasFailed: boolean; output: Buffer[] }> {
    this.given += piece.length
    await new Promise<void>(resolve => {
      this.settle = resolve
      this.gunzip.write(piece, () => resolve())
    })
    const { output, hasFailed } = this
    this.output = []
    return { hasEnded: hasFailed || this.gunzip.bytesWritten < this.given, hasFailed, output }
  }

  close(): void {
    this.gunzip.destroy()
  }
}

/** Reads a stream by lines and lengths; its buffer is bounded by the lengths that its caller passes. */
export class ByteReader {
  private readonly source: AsyncIterator<Uint8Array>
  private held: Buffer = Buffer.alloc(0)
  private isOver = false

  constructor(chunks: Chunks) {
    this.source = chunks[Symbol.asyncIterator]()
  }

  private async fill(): Promise<boolean> {
    if (this.isOver) return false
    const next = await this.source.next()
    if (next.done) {
      this.isOver = true
      return false
    }
    this.held = this.held.length === 0 ? Buffer.from(next.value) : Buffer.concat([this.held, next.value])
    return true
  }

  /** The next bytes without taking them; fewer at the end. */
  async peek(length: number): Promise<Buffer> {
    while (this.held.length < length && (await this.fill()));
    return this.held.subarray(0, length)
  }

  /** Takes this many bytes; fewer at the end. */
  async take(length: number): Promise<Buffer> {
    const parts: Buffer[] = []
    let missing = length
    while (missing > 0) {
      if (this.held.length === 0 && !(await this.fill())) break
      const part = this.held.subarray(0, missing)
      this.held = this.held.subarray(part.length)
      missing -= part.length
      parts.push(part)
    }
    return Buffer.concat(parts)
  }

  /** Skips this many bytes; returns how many there were. */
  async skip(length: number): Promise<number> {
    let skipped = 0
    while (skipped < length) {
      if (this.held.length === 0 && !(await this.fill())) break
      const part = Math.min(this.held.length, length - skipped)
      this.held = this.held.subarray(part)
      skipped += part
    }
    return skipped
  }

  /** A line without its end; undefined if it is longer than `most`, or at the end. */
  async line(most: number): Promise<string | undefined> {
    for (let from = 0; ; ) {
      const at = this.held.indexOf(10, from)
      if (at >= 0 && at <= most) {
        const line = this.held.subarray(0, at).toString('utf8')
        this.held = this.held.subarray(at + 1)
        return line.replace(/\r$/, '')
      }
      if (at > most || this.held.length > most) return undefined
      from = this.held.length
      if (!(await this.fill())) return undefined
    }
  }

  /** Puts bytes back in front. */
  putBack(bytes: Buffer): void {
    this.held = Buffer.concat([bytes, this.held])
  }

  /** Skips to the next place after a line break, or here, where `pattern` matches; false if there is none. */
  async seek(mark: string, pattern: RegExp, longest: number): Promise<boolean> {
    let isLineStart = true
    for (;;) {
      await this.peek(longest)
      if (this.held.length === 0) return false
      const at = this.held.indexOf(mark, 0, 'latin1')
      if (at < 0) {
        const kept = Math.min(this.held.length, mark.length)
        this.held = this.held.subarray(this.held.length - kept)
        isLineStart = false
        if (!(await this.fill())) return false
        continue
      }
      const isAtLine = at === 0 ? isLineStart : this.held[at - 1] === 10
      this.held = this.held.subarray(at)
      const start = (await this.peek(longest)).toString('latin1')
      if (isAtLine && pattern.test(start)) return true
      this.held = this.held.subarray(1)
      isLineStart = false
    }
  }
}
