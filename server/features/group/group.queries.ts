import { type Expression, type Insertable, type SqlBool, sql, type Updateable } from 'kysely'
import type { Received } from '#contract/endpoint.ts'
import type { Group, listGroups, VisibleGroup } from '#contract/group.api.ts'
import type { ListPage } from '#contract/wire.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { isUniqueViolation } from '#server/platform/db/db.ts'
import type { UserGroup } from '#server/platform/db/db-types.ts'
import { AppError } from '#server/platform/http/errors.ts'

const members = sql<number[]>`array(select group_member.user_id from group_member
  where group_member.group_id = user_group.id order by group_member.user_id)`

const columns = [
  'id',
  'rev',
  'name',
  'desc',
  'role',
  'reviews',
  'external_id',
  'created_at',
  'updated_at',
  members.as('members'),
] as const

export function selectGroup(ctx: Ctx, id: number): Promise<Group | undefined> {
  return ctx.db.selectFrom('user_group').select(columns).where('id', '=', id).executeTakeFirst()
}

/** Locks the group's row until the transaction ends. */
export async function lockGroup(ctx: Ctx, id: number): Promise<Group | undefined> {
  await sql`select from user_group where id = ${id}::bigint for update`.execute(ctx.db)
  return await selectGroup(ctx, id)
}

export async function findGroups(ctx: Ctx, query: Received<typeof listGroups>['query']): Promise<ListPage<Group>> {
  const { current, pageSize, keyword = '', sort = 'name' } = query
  const words = keyword.normalize('NFKC').toLowerCase().split(/\s+/).filter(Boolean).slice(0, 8)
  const conditions: Expression<SqlBool>[] = words.map(
    word => sql<SqlBool>`lower(normalize(name || ' ' || "desc", NFKC)) like ${`%${word.replace(/[\\%_]/g, '\\$&')}%`}`,
  )
  const matching = conditions.reduce((all, condition) => all.where(condition), ctx.db.selectFrom('user_group'))
  const isDown = sort.startsWith('-')
  const [items, { total }] = await Promise.all([
    matching
      .select(columns)
      .orderBy(sort.replace('-', '') as 'name', isDown ? 'desc' : 'asc')
      .orderBy('id', isDown ? 'desc' : 'asc')
      .limit(pageSize)
      .offset((current - 1) * pageSize)
      .execute(),
    matching.select(eb => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  return { items, total, current, pageSize }
}

export function selectVisibleGroups(ctx: Ctx): Promise<VisibleGroup[]> {
  return ctx.db
    .selectFrom('user_group')
    .select(['id', 'name', members.as('members')])
    .orderBy('name')
    .execute()
}

export async function findGroupNames(ctx: Ctx): Promise<Map<number, string>> {
  const rows = await ctx.db.selectFrom('user_group').select(['id', 'name']).execute()
  return new Map(rows.map(row => [row.id, row.name]))
}

type Values = Omit<Updateable<UserGroup>, 'id'>

function duplicateError(error: unknown, name: string | undefined): unknown {
  return isUniqueViolation(error, 'user_group_name_key') ? new AppError('duplicate', { value: name }) : error
}

export async function insertGroup(ctx: Ctx, values: Insertable<UserGroup>): Promise<number> {
  const at = ctx.now().toISOString()
  try {
    const row = await ctx.db
      .insertInto('user_group')
      .values({ ...values, created_at: at, updated_at: at })
      .returning('id')
      .executeTakeFirstOrThrow()
    return row.id
  } catch (error) {
    throw duplicateError(error, values.name)
  }
}

export async function patchGroup(ctx: Ctx, { id, rev }: Group, values: Values): Promise<void> {
  try {
    await ctx.db
      .updateTable('user_group')
      .set({ ...values, rev: rev + 1, updated_at: ctx.now().toISOString() })
      .where('id', '=', id)
      .execute()
  } catch (error) {
    throw duplicateError(error, values.name ?? undefined)
  }
}

/** Triggers give the members their new groups and role. */
export async function setMembers(ctx: Ctx, groupId: number, userIds: readonly number[]): Promise<void> {
  await sql`delete from group_member where group_id = ${groupId}::bigint and user_id <> all(${userIds}::bigint[])`.execute(
    ctx.db,
  )
  await sql`insert into group_member (group_id, user_id)
    select ${groupId}::bigint, unnest(${userIds}::bigint[]) on conflict do nothing`.execute(ctx.db)
}

export async function deleteGroupRow(ctx: Ctx, id: number): Promise<void> {
  await ctx.db.deleteFrom('user_group').where('id', '=', id).execute()
}
