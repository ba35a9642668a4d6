import type { Received, Reply } from '#contract/endpoint.ts'
import type * as contract from '#contract/fact_check.api.ts'
import { valueAt } from '#server/core/history.ts'
import { mayUseSource } from '#server/features/source/source.service.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import { AppError, fieldError } from '#server/platform/http/errors.ts'
import { type CheckRow, findChecks, findFactChecks, findSourceClaims, setCheckSettled } from './check.queries.ts'
import { decideClaim } from './decide.ts'
import { stateValues } from './store-claims.ts'
import type { ClaimSubject } from './subject.queries.ts'
import { applyValues, type ClaimAdapters, requireClaimAccess } from './subject.ts'
import { fieldOf, itemsOf, keyOf } from './value.ts'

export async function listFactChecks(
  ctx: Ctx,
  query: Received<typeof contract.listFactChecks>['query'],
): Promise<Reply<typeof contract.listFactChecks>> {
  const page = await findFactChecks(ctx, query)
  return {
    ...page,
    items: page.items.map(({ may_update, place: _, ...row }) => ({ ...row, can: may_update ? ['update'] : [] })),
  }
}

export async function listSourceClaims(
  ctx: Ctx,
  id: number,
  query: Received<typeof contract.listSourceClaims>['query'],
): Promise<Reply<typeof contract.listSourceClaims>> {
  if (!(await mayUseSource(ctx, id))) throw new AppError('not_found')
  return await findSourceClaims(ctx, id, query)
}

type Input = Received<typeof contract.bulkFactCheck>['body']
const atOnce = 1_000

/**
 * Applies one action to many facts, each separately: a fact whose record refuses it is counted and does not stop the
 * others.
 */
export async function bulkFactCheck(
  ctx: Ctx,
  adapters: ClaimAdapters,
  input: Input,
): Promise<Reply<typeof contract.bulkFactCheck>> {
  const { ids, filter, expected, act, said: provenance } = input
  if (!ids && (!filter || expected === undefined)) throw fieldError('ids', 'required')
  if (act === 'state' && !provenance) throw fieldError('said', 'required')
  const rows = await findChecks(ctx, ids ? { ids } : { filter }, atOnce + 1)
  if (!ids && rows.length !== expected)
    throw new AppError('count_changed', { count: rows.length }, { data: { count: rows.length } })
  const done: number[] = []
  for (const row of rows.slice(0, atOnce))
    if (row.may_update && (await isDone(ctx, adapters, row, input))) done.push(row.id)
  return { done: done.length, refused: rows.length - done.length, ids: done }
}

async function isDone(ctx: Ctx, adapters: ClaimAdapters, row: CheckRow, input: Input): Promise<boolean> {
  try {
    return await inTransaction(ctx, ctx => actOn(ctx, adapters, row, input))
  } catch (error) {
    // A faulty source is an error for all facts.
    if (error instanceof AppError && !error.faults?.some(({ path }) => path.startsWith('said'))) return false
    throw error
  }
}

async function actOn(
  ctx: Ctx,
  adapters: ClaimAdapters,
  row: CheckRow,
  { act, said: provenance, note = null }: Input,
): Promise<boolean> {
  const { noun, record_id, field } = row
  const subject = await requireClaimAccess(ctx, noun, record_id, 'update', true)
  if (act === 'settle') return await setCheckSettled(ctx, row.id, true, note)
  if (act === 'reopen') return await setCheckSettled(ctx, row.id, false, null)
  // Shares are corrected at their links: no value of the record is wrong.
  if (row.kind === 'over_owned') return false
  if (act === 'rule' && row.value_key === '') {
    await decideClaim(ctx, adapters, { noun, record_id, field, is_kept: false })
    return true
  }
  if (act === 'clear') {
    await applyValues(ctx, adapters, { noun, record_id }, { [field]: valueWithout(row, subject) })
    return true
  }
  if (act !== 'state' || !provenance) return false
  const values = checkedValues(row, subject)
  await stateValues(ctx, { noun, record_id, field }, provenance, values)
  return values.length > 0
}

/** The values of the record that the fact is about: the only one, or one item of its list. */
function checkedValues({ noun, field, value_key }: CheckRow, subject: ClaimSubject): unknown[] {
  const items = itemsOf(fieldOf(noun, field), valueAt(subject, field))
  return value_key === '' ? items : items.filter(item => keyOf(item) === value_key)
}

function valueWithout(row: CheckRow, subject: ClaimSubject): unknown {
  const field = fieldOf(row.noun, row.field)
  if (row.value_key !== '')
    return itemsOf(field, valueAt(subject, row.field)).filter(item => keyOf(item) !== row.value_key)
  // A required field, such as the name, cannot be cleared.
  if (field.empty === undefined) throw fieldError(row.field, 'required')
  return field.empty
}
