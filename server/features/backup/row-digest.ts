import { hash } from 'node:crypto'

type RowDigest = { add(chunk: Buffer): void; end(): { rows: number; digest: string } }

const newline = 10

/**
 * Counts rows and adds up their SHA-256, in eight lanes of 32 bits: the result does not depend on the order of rows.
 * Rows end with a line feed; within a row PostgreSQL writes it as `\n`.
 */
export function rowDigest(): RowDigest {
  const sum = new Uint32Array(8)
  let rows = 0
  let begun: Buffer[] = []
  const addRow = (row: Buffer) => {
    const digest = hash('sha256', row, 'buffer')
    for (let lane = 0; lane < 8; lane += 1) sum[lane] = (sum[lane] as number) + digest.readUInt32BE(lane * 4)
    rows += 1
  }
  return {
    add(chunk) {
      let from = 0
      for (let at = chunk.indexOf(newline); at >= 0; at = chunk.indexOf(newline, from)) {
        const end = chunk.subarray(from, at)
        addRow(begun.length > 0 ? Buffer.concat([...begun, end]) : end)
        begun = []
        from = at + 1
      }
      // A copy is needed, because the caller reuses the memory of the chunk.
      if (from < chunk.length) begun.push(Buffer.from(chunk.subarray(from)))
    },
    end: () => ({ rows, digest: [...sum].map(lane => lane.toString(16).padStart(8, '0')).join('') }),
  }
}
