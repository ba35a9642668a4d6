import type { ImportPlan } from '#contract/import.api.ts'
import { cutText } from '#contract/text.ts'
import { proposeSource } from '#server/features/import_run/import_run.service.ts'
import { IngestFault } from '#server/ingest/fault.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import { inBatches, openTable } from '../../ingest/formats/table.ts'
import { isClosed } from './cell.ts'
import { guessPlan, knownHeadings } from './guess.ts'
import type { ImportAdapter, ImportAdapters } from './import.adapter.ts'
import { findMeanings, findPlan, type StoredImport } from './import.queries.ts'
import { changeImport, insertRows, type JobStep, lockStep } from './job.queries.ts'
import { StepStopped, type StepWork } from './step.ts'

const sampleRows = 5
const guessRows = 50

/** Reads the uploaded file into rows. An interrupted reading starts again: rows that already exist are the same. */
export async function parseImport(ctx: Ctx, kits: ImportAdapters, row: StoredImport, work: StepWork): Promise<void> {
  const key = row.file_key
  if (key === null || (await ctx.blobs.size(key)) === null) throw new IngestFault('file_gone')
  const { sheet = null, heading = null } = row.layout ?? {}
  const wish = { sheet, heading: heading || null, known: knownHeadings(kits[row.noun]) }
  const table = await openTable(() => ctx.blobs.read(key), row.file_name, wish)
  const sample: string[][] = []
  let forGuess: readonly string[][] = []
  let count = 0
  for await (const rows of inBatches(table)) {
    if (count === 0) forGuess = rows.slice(0, guessRows)
    if (sample.length === 0)
      sample.push(...rows.slice(0, sampleRows).map(cells => cells.map(cell => cutText(cell, 300))))
    const first = count + 1
    count += rows.length
    await inTransaction(ctx, async ctx => {
      await requireParsing(ctx, work.step)
      await insertRows(ctx, row.id, first, rows)
      await changeImport(ctx, row.id, { progress: count })
    })
    work.pause()
  }
  await inTransaction(ctx, async ctx => {
    await requireParsing(ctx, work.step)
    const { format, encoding, separator, columns, layout } = table
    const remembered = await rememberedPlan(ctx, kits[row.noun], row, columns)
    const guessed = remembered ?? guessPlan(kits[row.noun], columns, forGuess)
    const source_id = await proposeSource(ctx, row.file_name)
    const ofSource = await findMeanings(ctx, row.noun, source_id)
    const means = Object.keys(ofSource).length > 0 ? ofSource : (guessed.means ?? {})
    const isClosedField = ([name]: [string, unknown]) =>
      kits[row.noun].fields.some(each => each.name === name && isClosed(each))
    const known = Object.fromEntries(Object.entries(means).filter(isClosedField))
    const { means: _, ...rest } = guessed
    const plan = { ...rest, source_id, ...(Object.keys(known).length > 0 && { means: known }) }
    await changeImport(ctx, row.id, {
      state: 'mapping',
      format,
      encoding,
      separator,
      layout,
      columns,
      sample,
      row_count: count,
      progress: count,
      plan,
      plan_remembered: remembered !== undefined,
    })
  })
}

async function requireParsing(ctx: Ctx, step: JobStep): Promise<void> {
  if (!(await lockStep(ctx, step, 'parsing'))) throw new StepStopped()
}

/** The plan last used for such a file, without fields that no longer exist. */
async function rememberedPlan(
  ctx: Ctx,
  kit: ImportAdapter,
  row: StoredImport,
  columns: string[],
): Promise<ImportPlan | undefined> {
  const plan = row.owner === null ? undefined : await findPlan(ctx, row.owner, row.noun, columns)
  if (!plan) return undefined
  const isField = (name: string | null) => name !== null && kit.fields.some(field => field.name === name)
  return {
    ...plan,
    mapping: plan.mapping.map(name => (isField(name) ? name : null)),
    match_on: plan.match_on.filter(isField),
  }
}
