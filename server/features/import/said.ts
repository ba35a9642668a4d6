import { findStatable, stateFile } from '#server/features/claim/claim.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { together } from '#server/platform/together.ts'
import { findUnchangedRows } from './job-queries.ts'
import { constantsOf, draftOf, type Judged } from './judge.ts'
import type { ImportKit, Told } from './kit.ts'
import type { StoredImport } from './queries.ts'

/** Whose words the rows are, and the run that writes them. */
export type Teller = { source_id: number; run_id: number }

const rowsAtOnce = 1_000

/** What rows that were written say is their source's claim, each with its row as evidence. */
export async function stateRows(
  ctx: Ctx,
  kit: ImportKit,
  { file_name }: StoredImport,
  of: Teller,
  written: readonly Judged[],
): Promise<void> {
  const rows = written.flatMap(({ n, verdict, found, said }) =>
    found && (verdict === 'new' || verdict === 'changed')
      ? [{ n, record_id: found.id, is_new: verdict === 'new', said }]
      : [],
  )
  await state(ctx, kit, file_name, of, rows)
}

/** Of records that the file changes nothing of it says so too. */
export async function stateUnchanged(ctx: Ctx, kit: ImportKit, row: StoredImport, of: Teller): Promise<void> {
  const { id, plan, file_name } = row
  const constants = constantsOf(kit, plan, ctx.locale)
  for (let after = 0; ; ) {
    const found = await findUnchangedRows(ctx, id, after, rowsAtOnce)
    // Since the dry run somebody may have lost the right to.
    const open = await findStatable(
      ctx,
      kit.noun,
      found.map(({ record_id }) => record_id),
    )
    const rows = found.filter(({ record_id }) => open.has(record_id))
    const said = rows.map(each => draftOf(kit, plan, each, constants, ctx.locale).values)
    await kit.resolveLinks(ctx, said, plan)
    const told = rows.map(({ n, record_id }, place) => ({ n, record_id, is_new: false, said: said[place] ?? {} }))
    await state(ctx, kit, file_name, of, told)
    const last = found.at(-1)
    if (!last) return
    after = last.n
  }
}

type Row = Told & { is_new: boolean }

async function state(ctx: Ctx, kit: ImportKit, file_name: string, of: Teller, rows: readonly Row[]): Promise<void> {
  for (const isFirst of [true, false]) {
    const own = rows.filter(({ is_new }) => is_new === isFirst)
    if (own.length > 0) await stateEach(ctx, kit, { file_name, ...of, isFirst }, own)
  }
}

async function stateEach(
  ctx: Ctx,
  kit: ImportKit,
  { file_name, ...of }: Teller & { file_name: string; isFirst: boolean },
  rows: readonly Row[],
): Promise<void> {
  const evidenceOf = (n: number) => [{ type: 'row' as const, run_id: of.run_id, file_name, n }]
  const stated = stateFile(
    ctx,
    { noun: kit.noun, ...of },
    // As if there were nothing but the row: numbers in columns of their own are items of one list.
    rows.map(({ n, record_id, is_new, said }) => {
      return { record_id, is_new, values: kit.settle(said, undefined), evidence: evidenceOf(n) }
    }),
  )
  const said = kit.linksSaid?.(ctx, rows) ?? { noun: 'membership' as const, links: [] }
  const [{ noun, links }] = await together([said, stated])
  await stateFile(
    ctx,
    { noun, ...of },
    // Links of a record that was just made are as new as it is.
    links.map(({ n, record_id, values }) => ({ record_id, is_new: of.isFirst, values, evidence: evidenceOf(n) })),
  )
}
