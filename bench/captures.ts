// Recorded snapshots in their stored form: one JSON object per line, in zstd with a long window.
import { createReadStream, readFileSync } from 'node:fs'
import { constants, createZstdDecompress } from 'node:zlib'

/** The objects of a file `*.ndjson.zst` in order; only one line is in memory at a time. */
export async function* readCaptures<T>(file: string): AsyncGenerator<T> {
  const unpacked = createReadStream(file).pipe(
    createZstdDecompress({ params: { [constants.ZSTD_d_windowLogMax]: 27 }, chunkSize: 1 << 20 }),
  )
  let parts: Buffer[] = []
  for await (const chunk of unpacked as AsyncIterable<Buffer>) {
    let start = 0
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, start)) {
      parts.push(chunk.subarray(start, end))
      yield JSON.parse(Buffer.concat(parts).toString()) as T
      parts = []
      start = end + 1
    }
    if (start < chunk.length) parts.push(chunk.subarray(start))
  }
  if (parts.length > 0) yield JSON.parse(Buffer.concat(parts).toString()) as T
}

/** Rows of a tab-separated file with a header line. */
export function readLabels(file: string): Record<string, string>[] {
  const [head = '', ...lines] = readFileSync(file, 'utf8').trim().split(/\r?\n/)
  const names = head.split('\t')
  return lines.map(line => Object.fromEntries(line.split('\t').map((value, index) => [names[index] as string, value])))
}
