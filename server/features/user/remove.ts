import { recordEntities } from '#contract/registry.ts'
import { ogReaders } from '#contract/role.ts'
import { groupFields, listHalves } from '#server/core/access.ts'
import { changesOf, writeHistory } from '#server/core/history.ts'
import type { RecordName } from '#server/core/table.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import { AppError, fieldError } from '#server/platform/http/errors.ts'
import { isLastAdmin, requireActiveAdmin } from './admin.ts'
import { userFields } from './change.ts'
import { countToPass, passCategories, passNotes, passRecords, passServices, passViews } from './inherit.queries.ts'
import { deleteUserRow, lockUsersForDelete } from './user.queries.ts'

/**
 * Deletes a user with all sessions. Their records, and those that only they could see, are transferred to the heir.
 * Without an heir the user is deleted only if there is nothing to transfer.
 */
export function deleteUser(ctx: Ctx, id: number, heirId: number | undefined): Promise<null> {
  return inTransaction(ctx, async ctx => {
    const admins = await requireActiveAdmin(ctx)
    const rows = await lockUsersForDelete(ctx, heirId === undefined ? [id] : [id, heirId])
    const user = rows.find(row => row.id === id)
    const heir = rows.find(row => row.id === heirId)
    if (!user) throw new AppError('not_found')
    if (heirId !== undefined && (heir?.status !== 'active' || heir.id === id || !ogReaders.includes(heir.role)))
      throw fieldError('heir', 'no_such_user')
    if (isLastAdmin(admins, id)) throw new AppError('last_admin')
    const count = heirId === undefined ? await countToPass(ctx, id) : 0
    if (count > 0) throw new AppError('has_records', { count })
    // Without an heir the user is only removed from lists with other users; anything created meanwhile is transferred
    // to the actor.
    await passOn(ctx, id, heirId ?? ctx.actor.id ?? id)
    await deleteUserRow(ctx, id)
    await writeHistory(ctx, 'user', 'delete', [{ id, rev: user.rev, changes: changesOf(userFields, user, {}) }])
    return null
  })
}

async function passOn(ctx: Ctx, from: number, to: number): Promise<void> {
  await passViews(ctx, from, to)
  await passNotes(ctx, from, to)
  await passServices(ctx, from, to)
  const categories = await passCategories(ctx, from, to)
  await writeHistory(
    ctx,
    'og_cate',
    'update',
    categories.map(row => ({ ...row, changes: [{ field: 'owner', from, to }] })),
  )
  await passLists(ctx, from, to)
}

/** Records of a key of access lists, a user or (negative) a group: another takes its place. */
export async function passLists(ctx: Ctx, from: number, to: number): Promise<void> {
  for (const noun of recordEntities) await passRecordsOf(ctx, noun, from, to)
}

/** Works in portions, because a user may own a hundred thousand records. */
async function passRecordsOf(ctx: Ctx, noun: RecordName, from: number, to: number): Promise<void> {
  for (let isDone = false; !isDone; ) {
    const records = await passRecords(ctx, noun, from, to)
    await writeHistory(
      ctx,
      noun,
      'update',
      records.map(({ id, rev, before, after }) => ({
        id,
        rev,
        changes: changesOf(['owner', 'read_user', 'write_user', ...groupFields], listHalves(before), listHalves(after)),
      })),
    )
    // The system has no heir: a list that got only this key meanwhile keeps it, and is open to no one.
    isDone = records.length === 0 || from === to
  }
}
