import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import { AppError, fieldError } from '#server/platform/http/errors.ts'
import type { AccessLists } from './access.ts'
import { markBulk } from './mark-bulk.ts'
import { lockRecords, markRecordsDeleted, selectRecords, updateRecords } from './rows.ts'
import { checkLists, type RecordRow, type RecordTable } from './table.ts'

type Patch = { [list in keyof AccessLists]?: number[] | undefined }
type Input<Filter, P> = {
  act: 'update' | 'delete' | 'restore'
  ids?: number[] | undefined
  filter?: Filter | undefined
  expected?: number | undefined
  patch?: P | undefined
}
type BulkOutcome = { done: number; refused: number; ids?: number[] }

/** An act on at least this many records is marked as bulk, so that single edits of users are indexed first. */
const manyFrom = 20
/** Ids are returned for undo up to this number. */
const maxReturnedIds = 10_000

/**
 * One act on many records in one transaction. A filter must still match as many records as the user saw, so that
 * nothing is changed unseen. Records that the user may not change are skipped and counted; only rows that differ are
 * written. `valuesOf` turns the patch into the values of one row; `check` refuses references to missing records.
 */
export function bulkRecords<
  Row extends RecordRow,
  Filter extends { id?: number[] | undefined; trash?: boolean | undefined },
  P extends Patch,
>(
  ctx: Ctx,
  table: RecordTable<Row, Filter>,
  input: Input<Filter, P>,
  options: {
    check?: (ctx: Ctx, patch: P) => Promise<void>
    valuesOf?: (patch: P, row: Row) => Record<string, unknown>
  } = {},
): Promise<BulkOutcome> {
  return inTransaction(ctx, async ctx => {
    if (!input.ids && (!input.filter || input.expected === undefined)) throw fieldError('ids', 'required')
    if (input.act === 'update') await checkPatch(ctx, input.patch, options.check)
    const named = (input.ids ? { id: input.ids } : input.filter) as Filter
    const filter = { ...named, trash: input.act === 'restore' }
    const rows = await lockRecords(ctx, table, filter, input.act === 'update' ? 'update' : 'delete')
    if (!input.ids && rows.length !== input.expected) {
      const count = rows.length
      throw new AppError('count_changed', { count }, { data: { count } })
    }
    const ids = rows.filter(row => row.is_allowed).map(row => row.id)
    if (ids.length >= manyFrom) await markBulk(ctx)
    if (input.act === 'update') {
      const patch = input.patch as P
      const before = await selectRecords(ctx, table, ids)
      const all = before.map(row => ({ before: row, values: options.valuesOf?.(patch, row) ?? patch }))
      await updateRecords(ctx, table, all as Parameters<typeof updateRecords>[2])
    } else await markRecordsDeleted(ctx, table, ids, input.act)
    return { done: ids.length, refused: rows.length - ids.length, ...(ids.length <= maxReturnedIds && { ids }) }
  })
}

async function checkPatch<P extends Patch>(
  ctx: Ctx,
  patch: P | undefined,
  check: ((ctx: Ctx, patch: P) => Promise<void>) | undefined,
): Promise<void> {
  if (!patch || Object.keys(patch).length === 0) throw fieldError('patch', 'required')
  await checkLists(ctx, patch, {}, 'patch.')
  await check?.(ctx, patch)
}

/** Labels after additions and removals, in their order. */
export function changedLabels(
  labels: readonly string[],
  { add_labels = [], remove_labels = [] }: { add_labels?: string[] | undefined; remove_labels?: string[] | undefined },
): string[] {
  const removed = new Set(remove_labels)
  return [...new Set([...labels, ...add_labels])].filter(label => !removed.has(label))
}
