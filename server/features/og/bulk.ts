import { sql } from 'kysely'
import type { Received, Reply } from '#contract/endpoint.ts'
import type { bulkOg as endpoint } from '#contract/og.ts'
import { writable } from '#server/platform/access.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import { AppError, fieldError } from '#server/platform/errors.ts'
import { writeHistory } from '#server/platform/history.ts'
import { ogPolicy } from './policy.ts'
import { filterOgs, findMissing } from './queries.ts'

type Input = Received<typeof endpoint>['body']
const idsToldUpTo = 10_000

/**
 * One act on many records in one transaction. A filter must still match as many records as the user saw,
 * so that nothing is changed unseen. Records the user may not change so are left and counted.
 */
export function bulkOg(ctx: Ctx, input: Input): Promise<Reply<typeof endpoint>> {
  return inTransaction(ctx, async ctx => {
    await checkInput(ctx, input)
    const chosen = filterOgs(ctx, { ...(input.ids ? { id: input.ids } : input.filter), trash: input.act === 'restore' })
    const act = input.act === 'update' ? 'update' : 'delete'
    const rows = await chosen
      .select(['og.id', 'og.rev', writable(ogPolicy, ctx, act, 'og').as('is_allowed')])
      .orderBy('og.id')
      .forUpdate()
      .execute()
    if (!input.ids && rows.length !== input.expected) throw new AppError('count_changed', { count: rows.length })
    const ids = rows.filter(row => row.is_allowed).map(row => row.id)
    const done = input.act === 'update' ? await updateMany(ctx, ids, input.patch ?? {}) : await trashMany(ctx, ids, input.act)
    return { done, refused: rows.length - ids.length, ...(ids.length <= idsToldUpTo && { ids }) }
  })
}

async function checkInput(ctx: Ctx, input: Input): Promise<void> {
  if (!input.ids && (!input.filter || input.expected === undefined)) throw fieldError('ids', 'required')
  if (input.act !== 'update') return
  if (!input.patch || Object.keys(input.patch).length === 0) throw fieldError('patch', 'required')
  const { read_user = [], write_user = [], category_id = null } = input.patch
  const missing = await findMissing(ctx, [...read_user, ...write_user], category_id)
  if (missing.category) throw fieldError('patch.category_id', 'no_such_category')
  if (missing.users.length > 0) throw fieldError('patch.read_user', 'no_such_user')
}

/** Only rows that differ are written; each gets its own before and after in the history. */
async function updateMany(ctx: Ctx, ids: number[], patch: NonNullable<Input['patch']>): Promise<number> {
  const fields = Object.keys(patch) as (keyof typeof patch)[]
  const before = await ctx.db.selectFrom('og').select(['id', 'rev', ...fields]).where('id', '=', sql<number>`any(${ids}::bigint[])`).execute()
  const records = before.flatMap(row => {
    const changes = fields.flatMap(field =>
      JSON.stringify(row[field]) === JSON.stringify(patch[field]) ? [] : [{ field, from: row[field], to: patch[field] }],
    )
    return changes.length === 0 ? [] : [{ id: row.id, rev: row.rev + 1, changes }]
  })
  await ctx.db
    .updateTable('og')
    .set(eb => ({ ...patch, rev: eb('rev', '+', 1), updated_at: ctx.now().toISOString() }))
    .where('id', '=', sql<number>`any(${records.map(record => record.id)}::bigint[])`)
    .execute()
  await writeHistory(ctx, 'og', 'update', records)
  return ids.length
}

async function trashMany(ctx: Ctx, ids: number[], act: 'delete' | 'restore'): Promise<number> {
  const at = ctx.now().toISOString()
  const rows = await ctx.db
    .updateTable('og')
    .set(eb => ({ deleted_at: act === 'delete' ? at : null, rev: eb('rev', '+', 1), updated_at: at }))
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .returning(['id', 'rev'])
    .execute()
  await writeHistory(ctx, 'og', act, rows.map(row => ({ ...row, changes: [] })))
  return rows.length
}
