import { type Expression, type Insertable, type SqlBool, sql, type Updateable } from 'kysely'
import type { Received } from '#contract/endpoint.ts'
import { ogReaders, type Role } from '#contract/role.ts'
import type { listUsers, User, VisibleUser } from '#contract/user.api.ts'
import type { ListPage } from '#contract/wire.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { type Db, isUniqueViolation } from '#server/platform/db/db.ts'
import type { User as UserTable } from '#server/platform/db/db-types.ts'
import { AppError } from '#server/platform/http/errors.ts'

const userColumns = [
  'id',
  'rev',
  'username',
  'name',
  'avatar',
  'desc',
  'email',
  'phone',
  'role',
  sql<Role>`coalesce(own_role, role)`.as('own_role'),
  'status',
  'is_service',
  'keeper',
  'created_at',
  'updated_at',
  'last_seen_at',
  sql<number[]>`groups_of(group_keys)`.as('groups'),
] as const

export function selectUser(ctx: Ctx, id: number): Promise<User | undefined> {
  return ctx.db.selectFrom('user').select(userColumns).where('id', '=', id).executeTakeFirst()
}

/** Locks the user's row for a change until the transaction ends. */
export function lockUser(ctx: Ctx, id: number) {
  return ctx.db
    .selectFrom('user')
    .select([...userColumns, 'password_hash'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** Locks the rows in the order of ids; no new reference to them is possible until the transaction ends. */
export function lockUsersForDelete(ctx: Ctx, ids: number[]): Promise<User[]> {
  return ctx.db.selectFrom('user').select(userColumns).where('id', 'in', ids).orderBy('id').forUpdate().execute()
}

/** Prevents all other writes to users until the transaction ends. */
export async function lockAllUsers(db: Db): Promise<void> {
  await sql`lock table "user" in exclusive mode`.execute(db)
}

/**
 * Locks and returns the ids of the active administrators. Every change of users takes this lock first, so that two
 * administrators cannot remove each other.
 */
export async function lockAdmins(ctx: Ctx): Promise<number[]> {
  const rows = await ctx.db
    .selectFrom('user')
    .select('id')
    .where('role', '=', 'admin')
    .where('status', '=', 'active')
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return rows.map(row => row.id)
}

export async function findUserByName(ctx: Ctx, username: string): Promise<number | undefined> {
  const row = await ctx.db
    .selectFrom('user')
    .select('id')
    .where(sql`lower(username)`, '=', username.toLowerCase())
    .executeTakeFirst()
  return row?.id
}

export function selectPasswordHash(ctx: Ctx, id: number) {
  return ctx.db.selectFrom('user').select('password_hash').where('id', '=', id).executeTakeFirst()
}

function duplicateError(error: unknown, username: string | undefined): unknown {
  return isUniqueViolation(error, 'user_username_key') ? new AppError('duplicate', { value: username }) : error
}

type NewRow = Pick<Insertable<UserTable>, 'username' | 'password_hash' | 'role'> & Updateable<UserTable>

export async function insertUser(ctx: Ctx, values: NewRow): Promise<User> {
  const at = ctx.now().toISOString()
  try {
    return await ctx.db
      .insertInto('user')
      .values({ ...values, created_at: at, updated_at: at })
      .returning(userColumns)
      .executeTakeFirstOrThrow()
  } catch (error) {
    throw duplicateError(error, values.username)
  }
}

export async function patchUser(ctx: Ctx, user: User, values: Updateable<UserTable>): Promise<User> {
  try {
    return await ctx.db
      .updateTable('user')
      .set({ ...values, rev: user.rev + 1, updated_at: ctx.now().toISOString() })
      .where('id', '=', user.id)
      .returning(userColumns)
      .executeTakeFirstOrThrow()
  } catch (error) {
    throw duplicateError(error, values.username)
  }
}

export async function deleteUserRow(ctx: Ctx, id: number): Promise<void> {
  await ctx.db.deleteFrom('user').where('id', '=', id).execute()
}

type UserQuery = Received<typeof listUsers>['query']

function conditionsOf({ keyword = '', role, status }: UserQuery): Expression<SqlBool>[] {
  const words = keyword.normalize('NFKC').toLowerCase().split(/\s+/).filter(Boolean).slice(0, 8)
  return [
    ...words.map(
      word => sql<SqlBool>`lower(normalize(username || ' ' || name || ' ' || email, NFKC))
        like ${`%${word.replace(/[\\%_]/g, '\\$&')}%`}`,
    ),
    ...(role ? [sql<SqlBool>`role = any(${role}::user_role[])`] : []),
    ...(status ? [sql<SqlBool>`status = any(${status}::user_status[])`] : []),
  ]
}

export async function findUsers(ctx: Ctx, query: UserQuery): Promise<ListPage<User>> {
  const { current, pageSize, sort = '-created_at' } = query
  const matching = conditionsOf(query).reduce((all, condition) => all.where(condition), ctx.db.selectFrom('user'))
  const isDown = sort.startsWith('-')
  const field = sort.replace('-', '') as 'username'
  const [items, { total }] = await Promise.all([
    matching
      .select(userColumns)
      .orderBy(field, order => (isDown ? order.desc().nullsLast() : order.asc().nullsFirst()))
      .orderBy('id', isDown ? 'desc' : 'asc')
      .limit(pageSize)
      .offset((current - 1) * pageSize)
      .execute(),
    matching.select(eb => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  return { items, total, current, pageSize }
}

export function selectVisibleUsers(ctx: Ctx): Promise<VisibleUser[]> {
  return ctx.db
    .selectFrom('user')
    .select(['id', 'username', 'name', 'avatar'])
    .where('status', '=', 'active')
    .where('role', 'in', ogReaders)
    .orderBy('username')
    .execute()
}
