import type { Insertable } from 'kysely'
import { sql } from 'kysely'
import type { Role } from '#contract/role.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db/db.ts'
import type { Session } from '#server/platform/db/db-types.ts'
import { primaryLogPosition } from '#server/platform/replica/replica.queries.ts'

export function findLogin(ctx: Ctx, username: string) {
  return ctx.db
    .selectFrom('user')
    .select(['id', 'username', 'role', 'password_hash', 'status', 'is_service'])
    .where(sql`lower(username)`, '=', username.toLowerCase())
    .executeTakeFirst()
}

export async function findRole(ctx: Ctx, userId: number): Promise<Role | undefined> {
  return (await ctx.db.selectFrom('user').select('role').where('id', '=', userId).executeTakeFirst())?.role
}

/**
 * Opens a session if the user is still active and still has the password just checked (undefined: any); a concurrent
 * change wins. Returns the name and role of the user.
 */
export async function insertSession(
  ctx: Ctx,
  passwordHash: string | undefined,
  session: Omit<Insertable<Session>, 'id'>,
): Promise<{ username: string; role: Role } | undefined> {
  const { token_hash, user_id, created_at, last_seen_at, expires_at, address, user_agent } = session
  const { identity_id = null, provider_session = null, must_enrol = false } = session
  const { rows } = await sql<{ username: string; role: Role }>`
    with seen as (
      update "user" set last_seen_at = ${last_seen_at}
      where id = ${user_id} and status = 'active'
        and (${passwordHash ?? null}::text is null or password_hash = ${passwordHash ?? null}::text)
      returning id, username, role
    ), opened as (
      insert into session (token_hash, user_id, created_at, last_seen_at, expires_at, address, user_agent, identity_id,
        provider_session, must_enrol, confirmed_at)
      select ${token_hash}::bytea, id, ${created_at}::timestamptz, ${last_seen_at}::timestamptz,
        ${expires_at}::timestamptz, ${address}::text, ${user_agent}::text, ${identity_id}::bigint,
        ${provider_session}::text, ${must_enrol}::boolean, ${created_at}::timestamptz
      from seen returning id
    )
    select seen.username, seen.role from seen, opened`.execute(ctx.db)
  return rows[0]
}

/** Whether the user's role and groups make them a reviewer of page differences now. */
const isReviewer = sql<boolean>`("user".role in ('super_editor', 'editor') and "user".group_keys <> '{}'
  and exists (select from user_group where user_group.reviews and -user_group.id = any("user".group_keys))
  and exists (select from system_setting where name = 'review_by_groups' and value = 'true'))`

/**
 * The session, the properties of its user that matter for access, and the state of the database that this request may
 * rely on.
 */
export function findSession(db: Db, tokenHash: Buffer, { withPlace = false } = {}) {
  return db
    .selectFrom('session')
    .innerJoin('user', 'user.id', 'session.user_id')
    .select([
      'session.id',
      'session.user_id',
      'session.last_seen_at',
      'session.expires_at',
      'session.must_enrol',
      'session.confirmed_at',
      'user.username',
      'user.role',
      'user.status',
      'user.group_keys',
      isReviewer.as('is_reviewer'),
      sql<string>`pg_current_snapshot()::text`.as('snapshot'),
      // Read after the snapshot was taken: a copy that has reached this position shows everything that the snapshot
      // shows.
      (withPlace ? primaryLogPosition : sql<null>`null`).as('place'),
    ])
    .where('session.token_hash', '=', tokenHash)
    .executeTakeFirst()
}

/** An access token with its user, as `findSession`; `is_here`: it may be used from this address. */
export function findToken(db: Db, tokenHash: Buffer, { withPlace = false, address = '' } = {}) {
  return db
    .selectFrom('token')
    .innerJoin('user', 'user.id', 'token.user_id')
    .select([
      'token.id',
      'token.user_id',
      'token.name',
      'token.scopes',
      'token.expires_at',
      'token.last_used_at',
      'user.username',
      'user.role',
      'user.status',
      'user.group_keys',
      isReviewer.as('is_reviewer'),
      sql<boolean>`(token.addresses = '{}' or ${address}::inet <<= any(token.addresses::inet[]))`.as('is_here'),
      sql<string>`pg_current_snapshot()::text`.as('snapshot'),
      (withPlace ? primaryLogPosition : sql<null>`null`).as('place'),
    ])
    .where('token.token_hash', '=', tokenHash)
    .executeTakeFirst()
}

export async function touchToken({ db, now, address }: Ctx, id: number, userId: number): Promise<void> {
  const at = now().toISOString()
  await db.updateTable('token').set({ last_used_at: at, last_address: address }).where('id', '=', id).execute()
  await db.updateTable('user').set({ last_seen_at: at }).where('id', '=', userId).execute()
}

export type FoundSession = NonNullable<Awaited<ReturnType<typeof findSession>>>

/** Those of the hashes that belong to a session or an access token, in hexadecimal. */
export async function findActiveSessions(db: Db, hashes: readonly Buffer[]): Promise<Set<string>> {
  if (hashes.length === 0) return new Set()
  const { rows } = await sql<{ hash: string }>`
    select encode(token_hash, 'hex') as hash from session where token_hash = any(${hashes}::bytea[])
    union all select encode(token_hash, 'hex') from token where token_hash = any(${hashes}::bytea[])`.execute(db)
  return new Set(rows.map(row => row.hash))
}

export async function touchSession(db: Db, id: number, userId: number, at: string): Promise<void> {
  await db.updateTable('session').set({ last_seen_at: at }).where('id', '=', id).execute()
  await db.updateTable('user').set({ last_seen_at: at }).where('id', '=', userId).execute()
}

export async function removeSession(ctx: Ctx, id: number): Promise<void> {
  await ctx.db.deleteFrom('session').where('id', '=', id).execute()
}

/** Removes sessions that can never be used again. */
export async function removeDeadSessions(ctx: Ctx, idleMs: number): Promise<void> {
  const now = ctx.now().getTime()
  await ctx.db
    .deleteFrom('session')
    .where(eb =>
      eb.or([
        eb('expires_at', '<', new Date(now).toISOString()),
        eb('last_seen_at', '<', new Date(now - idleMs).toISOString()),
      ]),
    )
    .execute()
}

/** Ends the sessions of one login at the provider (`sid`), or all that a user of the provider opened. */
export async function endProviderSessions(
  ctx: Ctx,
  providerId: number,
  { sub, sid }: { sub?: string | undefined; sid?: string | undefined },
): Promise<{ user_id: number }[]> {
  const { rows } = await sql<{ user_id: number }>`
    delete from session using user_identity
    where session.identity_id = user_identity.id and user_identity.provider_id = ${providerId}::bigint
      and (${sub ?? null}::text is null or user_identity.subject = ${sub ?? null}::text)
      and (${sid ?? null}::text is null or session.provider_session = ${sid ?? null}::text)
    returning session.user_id`.execute(ctx.db)
  return rows
}

/** Confirms a session of an active user, who still has the password just checked; undefined if any of this changed. */
export async function confirmSession(
  ctx: Ctx,
  { sessionId, userId, passwordHash }: { sessionId: number; userId: number; passwordHash?: string | undefined },
): Promise<{ username: string; role: Role } | undefined> {
  const { rows } = await sql<{ username: string; role: Role }>`
    update session set confirmed_at = ${ctx.now().toISOString()}::timestamptz from "user"
    where session.id = ${sessionId}::bigint and session.user_id = ${userId}::bigint and "user".id = session.user_id
      and "user".status = 'active' and not "user".is_service
      and (${passwordHash ?? null}::text is null or "user".password_hash = ${passwordHash ?? null}::text)
    returning "user".username, "user".role`.execute(ctx.db)
  return rows[0]
}

/** The session that set up a factor is no longer limited to that. */
export async function endEnrolment(ctx: Ctx, userId: number): Promise<void> {
  await ctx.db.updateTable('session').set({ must_enrol: false }).where('user_id', '=', userId).execute()
}
