import type { Received } from '#contract/endpoint.ts'
import type * as contract from '#contract/group.api.ts'
import type { Group, GroupPatch, NewGroup, VisibleGroup } from '#contract/group.api.ts'
import type { ListPage } from '#contract/wire.ts'
import { changesOf, writeHistory } from '#server/core/history.ts'
import { findMissingKeys } from '#server/core/table.ts'
import { countListsOf, lockAdmins, passLists, requireActiveAdmin } from '#server/features/user/user.service.ts'
import { type Ctx, inTransaction } from '#server/platform/ctx.ts'
import { AppError, fieldError } from '#server/platform/http/errors.ts'
import {
  deleteGroupRow,
  findGroups,
  insertGroup,
  lockGroup,
  patchGroup,
  selectGroup,
  selectVisibleGroups,
  setMembers,
} from './group.queries.ts'

/** Used by exports: names instead of ids. */
export { findGroupNames } from './group.queries.ts'

const fields = ['name', 'desc', 'role', 'reviews', 'external_id', 'members'] as const

export function listGroups(ctx: Ctx, query: Received<typeof contract.listGroups>['query']): Promise<ListPage<Group>> {
  return findGroups(ctx, query)
}

export function listVisibleGroups(ctx: Ctx): Promise<VisibleGroup[]> {
  return selectVisibleGroups(ctx)
}

export async function getGroup(ctx: Ctx, id: number): Promise<Group> {
  const group = await selectGroup(ctx, id)
  if (!group) throw new AppError('not_found')
  return group
}

export function createGroup(ctx: Ctx, { members = [], ...values }: NewGroup): Promise<Group> {
  return inTransaction(ctx, async ctx => {
    await requireActiveAdmin(ctx)
    await checkMembers(ctx, members)
    const id = await insertGroup(ctx, values)
    await setMembers(ctx, id, members)
    const group = await getGroup(ctx, id)
    await writeHistory(ctx, 'group', 'create', [{ id, rev: group.rev, changes: changesOf(fields, {}, group) }])
    return group
  })
}

export function updateGroup(ctx: Ctx, id: number, { rev, members, ...values }: GroupPatch): Promise<Group> {
  return inTransaction(ctx, async ctx => {
    await requireActiveAdmin(ctx)
    const before = await lockGroup(ctx, id)
    if (!before) throw new AppError('not_found')
    if (rev !== undefined && rev !== before.rev) throw new AppError('stale', {}, { data: before })
    const fresh = (members ?? []).filter(member => !before.members.includes(member))
    await checkMembers(ctx, fresh)
    const wanted = { ...before, ...values, ...(members && { members: [...new Set(members)].sort((a, b) => a - b) }) }
    const changes = changesOf(fields, before, wanted)
    if (changes.length === 0) return before
    await patchGroup(ctx, before, values)
    if (members) await setMembers(ctx, id, members)
    await keepAnAdmin(ctx)
    const group = await getGroup(ctx, id)
    await writeHistory(ctx, 'group', 'update', [{ id, rev: group.rev, changes }])
    return group
  })
}

/**
 * Deletes a group and removes it from access lists. A list with only this group gets the heir, because an empty list would
 * open the record to all; without an heir, such lists prevent the deletion.
 */
export function deleteGroup(ctx: Ctx, id: number, heirId: number | undefined): Promise<null> {
  return inTransaction(ctx, async ctx => {
    await requireActiveAdmin(ctx)
    const group = await lockGroup(ctx, id)
    if (!group) throw new AppError('not_found')
    if (heirId !== undefined && (heirId === id || (await findMissingKeys(ctx, [-heirId])).size > 0))
      throw fieldError('heir', 'no_such_group')
    const count = heirId === undefined ? await countListsOf(ctx, -id) : 0
    if (count > 0) throw new AppError('only_group', { count })
    await passLists(ctx, -id, heirId === undefined ? (ctx.actor.id ?? -id) : -heirId)
    await deleteGroupRow(ctx, id)
    await keepAnAdmin(ctx)
    await writeHistory(ctx, 'group', 'delete', [{ id, rev: group.rev, changes: changesOf(fields, group, {}) }])
    return null
  })
}

/** Makes the user a member of those of the groups `among` that are `wanted`, and of no other of them. */
export async function syncGroups(
  ctx: Ctx,
  userId: number,
  { among, wanted }: { among: readonly number[]; wanted: readonly number[] },
): Promise<void> {
  for (const id of [...among].sort((a, b) => a - b)) {
    const group = await selectGroup(ctx, id)
    const isWanted = wanted.includes(id)
    if (!group || group.members.includes(userId) === isWanted) continue
    await lockAdmins(ctx)
    const before = await lockGroup(ctx, id)
    if (!before) continue
    const others = before.members.filter(member => member !== userId)
    const members = isWanted ? [...others, userId].sort((a, b) => a - b) : others
    const changes = changesOf(['members'] as const, before, { members })
    if (changes.length === 0) continue
    await patchGroup(ctx, before, {})
    await setMembers(ctx, id, members)
    await keepAnAdmin(ctx)
    await writeHistory(ctx, 'group', 'update', [{ id, rev: before.rev + 1, changes }])
  }
}

/** The role of a group may be what makes the last administrator one. */
async function keepAnAdmin(ctx: Ctx): Promise<void> {
  if ((await lockAdmins(ctx)).length === 0) throw new AppError('last_admin')
}

async function checkMembers(ctx: Ctx, members: readonly number[]): Promise<void> {
  if ((await findMissingKeys(ctx, members)).size > 0) throw fieldError('members', 'no_such_user')
}
