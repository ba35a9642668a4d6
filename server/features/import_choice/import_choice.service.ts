import type { Received, Reply } from '#contract/endpoint.ts'
import type { HeldChange } from '#contract/import.api.ts'
import type * as contract from '#contract/import_choice.api.ts'
import type { ImportChoice } from '#contract/import_choice.api.ts'
import type { Entity } from '#contract/registry.ts'
import type { ListPage } from '#contract/wire.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import { AppError, fieldError } from '#server/platform/http/errors.ts'
import { findChoices, type ImportId } from './import_choice.queries.ts'
import { countAll, findChoicePage, findImporting, type ReviewedImport, saveChoices } from './review.queries.ts'

export {
  type ConflictingValue,
  deleteChoices,
  type ImportId,
  insertDiffering,
  removeEarlier,
} from './import_choice.queries.ts'
export { type HeldValues, isApplied, withholdChanges } from './withhold-changes.ts'

function ofOne(named: { import?: number | undefined; interchange?: number | undefined }): ImportId {
  if (named.import !== undefined && named.interchange === undefined) return { import_id: named.import }
  if (named.interchange !== undefined && named.import === undefined) return { interchange_id: named.interchange }
  throw fieldError('import', 'required')
}

async function findOrFail(ctx: Ctx, of: ImportId, lock = false): Promise<ReviewedImport> {
  const found = await findImporting(ctx, of, { lock })
  if (!found) throw new AppError('not_found')
  return found
}

export async function listImportChoices(
  ctx: Ctx,
  { import: table, interchange, ...query }: Received<typeof contract.listImportChoices>['query'],
): Promise<ListPage<ImportChoice>> {
  const of = ofOne({ import: table, interchange })
  await findOrFail(ctx, of)
  return await findChoicePage(ctx, of, query)
}

export async function countImportChoices(
  ctx: Ctx,
  query: Received<typeof contract.countImportChoices>['query'],
): Promise<Reply<typeof contract.countImportChoices>> {
  const of = ofOne(query)
  const { file_name, noun, state } = await findOrFail(ctx, of)
  return { can: state === 'checked' ? ['decide'] : [], file_name, noun, ...(await countAll(ctx, of)) }
}

/**
 * Decides values of an import. Throws while the import is being written or checked again, so that the user at the
 * review is informed.
 */
export function decideImportChoices(
  ctx: Ctx,
  { import: table, interchange, ...rest }: Received<typeof contract.decideImportChoices>['body'],
): Promise<Reply<typeof contract.decideImportChoices>> {
  return inTransaction(ctx, async ctx => {
    const of = ofOne({ import: table, interchange })
    const { state, at } = await findOrFail(ctx, of, true)
    if (state !== 'checked') throw new AppError('wrong_state')
    return { decided: await saveChoices(ctx, of, { ...rest, at }) }
  })
}

type ChangedRecord = { noun: Entity; record_id: number | null; changes: HeldChange[] }

/** Rows of a dry run as the current decisions would write them. */
export async function withChoices<R extends ChangedRecord>(ctx: Ctx, of: ImportId, rows: readonly R[]): Promise<R[]> {
  const choices = new Map<string, 'take' | 'keep'>()
  for (const [noun, some] of Map.groupBy(rows, row => row.noun)) {
    const ids = some.flatMap(row => row.record_id ?? [])
    for (const [at, { choice }] of await findChoices(ctx, of, noun, ids)) choices.set(`${noun} ${at}`, choice)
  }
  return rows.map(row => ({
    ...row,
    changes: row.changes.map(change => {
      const choice = choices.get(`${row.noun} ${row.record_id} ${change.field}`)
      if (choice === undefined || (choice === 'keep' && change.kept)) return change
      const { kept: _, ...made } = change
      return choice === 'take' ? made : { ...made, kept: { why: 'chosen' as const, by: null } }
    }),
  }))
}
