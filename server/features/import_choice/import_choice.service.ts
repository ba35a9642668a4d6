import type { Received, Reply } from '#contract/endpoint.ts'
import type { HeldChange } from '#contract/import.api.ts'
import type * as contract from '#contract/import_choice.api.ts'
import type { ImportChoice } from '#contract/import_choice.api.ts'
import type { Entity } from '#contract/registry.ts'
import type { Page } from '#contract/wire.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import { AppError, fieldError } from '#server/platform/http/errors.ts'
import { type ChoicesOf, findChoices } from './import_choice.queries.ts'
import { countAll, findImporting, findPage, type Importing, saveChoices } from './review.queries.ts'

export { type Held, holdBack, isMade } from './hold.ts'
export {
  type ChoicesOf,
  type Differing,
  forgetChoices,
  insertDiffering,
  removeEarlier,
} from './import_choice.queries.ts'

function ofOne(named: { import?: number | undefined; interchange?: number | undefined }): ChoicesOf {
  if (named.import !== undefined && named.interchange === undefined) return { import_id: named.import }
  if (named.interchange !== undefined && named.import === undefined) return { interchange_id: named.interchange }
  throw fieldError('import', 'required')
}

async function mine(ctx: Ctx, of: ChoicesOf, lock = false): Promise<Importing> {
  const found = await findImporting(ctx, of, { lock })
  if (!found) throw new AppError('not_found')
  return found
}

export async function listImportChoices(
  ctx: Ctx,
  { import: table, interchange, ...query }: Received<typeof contract.listImportChoices>['query'],
): Promise<Page<ImportChoice>> {
  const of = ofOne({ import: table, interchange })
  await mine(ctx, of)
  return await findPage(ctx, of, query)
}

export async function countImportChoices(
  ctx: Ctx,
  query: Received<typeof contract.countImportChoices>['query'],
): Promise<Reply<typeof contract.countImportChoices>> {
  const of = ofOne(query)
  const { file_name, noun, state } = await mine(ctx, of)
  return { can: state === 'checked' ? ['decide'] : [], file_name, noun, ...(await countAll(ctx, of)) }
}

/**
 * Decides values of an import. Throws while the import is being written or checked again, so that the user at the
 * review is informed.
 */
export function decideImportChoices(
  ctx: Ctx,
  { import: table, interchange, ...said }: Received<typeof contract.decideImportChoices>['body'],
): Promise<Reply<typeof contract.decideImportChoices>> {
  return inTransaction(ctx, async ctx => {
    const of = ofOne({ import: table, interchange })
    const { state, at } = await mine(ctx, of, true)
    if (state !== 'checked') throw new AppError('wrong_state')
    return { decided: await saveChoices(ctx, of, { ...said, at }) }
  })
}

type Told = { noun: Entity; record_id: number | null; changes: HeldChange[] }

/** Rows of a dry run as the current decisions would write them. */
export async function withChoices<R extends Told>(ctx: Ctx, of: ChoicesOf, rows: readonly R[]): Promise<R[]> {
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
