import { findStatable, stateFile } from '#server/features/claim/claim.service.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { pipelined } from '#server/platform/db/pipeline.ts'
import { drafter } from './draft.ts'
import type { ImportAdapter, RowValues } from './import.adapter.ts'
import type { StoredImport } from './import.queries.ts'
import { findUnchangedRows } from './job.queries.ts'
import type { JudgedRow } from './judge.ts'

/** Source of the rows' claims, and the run that writes them. */
export type ClaimSource = { source_id: number; run_id: number }

const rowsAtOnce = 1_000

/** States the claims of rows on records that are being created; their links do not exist yet. */
export async function stateNew(
  ctx: Ctx,
  adapter: ImportAdapter,
  { file_name }: StoredImport,
  of: ClaimSource,
  rows: readonly RowValues[],
): Promise<void> {
  await stateFields(ctx, adapter, { file_name, ...of, isFirst: true }, rows)
}

/** States the remaining claims of written rows: on changed records, and on the links of all. */
export async function stateRows(
  ctx: Ctx,
  adapter: ImportAdapter,
  { file_name }: StoredImport,
  of: ClaimSource,
  written: readonly JudgedRow[],
): Promise<void> {
  const made = written.flatMap(({ n, verdict, found, values }) =>
    found && verdict === 'new' ? [{ n, record_id: found.id, settled: values }] : [],
  )
  const changed = written.flatMap(({ n, verdict, found, ownValues }) =>
    found && verdict === 'changed' ? [{ n, record_id: found.id, settled: adapter.settle(ownValues, undefined) }] : [],
  )
  await stateLinks(ctx, adapter, { file_name, ...of, isFirst: true }, made)
  await state(ctx, adapter, { file_name, ...of, isFirst: false }, changed)
}

/** States the claims of rows on records that the file does not change. */
export async function stateUnchanged(
  ctx: Ctx,
  adapter: ImportAdapter,
  row: StoredImport,
  of: ClaimSource,
): Promise<void> {
  const { id, plan, file_name } = row
  const draftOf = drafter(adapter, row, ctx.locale)
  for (let after = 0; ; ) {
    const found = await findUnchangedRows(ctx, id, after, rowsAtOnce)
    // The user may have lost the right to do so since the dry run.
    const open = await findStatable(
      ctx,
      adapter.noun,
      found.map(({ record_id }) => record_id),
    )
    const rows = found.filter(({ record_id }) => open.has(record_id))
    const values = rows.map(each => draftOf(each).values)
    await adapter.resolveLinks(ctx, values, plan)
    const settledRows = rows.map(({ n, record_id }, place) => {
      return { n, record_id, settled: adapter.settle(values[place] ?? {}, undefined) }
    })
    await state(ctx, adapter, { file_name, ...of, isFirst: false }, settledRows)
    const last = found.at(-1)
    if (!last) return
    after = last.n
  }
}

type ImportClaimContext = ClaimSource & { file_name: string; isFirst: boolean }

async function state(
  ctx: Ctx,
  adapter: ImportAdapter,
  of: ImportClaimContext,
  rows: readonly RowValues[],
): Promise<void> {
  if (rows.length > 0) await pipelined([stateFields(ctx, adapter, of, rows), stateLinks(ctx, adapter, of, rows)])
}

const evidenceOf = ({ run_id, file_name }: ImportClaimContext, n: number) => [
  { type: 'row' as const, run_id, file_name, n },
]

async function stateFields(
  ctx: Ctx,
  adapter: ImportAdapter,
  of: ImportClaimContext,
  rows: readonly RowValues[],
): Promise<void> {
  const { file_name: _, ...how } = of
  await stateFile(
    ctx,
    { noun: adapter.noun, ...how },
    rows.map(({ n, record_id, settled }) => {
      return { record_id, is_new: of.isFirst, values: settled, evidence: evidenceOf(of, n) }
    }),
  )
}

/** Links of a record that was just created are new too. */
async function stateLinks(
  ctx: Ctx,
  adapter: ImportAdapter,
  of: ImportClaimContext,
  rows: readonly RowValues[],
): Promise<void> {
  if (!adapter.readStatedLinks || rows.length === 0) return
  const { noun, links } = await adapter.readStatedLinks(ctx, rows)
  const { file_name: _, ...how } = of
  await stateFile(
    ctx,
    { noun, ...how },
    links.map(({ n, record_id, values }) => ({
      ...{ record_id, is_new: of.isFirst, values },
      evidence: evidenceOf(of, n),
    })),
  )
}
