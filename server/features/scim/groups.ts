import { createGroup, deleteGroup, getGroup, updateGroup } from '#server/features/group/group.service.ts'
import { getProvider, lockFirstLogins } from '#server/features/identity/identity.service.ts'
import { lockAdmins } from '#server/features/user/user.service.ts'
import { inTransaction } from '#server/platform/ctx.ts'
import { isUniqueViolation } from '#server/platform/db/db.ts'
import { groupKind } from './attributes.ts'
import { patched } from './patch.ts'
import {
  findGroupCandidates,
  findGroupRow,
  findProvisioned,
  type GroupRow,
  insertGroupRow,
  isOnLists,
  updateGroupRow,
} from './scim.queries.ts'
import type { ScimCtx } from './scim.service.ts'
import { invalidValue, notFound, taken } from './scim-error.ts'
import { checkVersion, idOf } from './users.ts'
import { readWhole, type Stated } from './values.ts'

export async function getGroupRow(ctx: ScimCtx, id: string): Promise<GroupRow> {
  const row = await findGroupRow(ctx, ctx.scim.providerId, idOf(groupKind, id))
  if (!row || row.deleted_at !== null) throw notFound('Group', id)
  return row
}

function columnsOf({ displayName, externalId }: Stated) {
  const external_id = externalId === undefined ? null : String(externalId)
  return { display_name: String(displayName).trim(), external_id }
}

async function membersOf(ctx: ScimCtx, { members = [] }: Stated): Promise<number[]> {
  const elements = members as { value?: string; type?: string }[]
  if (elements.some(({ type }) => type !== undefined && type.toLowerCase() !== 'user'))
    throw invalidValue('Members must be users.')
  const ids = elements.map(({ value = '' }) => (/^[1-9]\d{0,14}$/.test(value) ? Number(value) : 0))
  const known = await findProvisioned(ctx, ctx.scim.providerId, ids)
  if (ids.some(id => !known.has(id))) throw invalidValue('A member is not a user of this provider.')
  return [...known]
}

export function createScimGroup(ctx: ScimCtx, body: unknown): Promise<GroupRow> {
  const stated = readWhole(groupKind, body)
  const row = columnsOf(stated)
  return inTransaction(ctx, async inner => {
    const ctx2 = { ...inner, scim: ctx.scim }
    const { providerId } = ctx.scim
    await lockFirstLogins(ctx2, providerId)
    await lockAdmins(ctx2)
    const members = await membersOf(ctx2, stated)
    const found = await findGroupCandidates(ctx2, providerId, {
      displayName: row.display_name,
      externalId: row.external_id ?? undefined,
    })
    if (found.some(each => each.deleted_at === null)) throw taken('A group with this name or externalId exists.')
    // A group that was deleted there is the same one, unless the ids differ: then another got its name.
    const returning = found.find(
      ({ external_id }) => external_id === null || row.external_id === null || external_id === row.external_id,
    )
    if (returning) {
      await updateGroupRow(ctx2, providerId, returning.id, { ...row, deleted_at: null })
      return await setGroup(ctx2, returning, { name: row.display_name, members })
    }
    const assigned = await findAssigned(ctx2, row)
    if (assigned === undefined) {
      const { id } = await createGroup(ctx2, { name: row.display_name, members })
      await insertGroupRow(ctx2, providerId, id, { ...row, is_linked: false })
      return await getGroupRow(ctx2, String(id))
    }
    await insertGroupRow(ctx2, providerId, assigned, { ...row, is_linked: true })
    return await setGroup(ctx2, await getGroupRow(ctx2, String(assigned)), { members })
  })
}

/** The group that an administrator assigned to this one in the provider's mapping, by its name or its id there. */
async function findAssigned(ctx: ScimCtx, { display_name, external_id }: ReturnType<typeof columnsOf>) {
  const { group_map } = await getProvider(ctx, ctx.scim.providerId)
  const assigned = group_map.find(({ value }) => value === display_name || value === external_id)?.group
  if (assigned !== undefined && (await findGroupRow(ctx, ctx.scim.providerId, assigned)))
    throw taken('The group assigned to this one is provisioned already.')
  return assigned
}

/** Users whom the provider does not provision stay in the group. */
async function setGroup(
  ctx: ScimCtx,
  { id, is_linked, ...before }: GroupRow,
  { name, members }: { name?: string; members: readonly number[] },
): Promise<GroupRow> {
  const group = await getGroup(ctx, id)
  const own = new Set(before.members.map(member => member.id))
  const others = group.members.filter(member => !own.has(member))
  await updateGroup(ctx, id, { members: [...others, ...members], ...(name !== undefined && !is_linked && { name }) })
  return await getGroupRow(ctx, String(id))
}

export function replaceGroup(ctx: ScimCtx, id: string, body: unknown, version: string | undefined): Promise<GroupRow> {
  return changeGroup(ctx, id, version, () => readWhole(groupKind, body))
}

export function patchGroupRow(ctx: ScimCtx, id: string, body: unknown, version: string | undefined): Promise<GroupRow> {
  return changeGroup(ctx, id, version, before => patched(groupKind, statedOf(before), body))
}

function changeGroup(
  ctx: ScimCtx,
  id: string,
  version: string | undefined,
  next: (before: GroupRow) => Stated,
): Promise<GroupRow> {
  return inTransaction(ctx, async inner => {
    const ctx2 = { ...inner, scim: ctx.scim }
    await lockAdmins(ctx2)
    const before = await getGroupRow(ctx2, id)
    checkVersion(version, groupVersion(before))
    const stated = next(before)
    const members = await membersOf(ctx2, stated)
    const row = columnsOf(stated)
    if (row.display_name !== before.display_name || row.external_id !== before.external_id) {
      try {
        await updateGroupRow(ctx2, ctx.scim.providerId, before.id, { ...row, deleted_at: null })
      } catch (error) {
        throw isUniqueViolation(error, 'scim_group_name_key') || isUniqueViolation(error, 'scim_group_external_key')
          ? taken('A group with this name or externalId exists.')
          : error
      }
    }
    const name = row.display_name === before.display_name ? {} : { name: row.display_name }
    return await setGroup(ctx2, before, { ...name, members })
  })
}

/**
 * Its users leave the group. It is deleted if the provider made it and no access list names it: a list without its only
 * group would be open to all.
 */
export function deleteScimGroup(ctx: ScimCtx, id: string, version: string | undefined): Promise<void> {
  return inTransaction(ctx, async inner => {
    const ctx2 = { ...inner, scim: ctx.scim }
    await lockAdmins(ctx2)
    const before = await getGroupRow(ctx2, id)
    checkVersion(version, groupVersion(before))
    await setGroup(ctx2, before, { members: [] })
    const hasOthers = (await getGroup(ctx2, before.id)).members.length > 0
    const isKept = before.is_linked || hasOthers || (await isOnLists(ctx2, before.id))
    if (isKept) await updateGroupRow(ctx2, ctx.scim.providerId, before.id, { deleted_at: ctx.now().toISOString() })
    else await deleteGroup(ctx2, before.id, undefined)
  })
}

export const groupVersion = ({ rev, group_rev }: GroupRow) => `W/"${rev}.${group_rev}"`

function statedOf({ display_name, external_id, members }: GroupRow): Stated {
  return {
    displayName: display_name,
    ...(external_id !== null && { externalId: external_id }),
    ...(members.length > 0 && { members: members.map(({ id }) => ({ value: String(id) })) }),
  }
}

export function showGroup(row: GroupRow, base: string): Record<string, unknown> {
  const { id, members, created_at: created, updated_at: lastModified } = row
  const location = `${base}/Groups/${id}`
  return {
    schemas: [groupKind.urn],
    id: String(id),
    ...statedOf(row),
    ...(members.length > 0 && {
      members: members.map(({ id, name }) => ({
        ...{ value: String(id), $ref: `${base}/Users/${id}`, type: 'User', display: name },
      })),
    }),
    meta: { resourceType: 'Group', created, lastModified, location, version: groupVersion(row) },
  }
}
