// Uploads that count as read are read again from their files: what the nightly check compares.
import type { CoverageDifference } from '#contract/coverage.api.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import { readerVersion } from '../reader/reading.ts'
import { partsOf } from './find.ts'
import { type FileContent, readBlob } from './read.ts'
import { markUnread, sampleReadings } from './recheck.queries.ts'

export type FileCheck = { sampled: number; examples: CoverageDifference[] }

/** Reads a random sample of files again and compares them with the text that is kept; what differs is read once more by the ordinary job. */
export async function recheckFiles(ctx: Ctx, size: number): Promise<FileCheck> {
  const all: FileCheck = { sampled: 0, examples: [] }
  for (const { failure, ...reading } of await sampleReadings(ctx, readerVersion, size)) {
    const read = await readBlob(ctx, reading)
    if (dependsOnMachine(read)) continue
    all.sampled += 1
    const kept: string[] = []
    for await (const { text } of partsOf(ctx, reading.id)) kept.push(text)
    const isSame = read.summary.failure === failure && read.parts.map(({ text }) => text).join('\f') === kept.join('\f')
    if (isSame) continue
    // Who read it again meanwhile has made the sample old.
    if (!(await inTransaction(ctx, ctx => markUnread(ctx, reading)))) continue
    const length = (texts: readonly string[]) => texts.reduce((sum, text) => sum + text.length, 0)
    const [before, now] = [failure ?? length(kept), read.summary.failure ?? length(read.parts.map(({ text }) => text))]
    all.examples.push({ key: `upload:${reading.id}`, fault: 'text_differs', of: `${before} → ${now}` })
  }
  return all
}

/** How far a reading comes within its bounds depends on what else the machine does. */
const dependsOnMachine = ({ summary: { failure, flags } }: FileContent) =>
  failure === 'too_slow' || failure === 'too_much_memory' || flags.includes('slow')
