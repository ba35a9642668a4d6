import type * as contract from '#contract/duplicate.api.ts'
import type { Merge, MergeEntity } from '#contract/duplicate.api.ts'
import type { Received } from '#contract/endpoint.ts'
import type { ListPage } from '#contract/wire.ts'
import { type AccessColumns, acts, allow, keysOf, listHalves, may } from '#server/core/access.ts'
import { changesOf, patchOf, writeHistory } from '#server/core/history.ts'
import { patchRecord } from '#server/core/table.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import { AppError, fieldError } from '#server/platform/http/errors.ts'
import {
  answerPairs,
  findMerge,
  findMerges,
  insertMerge,
  lockMerging,
  type MergeRow,
  type MergingRow,
  setMergedInto,
} from './merge.queries.ts'
import { chosenValues } from './merge-fields.ts'
import { moveLinks } from './merge-link.queries.ts'
import { type AnyRow, type MergeTable, mergeTable } from './merge-tables.ts'

/**
 * The access of a merged record: a user may read it only if they could read each of the records, and write it only if
 * they could write each. A group counts as one name: it stays only if each list has it. An empty list leaves access to
 * the role. A list that would become empty names the merging user
 * instead, because an empty list would open the record to all.
 */
function mergeAccess(target: AccessColumns, sources: readonly AccessColumns[], actorId: number | null): AccessColumns {
  const all = [target, ...sources]
  const readers = commonIds(
    all
      .filter(row => readersOf(row).length > 0)
      .map(row => [...idList(row.owner), ...readersOf(row), ...writersOf(row)]),
  )
  const writers = commonIds(
    all.filter(row => writersOf(row).length > 0).map(row => [...idList(row.owner), ...writersOf(row)]),
  )
  const allowedWriters = writers && (readers ? writers.filter(id => readers.includes(id)) : writers)
  const isOwnerIn = (list: number[] | undefined) => !list || (target.owner !== null && list.includes(target.owner))
  const owner = isOwnerIn(readers) && isOwnerIn(allowedWriters) ? target.owner : actorId
  return listHalves({ owner, read_user: listOf(readers, actorId), write_user: listOf(allowedWriters, actorId) })
}

const readersOf = (row: AccessColumns) => keysOf(row.read_user, row.read_group)
const writersOf = (row: AccessColumns) => keysOf(row.write_user, row.write_group)

const idList = (id: number | null) => (id === null ? [] : [id])

/** Ids that are in all lists; undefined if there is no list. */
function commonIds(lists: readonly number[][]): number[] | undefined {
  const [first, ...rest] = lists
  return first && [...new Set(first)].filter(id => rest.every(list => list.includes(id)))
}

function listOf(ids: number[] | undefined, actorId: number | null): number[] {
  if (!ids) return []
  return ids.length > 0 ? ids : idList(actorId)
}

/**
 * Merges several records into one in one transaction: fields, access, links; then the sources are marked as merged into
 * the target.
 */
export function mergeRecords(ctx: Ctx, input: Received<typeof contract.mergeRecords>['body']): Promise<Merge> {
  return inTransaction(ctx, async ctx => {
    const table = mergeTable(input.noun)
    const sourceIds = input.sources.map(source => source.id)
    if (new Set([input.target_id, ...sourceIds]).size !== sourceIds.length + 1) throw fieldError('sources', 'wrong')
    const rows = await lockMerging(ctx, table, [input.target_id, ...sourceIds])
    const seen = [{ id: input.target_id, rev: input.target_rev }, ...input.sources]
    const [first, ...others] = seen.map(one => present(ctx, table, rows.get(one.id), one.rev)) as [AnyRow, ...AnyRow[]]
    const target = allow(table.policy, ctx.actor, 'update', first)
    const sources = others.map(row => allow(table.policy, ctx.actor, 'delete', row))
    const chosen = chosenValues(table, target, sources, input.fields)
    const values = { ...chosen, ...mergeAccess(target, sources, ctx.actor.id) }
    const changes = changesOf<string>(Object.keys(values), target, values)
    const changed = await patchRecord<AnyRow>(ctx, table, target, patchOf(target, changes))
    const links = await moveLinks(ctx, input.noun, target.id, sourceIds)
    const pairs = await answerPairs(ctx, input.noun, [target.id, ...sourceIds])
    const gone = await setMergedInto(ctx, table, sourceIds, target.id)
    const into = [{ field: 'merged_into', from: null, to: target.id }]
    await writeHistory(ctx, input.noun, 'merge', [
      { id: target.id, rev: changed.rev, changes },
      ...gone.map(({ id, rev }) => ({ id, rev, changes: into })),
    ])
    const id = await insertMerge(ctx, input.noun, target.id, sourceIds, { changes, links, pairs })
    return await readMerge(ctx, input.noun, id)
  })
}

/** A record that was merged a moment ago is recognised by its revision; a record in the trash is not found. */
function present(ctx: Ctx, table: MergeTable, row: MergingRow | undefined, rev: number): AnyRow {
  if (!row) throw new AppError('not_found')
  const { is_deleted, merged_into, ...record } = row
  if (is_deleted) throw new AppError(merged_into !== null && rev !== row.rev ? 'stale' : 'not_found')
  if (rev !== row.rev) {
    throw new AppError('stale', {}, { data: { ...record, can: acts(table.policy, ctx.actor, row) } })
  }
  return record as AnyRow
}

export async function listMerges(
  ctx: Ctx,
  query: Received<typeof contract.listMerges>['query'],
): Promise<ListPage<Merge>> {
  const { items, total } = await findMerges(ctx, query)
  return { items: items.map(row => toDto(ctx, row)), total, current: query.current, pageSize: query.pageSize }
}

export async function readMerge(ctx: Ctx, noun: MergeEntity, id: number): Promise<Merge> {
  const row = await findMerge(ctx, noun, id)
  if (!row) throw new AppError('not_found')
  return toDto(ctx, row)
}

/** The latest merge must be undone first. */
function toDto(ctx: Ctx, { is_covered, target, sources, ...row }: MergeRow): Merge {
  const { policy } = mergeTable(row.noun)
  const mayUndo =
    row.undone_at === null &&
    !is_covered &&
    !target.is_gone &&
    may(policy, ctx.actor, 'update', target) &&
    sources.every(source => may(policy, ctx.actor, 'delete', source))
  const named = ({ id, name, eng_name }: MergeRow['target']) => ({ id, name, ...(eng_name && { eng_name }) })
  return { ...row, target: named(target), sources: sources.map(named), can: mayUndo ? ['undo'] : [] }
}
