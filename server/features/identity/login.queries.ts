import { sql } from 'kysely'
import type { Identity } from '#contract/identity.api.ts'
import type { Ctx } from '#server/platform/ctx.ts'

export type Start = {
  provider_id: number
  provider_rev: number
  state: string
  nonce: string
  verifier: string
  /** The user who gets the identity, or whose session is confirmed; null: a login. */
  user_id: number | null
  /** The session that is confirmed. */
  session_id: number | null
}

export async function insertStart(ctx: Ctx, bindingHash: Buffer, start: Start, expiresAt: string): Promise<void> {
  await ctx.db
    .insertInto('login_start')
    .values({ ...start, binding_hash: bindingHash, expires_at: expiresAt })
    .execute()
}

/** A start is used once, whatever comes of it. */
export function takeStart(ctx: Ctx, bindingHash: Buffer): Promise<(Start & { expires_at: string }) | undefined> {
  return ctx.db
    .deleteFrom('login_start')
    .where('binding_hash', '=', bindingHash)
    .where('expires_at', '>', ctx.now().toISOString())
    .returning(['provider_id', 'provider_rev', 'state', 'nonce', 'verifier', 'user_id', 'session_id', 'expires_at'])
    .executeTakeFirst()
}

export async function removeOldStarts(ctx: Ctx): Promise<void> {
  await ctx.db.deleteFrom('login_start').where('expires_at', '<', ctx.now().toISOString()).execute()
}

/** First logins of one provider run one after the other until the transaction ends. */
export async function lockFirstLogins(ctx: Ctx, providerId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('first_login'), ${providerId}::int)`.execute(ctx.db)
}

const loginColumns = ['user.id', 'user.username', 'user.role', 'user.status', 'user.is_service'] as const

/** The owner of an identity. */
export function findByIdentity(ctx: Ctx, providerId: number, subject: string) {
  return ctx.db
    .selectFrom('user_identity')
    .innerJoin('user', 'user.id', 'user_identity.user_id')
    .select([...loginColumns, 'user_identity.id as identity_id'])
    .where('user_identity.provider_id', '=', providerId)
    .where('user_identity.subject', '=', subject)
    .executeTakeFirst()
}

/** Users with this e-mail address; locked, so that a concurrent change of the address is seen. */
export function findByEmail(ctx: Ctx, email: string) {
  return ctx.db
    .selectFrom('user')
    .select([...loginColumns])
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .limit(2)
    .forNoKeyUpdate()
    .execute()
}

/**
 * Users whom the provider provisions by SCIM under one of its ids, or under this verified address. Microsoft Entra gives
 * each program another subject and the same `oid`. Only addresses that the provider states count: users choose the one of
 * their profile, and would receive the login of another person.
 */
export async function findProvisioned(
  ctx: Ctx,
  providerId: number,
  { ids, email }: { ids: readonly string[]; email: string | null },
) {
  const { rows } = await sql<{ id: number; username: string; role: string; status: string; is_service: boolean }>`
    select person.id, person.username, person.role, person.status, person.is_service
    from scim_user join "user" as person on person.id = scim_user.user_id
    where scim_user.provider_id = ${providerId}::bigint and scim_user.deleted_at is null
      and (scim_user.external_id = any(${ids}::text[])
        or lower(scim_user.user_name) = lower(${email}::text) or exists (
          select from jsonb_array_elements(coalesce(scim_user.stated -> 'emails', '[]')) as element (email)
          where lower(element.email ->> 'value') = lower(${email}::text)))
    limit 2`.execute(ctx.db)
  return rows
}

export function findLoginUser(ctx: Ctx, id: number) {
  return ctx.db
    .selectFrom('user')
    .select([...loginColumns])
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Those of the names that users have, in lower case. */
export async function findTakenNames(ctx: Ctx, names: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ name: string }>`select lower(username) as name from "user"
    where lower(username) = any(${names.map(name => name.toLowerCase())}::text[])`.execute(ctx.db)
  return new Set(rows.map(row => row.name))
}

export async function insertIdentity(
  ctx: Ctx,
  identity: { provider_id: number; subject: string; user_id: number; email: string },
): Promise<number> {
  const at = ctx.now().toISOString()
  const { id } = await ctx.db
    .insertInto('user_identity')
    .values({ ...identity, created_at: at, last_used_at: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function touchIdentity(ctx: Ctx, id: number, email: string): Promise<void> {
  await ctx.db
    .updateTable('user_identity')
    .set({ last_used_at: ctx.now().toISOString(), email })
    .where('id', '=', id)
    .execute()
}

export function findIdentities(ctx: Ctx, userId: number): Promise<Identity[]> {
  return ctx.db
    .selectFrom('user_identity')
    .innerJoin('identity_provider', 'identity_provider.id', 'user_identity.provider_id')
    .select([
      'user_identity.id',
      'identity_provider.name as provider',
      'user_identity.email',
      'user_identity.created_at',
      'user_identity.last_used_at',
    ])
    .where('user_identity.user_id', '=', userId)
    .orderBy('user_identity.id')
    .execute()
}

/** Deletes an identity with the sessions opened with it; returns the name of its provider. */
export async function deleteIdentityRow(ctx: Ctx, userId: number, id: number): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    delete from user_identity using identity_provider
    where user_identity.id = ${id}::bigint and user_identity.user_id = ${userId}::bigint
      and identity_provider.id = user_identity.provider_id
    returning identity_provider.name`.execute(ctx.db)
  return rows[0]?.name
}

/** All identities of a provider: another issuer has other users under the same subjects. */
export async function deleteIdentitiesOf(ctx: Ctx, providerId: number): Promise<void> {
  await ctx.db.deleteFrom('user_identity').where('provider_id', '=', providerId).execute()
}

/** The active providers with which a user can log in, the one used last first. */
export function findProvidersOf(ctx: Ctx, userId: number): Promise<{ id: number; name: string }[]> {
  return ctx.db
    .selectFrom('user_identity')
    .innerJoin('identity_provider', 'identity_provider.id', 'user_identity.provider_id')
    .select(['identity_provider.id', 'identity_provider.name'])
    .where('user_identity.user_id', '=', userId)
    .where('identity_provider.is_active', '=', true)
    .groupBy(['identity_provider.id', 'identity_provider.name'])
    .orderBy(({ fn }) => fn.max('user_identity.last_used_at'), 'desc')
    .execute()
}

export async function hasPassword(ctx: Ctx, userId: number): Promise<boolean> {
  const row = await ctx.db.selectFrom('user').select('password_hash').where('id', '=', userId).executeTakeFirst()
  return row !== undefined && row.password_hash !== ''
}
