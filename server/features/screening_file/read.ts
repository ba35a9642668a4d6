import { createHash } from 'node:crypto'
import { screeningFileLimits } from '#contract/screening_file.api.ts'
import { cutText } from '#contract/text.ts'
import { inBatches, openTable } from '#server/features/import/import.service.ts'
import { IngestFault } from '#server/ingest/fault.ts'
import { giveUpFiles, removeReleasedFiles } from '#server/platform/blob/removed-files.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import { guessMapping, knownHeadings } from './plan.ts'
import { insertRows } from './row.queries.ts'
import { changeFile, lockStep, type StoredFile } from './screening_file.queries.ts'
import { needOwner, StepStopped, type StepWork } from './step.ts'

const sampleRows = 5
const sampleChars = 300

/**
 * Reads the uploaded file into rows. After an interruption it reads from the start: rows that exist already are the
 * same.
 */
export async function readFile(ctx: Ctx, row: StoredFile, { step, pause }: StepWork): Promise<void> {
  await needOwner(ctx, row)
  const key = row.file_key
  if (key === null || (await ctx.blobs.size(key)) === null) throw new IngestFault('file_gone')
  const table = await openTable(() => ctx.blobs.read(key), row.file_name, { known: knownHeadings })
  const sample: string[][] = []
  let [count, width] = [0, 0]
  for await (const rows of inBatches(table)) {
    if (count === 0)
      sample.push(...rows.slice(0, sampleRows).map(cells => cells.map(cell => cutText(cell, sampleChars))))
    const first = count + 1
    count += rows.length
    for (const { length } of rows) width = Math.max(width, length)
    if (count > screeningFileLimits.rows)
      throw new IngestFault('too_many_rows', { count: screeningFileLimits.rows.toLocaleString('en') })
    await inTransaction(ctx, async ctx => {
      if (!(await lockStep(ctx, step, 'reading'))) throw new StepStopped()
      await insertRows(ctx, row.id, first, rows)
      await changeFile(ctx, row.id, { progress: count })
    })
    pause()
  }
  const sha256 = await digestOf(ctx, key)
  const { format, encoding, columns, layout } = table
  await inTransaction(ctx, async ctx => {
    if (!(await lockStep(ctx, step, 'reading'))) throw new StepStopped()
    // The rows contain the whole file now.
    await giveUpFiles(ctx, [key])
    await changeFile(ctx, row.id, {
      ...{ state: 'mapping', file_key: null, sha256, format, encoding, columns, layout, sample },
      ...{ width: Math.max(width, columns.length), row_count: count, progress: count },
      plan: { ...row.plan, mapping: guessMapping(columns) },
    })
  })
  await removeReleasedFiles(ctx)
}

async function digestOf(ctx: Ctx, key: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of ctx.blobs.read(key) as AsyncIterable<Uint8Array>) hash.update(chunk)
  return hash.digest('hex')
}
