import type { undoMerge as endpoint } from '#contract/duplicate.api.ts'
import type { Reply } from '#contract/endpoint.ts'
import { type AccessColumns, allow, groupFields, keysOf, listHalves } from '#server/core/access.ts'
import { type FieldChange, patchOf, valueAt, writeHistory } from '#server/core/history.ts'
import { findMissingKeys, patchRecord } from '#server/core/table.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import { AppError } from '#server/platform/http/errors.ts'
import {
  findMergeOnTop,
  lockMerge,
  lockMerging,
  type MergingRow,
  markUndone,
  restorePairs,
  setMergedInto,
} from './merge.queries.ts'
import { readMerge } from './merge.ts'
import { moveLinksBack } from './merge-link.queries.ts'
import { type AnyRow, mergeTable } from './merge-tables.ts'

/** Restores the state before the merge. Values that users changed since are retained and reported. */
export function undoMerge(ctx: Ctx, id: number): Promise<Reply<typeof endpoint>> {
  return inTransaction(ctx, async ctx => {
    const merge = await lockMerge(ctx, id)
    if (!merge) throw new AppError('not_found')
    const table = mergeTable(merge.noun)
    const rows = await lockMerging(ctx, table, [merge.target_id, ...merge.source_ids])
    const [first, ...others] = [merge.target_id, ...merge.source_ids].map(each => rows.get(each))
    if (!first || others.some(row => !row)) throw new AppError('not_found')
    const target = allow<MergingRow>(table.policy, ctx.actor, 'update', first)
    for (const source of others) allow(table.policy, ctx.actor, 'delete', source)
    const onTop = await findMergeOnTop(ctx, merge)
    if (onTop !== undefined)
      throw new AppError('wrong_state', {}, { data: await readMerge(ctx, merge.noun, onTop).catch(() => null) })
    const isBehind = others.every(source => source?.merged_into === target.id)
    if (merge.undone_at !== null || target.is_deleted || !isBehind) throw new AppError('wrong_state')

    const { back, kept } = await valuesBack(ctx, target, merge.undo.changes)
    const changed = await patchRecord<AnyRow>(ctx, table, target, patchOf(target, back))
    await moveLinksBack(ctx, merge.noun, merge.undo.links)
    const restored = await setMergedInto(ctx, table, merge.source_ids, null)
    await restorePairs(ctx, merge.undo.pairs)
    await markUndone(ctx, merge.id)
    const out = [{ field: 'merged_into', from: target.id, to: null }]
    await writeHistory(ctx, merge.noun, 'unmerge', [
      { id: target.id, rev: changed.rev, changes: back },
      ...restored.map(record => ({ ...record, changes: out })),
    ])
    return { merge: await readMerge(ctx, merge.noun, merge.id), kept }
  })
}

const access: readonly string[] = ['owner', 'read_user', 'write_user', ...groupFields]

/** Fields that still have the value from the merge get their previous value. */
async function valuesBack(ctx: Ctx, target: AnyRow, changes: readonly FieldChange[]) {
  const isUntouched = ({ field, to }: FieldChange) =>
    JSON.stringify(valueAt(target, field)) === JSON.stringify(to ?? null)
  // Access fields are restored together or not at all: restoring half of them could show the record to users who were
  // never meant to see it.
  const isAccessUntouched = changes.filter(change => access.includes(change.field)).every(isUntouched)
  const untouched = changes.filter(change => (access.includes(change.field) ? isAccessUntouched : isUntouched(change)))
  const kept = changes.filter(change => !untouched.includes(change)).map(change => change.field)
  const living = await livingAccess(ctx, untouched)
  const back = untouched.map(({ field, from, to }) => ({
    field,
    from: to,
    to: access.includes(field) ? living(field) : from,
  }))
  return { back, kept }
}

/**
 * The access that these changes had before, without users and groups that no longer exist. A list of which nothing is
 * left names the actor: the empty list is open to everyone.
 */
async function livingAccess(ctx: Ctx, changes: readonly FieldChange[]) {
  const before = Object.fromEntries(changes.map(({ field, from }) => [field, from]))
  const keysIn = (list: 'read' | 'write') =>
    keysOf((before[`${list}_user`] ?? []) as number[], (before[`${list}_group`] ?? []) as number[])
  const owner = typeof before.owner === 'number' ? before.owner : null
  const lists = { read: keysIn('read'), write: keysIn('write') }
  const missing = await findMissingKeys(ctx, [...(owner === null ? [] : [owner]), ...lists.read, ...lists.write])
  const left = (list: 'read' | 'write') => {
    const keys = lists[list].filter(key => !missing.has(key))
    return lists[list].length > 0 && keys.length === 0 && ctx.actor.id !== null ? [ctx.actor.id] : keys
  }
  const halves = listHalves({
    owner: owner !== null && missing.has(owner) ? null : owner,
    read_user: left('read'),
    write_user: left('write'),
  })
  return (field: string): unknown => halves[field as keyof AccessColumns]
}
