import { sql } from 'kysely'
import type { Passkey } from '#contract/factor.api.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { isUniqueViolation } from '#server/platform/db/db.ts'
import { AppError } from '#server/platform/http/errors.ts'

export type StoredPasskey = {
  id: number
  user_id: number
  credential_id: string
  public_key: Buffer
  counter: number
  transports: string[]
}
const secretColumns = ['id', 'user_id', 'credential_id', 'public_key', 'counter', 'transports'] as const

export function findPasskeys(ctx: Ctx, userId: number): Promise<Passkey[]> {
  return ctx.db
    .selectFrom('passkey')
    .select(['id', 'name', 'is_synced', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
}

export function findCredentials(ctx: Ctx, userId: number): Promise<StoredPasskey[]> {
  return ctx.db.selectFrom('passkey').select(secretColumns).where('user_id', '=', userId).orderBy('id').execute()
}

/** Locked until the transaction ends, so that its counter only grows. */
export function lockCredential(ctx: Ctx, credentialId: string): Promise<StoredPasskey | undefined> {
  return ctx.db
    .selectFrom('passkey')
    .select(secretColumns)
    .where('credential_id', '=', credentialId)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

export async function insertPasskey(
  ctx: Ctx,
  passkey: Omit<StoredPasskey, 'id'> & { name: string; is_synced: boolean },
): Promise<void> {
  try {
    await ctx.db
      .insertInto('passkey')
      .values({ ...passkey, created_at: ctx.now().toISOString() })
      .execute()
  } catch (error) {
    throw isUniqueViolation(error, 'passkey_credential_key')
      ? new AppError('duplicate', { value: passkey.name })
      : error
  }
}

export async function touchPasskey(ctx: Ctx, id: number, counter: number): Promise<void> {
  await ctx.db
    .updateTable('passkey')
    .set({ counter, last_used_at: ctx.now().toISOString() })
    .where('id', '=', id)
    .execute()
}

/** Returns the name of the deleted passkey. */
export async function deletePasskey(ctx: Ctx, userId: number, id: number): Promise<string | undefined> {
  const row = await ctx.db
    .deleteFrom('passkey')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning('name')
    .executeTakeFirst()
  return row?.name
}

/** The authenticator app of a user, whether confirmed or not. */
export function findCode(ctx: Ctx, userId: number) {
  return ctx.db
    .selectFrom('one_time_code')
    .select(['secret', 'confirmed_at', 'last_step'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
}

/** Replaces an app that was never confirmed; false if there is a confirmed one. */
export async function storeCode(ctx: Ctx, userId: number, secret: Buffer): Promise<boolean> {
  const { rows } = await sql`
    insert into one_time_code (user_id, secret, created_at)
    values (${userId}::bigint, ${secret}::bytea, ${ctx.now().toISOString()}::timestamptz)
    on conflict (user_id) do update set secret = excluded.secret, created_at = excluded.created_at, last_step = 0
      where one_time_code.confirmed_at is null
    returning user_id`.execute(ctx.db)
  return rows.length === 1
}

/** Accepts each time step once, also if two requests bring its code at the same moment. */
export async function useStep(ctx: Ctx, userId: number, step: number): Promise<boolean> {
  const { rows } = await sql`
    update one_time_code set last_step = ${step}::bigint
    where user_id = ${userId}::bigint and last_step < ${step}::bigint returning user_id`.execute(ctx.db)
  return rows.length === 1
}

export async function confirmApp(ctx: Ctx, userId: number): Promise<void> {
  await ctx.db
    .updateTable('one_time_code')
    .set({ confirmed_at: ctx.now().toISOString() })
    .where('user_id', '=', userId)
    .execute()
}

export async function deleteCode(ctx: Ctx, userId: number): Promise<boolean> {
  const gone = await ctx.db.deleteFrom('one_time_code').where('user_id', '=', userId).executeTakeFirst()
  return gone.numDeletedRows > 0n
}

export async function countRecovery(ctx: Ctx, userId: number): Promise<number> {
  const { total } = await ctx.db
    .selectFrom('recovery_code')
    .select(eb => eb.fn.countAll<number>().as('total'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return total
}

/** Replaces all recovery codes of a user. */
export async function storeRecovery(ctx: Ctx, userId: number, hashes: readonly Buffer[]): Promise<void> {
  await ctx.db.deleteFrom('recovery_code').where('user_id', '=', userId).execute()
  if (hashes.length === 0) return
  await ctx.db
    .insertInto('recovery_code')
    .values(hashes.map(code_hash => ({ user_id: userId, code_hash })))
    .execute()
}

export async function takeRecovery(ctx: Ctx, userId: number, hash: Buffer): Promise<boolean> {
  const gone = await ctx.db
    .deleteFrom('recovery_code')
    .where('user_id', '=', userId)
    .where('code_hash', '=', hash)
    .executeTakeFirst()
  return gone.numDeletedRows > 0n
}

/** `second`: a login after its password; `login`: a passkey alone; `register`: a new passkey; `confirm`: of a session. */
export type Purpose = 'second' | 'login' | 'register' | 'confirm'

export async function insertChallenge(
  ctx: Ctx,
  row: {
    binding_hash: Buffer
    purpose: Purpose
    user_id: number | null
    challenge: string | null
    expires_at: string
    session_id?: number
  },
): Promise<void> {
  await ctx.db.insertInto('login_challenge').values(row).execute()
}

/** Each challenge is answered once. */
export function takeChallenge(ctx: Ctx, hash: Buffer, purpose: Purpose) {
  return ctx.db
    .deleteFrom('login_challenge')
    .where('binding_hash', '=', hash)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', ctx.now().toISOString())
    .returning(['user_id', 'challenge', 'session_id'])
    .executeTakeFirst()
}

/** The login that waits for its second step, which counts one try; undefined after `most` of them. */
export async function trySecond(ctx: Ctx, hash: Buffer, most: number) {
  return await ctx.db
    .updateTable('login_challenge')
    .set({ tries: sql<number>`tries + 1` })
    .where('binding_hash', '=', hash)
    .where('purpose', '=', 'second')
    .where('tries', '<', most)
    .where('expires_at', '>', ctx.now().toISOString())
    .returning(['user_id', 'challenge'])
    .executeTakeFirst()
}

/** The user of a login that waits for its second step. */
export async function findWaiting(ctx: Ctx, hash: Buffer): Promise<number | null> {
  const row = await ctx.db
    .selectFrom('login_challenge')
    .select('user_id')
    .where('binding_hash', '=', hash)
    .where('purpose', '=', 'second')
    .where('expires_at', '>', ctx.now().toISOString())
    .executeTakeFirst()
  return row?.user_id ?? null
}

export async function setChallenge(ctx: Ctx, hash: Buffer, challenge: string): Promise<void> {
  await ctx.db.updateTable('login_challenge').set({ challenge }).where('binding_hash', '=', hash).execute()
}

export async function deleteChallenge(ctx: Ctx, hash: Buffer): Promise<boolean> {
  const gone = await ctx.db.deleteFrom('login_challenge').where('binding_hash', '=', hash).executeTakeFirst()
  return gone.numDeletedRows > 0n
}

export async function removeOldChallenges(ctx: Ctx): Promise<void> {
  await ctx.db.deleteFrom('login_challenge').where('expires_at', '<', ctx.now().toISOString()).execute()
}

export function findOwner(ctx: Ctx, userId: number) {
  return ctx.db
    .selectFrom('user')
    .select(['username', 'name', 'password_hash', 'role', 'status', 'is_service'])
    .where('id', '=', userId)
    .executeTakeFirst()
}
