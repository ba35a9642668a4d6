import { text } from 'node:stream/consumers'
import yauzl from 'yauzl'

/** The texts of an archive by their names. */
export async function unzip(file: Buffer): Promise<Map<string, string>> {
  const zip = await yauzl.fromBufferPromise(file)
  const parts = new Map<string, string>()
  for await (const entry of zip.eachEntry())
    parts.set(entry.fileName, await text(await zip.openReadStreamPromise(entry)))
  return parts
}
