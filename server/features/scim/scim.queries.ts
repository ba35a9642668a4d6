import { type RawBuilder, sql } from 'kysely'
import { recordEntities } from '#contract/registry.ts'
import type { ScimCredential } from '#contract/scim.api.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { type Comparison, invalidFilter } from './filter.ts'
import type { Stated } from './values.ts'

const columns = ['id', 'name', 'hint', 'new_role', 'created_at', 'last_used_at'] as const

export function findCredentials(ctx: Ctx, providerId: number): Promise<ScimCredential[]> {
  return ctx.db
    .selectFrom('scim_credential')
    .select(columns)
    .where('provider_id', '=', providerId)
    .orderBy('id', 'desc')
    .execute()
}

export function insertCredential(
  ctx: Ctx,
  row: Pick<ScimCredential, 'name' | 'hint' | 'new_role'> & { provider_id: number; token_hash: Buffer },
): Promise<ScimCredential> {
  return ctx.db
    .insertInto('scim_credential')
    .values({ ...row, created_at: ctx.now().toISOString() })
    .returning(columns)
    .executeTakeFirstOrThrow()
}

export async function removeCredential(ctx: Ctx, providerId: number, id: number): Promise<string | undefined> {
  const row = await ctx.db
    .deleteFrom('scim_credential')
    .where('id', '=', id)
    .where('provider_id', '=', providerId)
    .returning('name')
    .executeTakeFirst()
  return row?.name
}

export function findCredentialByHash(ctx: Ctx, tokenHash: Buffer) {
  return ctx.db
    .selectFrom('scim_credential')
    .select([...columns, 'provider_id'])
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
}

/** Records the use, unless the last recorded one is later than `before`. */
export async function touchCredential(ctx: Ctx, id: number, before: Date): Promise<void> {
  await sql`update scim_credential set last_used_at = ${ctx.now().toISOString()}::timestamptz where id = ${id}::bigint
    and (last_used_at is null or last_used_at < ${before.toISOString()}::timestamptz)`.execute(ctx.db)
}

export async function countProvisioned(ctx: Ctx, providerId: number): Promise<{ users: number; groups: number }> {
  const { rows } = await sql<{ users: number; groups: number }>`select
    (select count(*)::int from scim_user where provider_id = ${providerId}::bigint and deleted_at is null) as users,
    (select count(*)::int from scim_group where provider_id = ${providerId}::bigint and deleted_at is null) as groups`.execute(
    ctx.db,
  )
  return rows[0] ?? { users: 0, groups: 0 }
}

export type UserRow = {
  id: number
  user_name: string
  external_id: string | null
  stated: Stated
  is_active: boolean
  rev: number
  user_rev: number
  status: string
  name: string
  created_at: string
  updated_at: string
  deleted_at: string | null
  groups: { id: number; name: string }[]
}

const userRows = sql<UserRow>`select scim_user.user_id as id, user_name, external_id, stated, is_active, scim_user.rev,
    person.rev as user_rev, person.status, person.name, scim_user.created_at, scim_user.updated_at, deleted_at,
    coalesce((select json_agg(json_build_object('id', group_id, 'name', display_name) order by group_id) from scim_group
      where scim_group.provider_id = scim_user.provider_id and scim_group.deleted_at is null
        and -scim_group.group_id = any(person.group_keys)), '[]') as groups
  from scim_user join "user" as person on person.id = scim_user.user_id`

/** The condition of a filter on users; a comparison of another attribute is refused. */
function userCondition({ path, value, within = [] }: Comparison): RawBuilder<unknown> {
  const text = String(value)
  if (within.length > 0 && path !== 'emails.value') throw unknown(path)
  switch (path) {
    case 'id':
      return sql`scim_user.user_id::text = ${text}::text`
    case 'username':
      return sql`lower(user_name) = lower(${text}::text)`
    case 'externalid':
      return sql`external_id = ${text}::text`
    case 'displayname':
      return sql`lower(stated ->> 'displayName') = lower(${text}::text)`
    case 'active':
      return sql`(person.status = 'active') = ${text === 'true'}::boolean`
    case 'emails':
    case 'emails.value': {
      const inner = within.map(each => {
        if (each.path !== 'type' && each.path !== 'primary') throw unknown(`emails.${each.path}`)
        return sql`lower(element.email ->> ${each.path}::text) = lower(${String(each.value)}::text)`
      })
      const all = [sql`lower(element.email ->> 'value') = lower(${text}::text)`, ...inner]
      return sql`exists (select from jsonb_array_elements(stated -> 'emails') as element (email) where ${sql.join(all, sql` and `)})`
    }
    default:
      throw unknown(path)
  }
}

const unknown = (path: string) => invalidFilter(`The attribute ${path.slice(0, 60)} cannot be filtered by.`)

type Part = { filter: readonly Comparison[]; offset: number; limit: number }

export async function findUserPage(ctx: Ctx, providerId: number, { filter, offset, limit }: Part) {
  const own = sql`scim_user.provider_id = ${providerId}::bigint and deleted_at is null`
  const all = sql.join([own, ...filter.map(userCondition)], sql` and `)
  const { rows: counts } = await sql<{ total: number }>`select count(*)::int as total
    from scim_user join "user" as person on person.id = scim_user.user_id where ${all}`.execute(ctx.db)
  const { rows } = await sql<UserRow>`${userRows} where ${all} order by scim_user.user_id
    limit ${limit}::int offset ${offset}::int`.execute(ctx.db)
  return { total: counts[0]?.total ?? 0, rows }
}

export async function findUserRow(ctx: Ctx, providerId: number, id: number): Promise<UserRow | undefined> {
  const { rows } = await sql<UserRow>`${userRows} where scim_user.provider_id = ${providerId}::bigint
    and scim_user.user_id = ${id}::bigint`.execute(ctx.db)
  return rows[0]
}

/** Users, deleted ones included, whom the provider may mean by this name and id. */
export async function findCandidates(
  ctx: Ctx,
  providerId: number,
  { userName, externalId }: { userName: string; externalId: string | undefined },
): Promise<UserRow[]> {
  const { rows } = await sql<UserRow>`${userRows} where scim_user.provider_id = ${providerId}::bigint
    and (lower(user_name) = lower(${userName}::text) or external_id = ${externalId ?? null}::text)
    order by deleted_at desc nulls first, scim_user.user_id`.execute(ctx.db)
  return rows
}

type StatedUser = { user_name: string; external_id: string | null; stated: Stated; is_active: boolean }

export async function insertUserRow(ctx: Ctx, providerId: number, userId: number, row: StatedUser): Promise<void> {
  const at = ctx.now().toISOString()
  await ctx.db
    .insertInto('scim_user')
    .values({
      ...{ ...row, stated: JSON.stringify(row.stated) },
      ...{ provider_id: providerId, user_id: userId, created_at: at, updated_at: at },
    })
    .execute()
}

export async function updateUserRow(
  ctx: Ctx,
  providerId: number,
  userId: number,
  { stated, ...row }: Partial<StatedUser> & { deleted_at: string | null },
): Promise<void> {
  await ctx.db
    .updateTable('scim_user')
    .set(eb => ({
      ...row,
      ...(stated && { stated: JSON.stringify(stated) }),
      ...{ rev: eb('rev', '+', 1), updated_at: ctx.now().toISOString() },
    }))
    .where('provider_id', '=', providerId)
    .where('user_id', '=', userId)
    .execute()
}

/** Those of the ids that are users whom the provider provisions. */
export async function findProvisioned(ctx: Ctx, providerId: number, ids: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{
    user_id: number
  }>`select user_id from scim_user where provider_id = ${providerId}::bigint
    and deleted_at is null and user_id = any(${ids}::bigint[])`.execute(ctx.db)
  return new Set(rows.map(row => row.user_id))
}

/** Whether another user has the address. */
export async function isAddressOfOther(ctx: Ctx, email: string, userId: number): Promise<boolean> {
  const { rows } = await sql`select from "user" where lower(email) = lower(${email}::text) and id <> ${userId}::bigint
    and not is_service limit 1`.execute(ctx.db)
  return rows.length > 0
}

export type GroupRow = {
  id: number
  display_name: string
  external_id: string | null
  is_linked: boolean
  rev: number
  group_rev: number
  created_at: string
  updated_at: string
  deleted_at: string | null
  members: { id: number; name: string }[]
}

/** The members are those whom the provider provisions; others are not its concern. */
const groupRows = sql<GroupRow>`select scim_group.group_id as id, display_name, scim_group.external_id, is_linked, scim_group.rev,
    user_group.rev as group_rev, scim_group.created_at, scim_group.updated_at, scim_group.deleted_at,
    coalesce((select json_agg(json_build_object('id', scim_user.user_id, 'name', scim_user.user_name) order by scim_user.user_id)
      from group_member join scim_user on scim_user.user_id = group_member.user_id
      where group_member.group_id = scim_group.group_id and scim_user.provider_id = scim_group.provider_id
        and scim_user.deleted_at is null), '[]') as members
  from scim_group join user_group on user_group.id = scim_group.group_id`

function groupCondition({ path, value, within = [] }: Comparison): RawBuilder<unknown> {
  const text = String(value)
  if (within.length > 0) throw unknown(path)
  switch (path) {
    case 'id':
      return sql`scim_group.group_id::text = ${text}::text`
    case 'displayname':
      return sql`lower(display_name) = lower(${text}::text)`
    case 'externalid':
      return sql`scim_group.external_id = ${text}::text`
    case 'members':
    case 'members.value':
      return sql`exists (select from group_member join scim_user on scim_user.user_id = group_member.user_id
        where group_member.group_id = scim_group.group_id and scim_user.provider_id = scim_group.provider_id
          and scim_user.deleted_at is null and scim_user.user_id::text = ${text}::text)`
    default:
      throw unknown(path)
  }
}

export async function findGroupPage(ctx: Ctx, providerId: number, { filter, offset, limit }: Part) {
  const own = sql`scim_group.provider_id = ${providerId}::bigint and deleted_at is null`
  const all = sql.join([own, ...filter.map(groupCondition)], sql` and `)
  const { rows: counts } = await sql<{ total: number }>`select count(*)::int as total from scim_group
    where ${all}`.execute(ctx.db)
  const { rows } = await sql<GroupRow>`${groupRows} where ${all} order by scim_group.group_id
    limit ${limit}::int offset ${offset}::int`.execute(ctx.db)
  return { total: counts[0]?.total ?? 0, rows }
}

export async function findGroupRow(ctx: Ctx, providerId: number, id: number): Promise<GroupRow | undefined> {
  const { rows } = await sql<GroupRow>`${groupRows} where scim_group.provider_id = ${providerId}::bigint
    and scim_group.group_id = ${id}::bigint`.execute(ctx.db)
  return rows[0]
}

export async function findGroupCandidates(
  ctx: Ctx,
  providerId: number,
  { displayName, externalId }: { displayName: string; externalId: string | undefined },
): Promise<GroupRow[]> {
  const { rows } = await sql<GroupRow>`${groupRows} where scim_group.provider_id = ${providerId}::bigint
    and (lower(display_name) = lower(${displayName}::text) or scim_group.external_id = ${externalId ?? null}::text)
    order by scim_group.deleted_at desc nulls first, scim_group.group_id`.execute(ctx.db)
  return rows
}

type StatedGroup = { display_name: string; external_id: string | null }

export async function insertGroupRow(
  ctx: Ctx,
  providerId: number,
  groupId: number,
  row: StatedGroup & { is_linked: boolean },
): Promise<void> {
  const at = ctx.now().toISOString()
  await ctx.db
    .insertInto('scim_group')
    .values({ ...row, provider_id: providerId, group_id: groupId, created_at: at, updated_at: at })
    .execute()
}

export async function updateGroupRow(
  ctx: Ctx,
  providerId: number,
  groupId: number,
  row: Partial<StatedGroup> & { deleted_at: string | null },
): Promise<void> {
  await ctx.db
    .updateTable('scim_group')
    .set(eb => ({ ...row, rev: eb('rev', '+', 1), updated_at: ctx.now().toISOString() }))
    .where('provider_id', '=', providerId)
    .where('group_id', '=', groupId)
    .execute()
}

/** Whether an access list names the group. */
export async function isOnLists(ctx: Ctx, groupId: number): Promise<boolean> {
  const key = sql`array[${-groupId}::bigint]`
  const named = recordEntities.map(
    noun => sql`exists (select from ${sql.table(noun)} where read_user @> ${key} or write_user @> ${key})`,
  )
  const { rows } = await sql<{ is_named: boolean }>`select ${sql.join(named, sql` or `)} as is_named`.execute(ctx.db)
  return rows[0]?.is_named ?? false
}
