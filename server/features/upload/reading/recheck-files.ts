// The nightly check of uploads: reads files that count as read again.
import type { CoverageDifference } from '#contract/coverage.api.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import { readerVersion } from '../reader/file-reading.ts'
import { textPartsOf } from './find.ts'
import { type FileContent, readBlob } from './read.ts'
import { markUnread, sampleReadings } from './recheck.queries.ts'

type FileCheck = { sampled: number; examples: CoverageDifference[] }

/**
 * Reads a random sample of files again and compares them with the stored text. Files that differ are marked as unread,
 * so that the ordinary job reads them.
 */
export async function recheckFiles(ctx: Ctx, size: number): Promise<FileCheck> {
  const all: FileCheck = { sampled: 0, examples: [] }
  for (const { failure, ...reading } of await sampleReadings(ctx, readerVersion, size)) {
    const read = await readBlob(ctx, reading)
    if (dependsOnMachine(read)) continue
    all.sampled += 1
    const kept: string[] = []
    for await (const { text } of textPartsOf(ctx, reading.id)) kept.push(text)
    const isSame = read.summary.failure === failure && read.parts.map(({ text }) => text).join('\f') === kept.join('\f')
    if (isSame) continue
    // If the file was read again meanwhile, the sample is outdated.
    if (!(await inTransaction(ctx, ctx => markUnread(ctx, reading)))) continue
    const length = (texts: readonly string[]) => texts.reduce((sum, text) => sum + text.length, 0)
    const [before, now] = [failure ?? length(kept), read.summary.failure ?? length(read.parts.map(({ text }) => text))]
    all.examples.push({ key: `upload:${reading.id}`, fault: 'text_differs', of: `${before} → ${now}` })
  }
  return all
}

/** Whether the result depends on the load of the machine: the reading reached a limit of time or memory. */
const dependsOnMachine = ({ summary: { failure, flags } }: FileContent) =>
  failure === 'too_slow' || failure === 'too_much_memory' || failure === 'interrupted' || flags.includes('slow')
