import type { ImportPlan } from '#contract/import.api.ts'
import { proposeSource } from '#server/features/import_run/import_run.service.ts'
import { stageTable } from '#server/ingest/staging/read-table.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { isClosed } from './cell.ts'
import { guessPlan, knownHeadings } from './guess.ts'
import type { ImportAdapter, ImportAdapters } from './import.adapter.ts'
import { findMeanings, findPlan, importCells, imports, type StoredImport } from './import.queries.ts'
import type { ImportWork } from './step.ts'

/** Reads the uploaded file into rows, and proposes a plan. */
export async function parseImport(
  ctx: Ctx,
  adapters: ImportAdapters,
  row: StoredImport,
  work: ImportWork,
): Promise<void> {
  const { sheet = null, heading = null } = row.layout ?? {}
  const wish = { sheet, heading: heading || null, known: knownHeadings(adapters[row.noun]) }
  const table = await stageTable(ctx, { table: imports, cells: importCells }, { row, work }, wish)
  await work.inStep(ctx, async ctx => {
    const { format, encoding, separator, columns, layout, sample, first, count } = table
    const remembered = await rememberedPlan(ctx, adapters[row.noun], row, columns)
    const guessed = remembered ?? guessPlan(adapters[row.noun], columns, first)
    const source_id = await proposeSource(ctx, row.file_name)
    const ofSource = await findMeanings(ctx, row.noun, source_id)
    const means = Object.keys(ofSource).length > 0 ? ofSource : (guessed.means ?? {})
    const isClosedField = ([name]: [string, unknown]) =>
      adapters[row.noun].fields.some(each => each.name === name && isClosed(each))
    const known = Object.fromEntries(Object.entries(means).filter(isClosedField))
    const { means: _, ...rest } = guessed
    const plan = { ...rest, source_id, ...(Object.keys(known).length > 0 && { means: known }) }
    await imports.change(ctx, row.id, {
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

/** The plan last used for such a file, without fields that no longer exist. */
async function rememberedPlan(
  ctx: Ctx,
  adapter: ImportAdapter,
  row: StoredImport,
  columns: string[],
): Promise<ImportPlan | undefined> {
  const plan = row.owner === null ? undefined : await findPlan(ctx, row.owner, row.noun, columns)
  if (!plan) return undefined
  const isField = (name: string | null) => name !== null && adapter.fields.some(field => field.name === name)
  return {
    ...plan,
    mapping: plan.mapping.map(name => (isField(name) ? name : null)),
    match_on: plan.match_on.filter(isField),
  }
}
