import type { Received, Reply } from '#contract/endpoint.ts'
import type { bulkOg as endpoint } from '#contract/og.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import { AppError, fieldError } from '#server/platform/errors.ts'
import { changesOf, writeHistory } from '#server/platform/history.ts'
import { lockOgs, markOgsDeleted, patchOgs, selectOgFields } from './bulk-queries.ts'
import { findMissing } from './queries.ts'

type Input = Received<typeof endpoint>['body']
/** Ids are told, for undo, up to here. */
const idsToldUpTo = 10_000

/**
 * One act on many records in one transaction. A filter must still match as many records as the user saw,
 * so that nothing is changed unseen. Records the user may not change so are left and counted.
 */
export function bulkOg(ctx: Ctx, input: Input): Promise<Reply<typeof endpoint>> {
  return inTransaction(ctx, async ctx => {
    await checkInput(ctx, input)
    const filter = { ...(input.ids ? { id: input.ids } : input.filter), trash: input.act === 'restore' }
    const rows = await lockOgs(ctx, filter, input.act === 'update' ? 'update' : 'delete')
    if (!input.ids && rows.length !== input.expected) {
      const count = rows.length
      throw new AppError('count_changed', { count }, { data: { count } })
    }
    const ids = rows.filter(row => row.is_allowed).map(row => row.id)
    if (input.act === 'update') await updateMany(ctx, ids, input.patch ?? {})
    else await trashMany(ctx, ids, input.act)
    return { done: ids.length, refused: rows.length - ids.length, ...(ids.length <= idsToldUpTo && { ids }) }
  })
}

async function checkInput(ctx: Ctx, input: Input): Promise<void> {
  if (!input.ids && (!input.filter || input.expected === undefined)) throw fieldError('ids', 'required')
  if (input.act !== 'update') return
  if (!input.patch || Object.keys(input.patch).length === 0) throw fieldError('patch', 'required')
  const { read_user = [], write_user = [], category_id = null } = input.patch
  const missing = await findMissing(ctx, [...read_user, ...write_user], category_id)
  if (missing.category) throw fieldError('patch.category_id', 'no_such_category')
  const stranger = missing.users[0]
  if (stranger !== undefined)
    throw fieldError(read_user.includes(stranger) ? 'patch.read_user' : 'patch.write_user', 'no_such_user')
}

/** Only rows that differ are written; each gets its own before and after in the history. */
async function updateMany(ctx: Ctx, ids: number[], patch: NonNullable<Input['patch']>): Promise<void> {
  const fields = Object.keys(patch) as (keyof typeof patch)[]
  const before = await selectOgFields(ctx, ids, fields)
  const records = before
    .map(row => ({ id: row.id, rev: row.rev + 1, changes: changesOf(fields, row, patch) }))
    .filter(record => record.changes.length > 0)
  await patchOgs(
    ctx,
    records.map(record => record.id),
    patch,
  )
  await writeHistory(ctx, 'og', 'update', records)
}

async function trashMany(ctx: Ctx, ids: number[], act: 'delete' | 'restore'): Promise<void> {
  const rows = await markOgsDeleted(ctx, ids, act === 'delete')
  await writeHistory(
    ctx,
    'og',
    act,
    rows.map(row => ({ ...row, changes: [] })),
  )
}
