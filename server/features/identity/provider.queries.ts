import { sql, type Updateable } from 'kysely'
import type { IdentityProvider, NewIdentityProvider } from '#contract/identity.api.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { isUniqueViolation } from '#server/platform/db/db.ts'
import { AppError } from '#server/platform/http/errors.ts'

/** A provider as stored: with its encrypted secret. */
export type StoredProvider = Omit<IdentityProvider, 'secret'> & { client_secret: Buffer | null }

const columns = [
  'id',
  'rev',
  'name',
  'issuer',
  'client_id',
  'client_secret',
  'scopes',
  'is_active',
  'creates_users',
  'new_role',
  'links_by_email',
  'email_domains',
  'group_claim',
  sql<IdentityProvider['group_map']>`group_map`.as('group_map'),
  'created_at',
  'updated_at',
  'last_used_at',
  'last_failed_at',
  'last_failure',
  sql<number>`(select count(distinct user_id)::int from user_identity
    where user_identity.provider_id = identity_provider.id)`.as('users'),
] as const

export function findProviders(ctx: Ctx): Promise<StoredProvider[]> {
  return ctx.db.selectFrom('identity_provider').select(columns).orderBy('name').execute()
}

export function findActiveProviders(ctx: Ctx): Promise<{ id: number; name: string }[]> {
  return ctx.db
    .selectFrom('identity_provider')
    .select(['id', 'name'])
    .where('is_active', '=', true)
    .orderBy('name')
    .execute()
}

export function findProvider(ctx: Ctx, id: number): Promise<StoredProvider | undefined> {
  return ctx.db.selectFrom('identity_provider').select(columns).where('id', '=', id).executeTakeFirst()
}

/** Changes of providers run one after the other until the transaction ends. */
export async function lockProviders(ctx: Ctx): Promise<StoredProvider[]> {
  await sql`lock table identity_provider in share row exclusive mode`.execute(ctx.db)
  return await findProviders(ctx)
}

type Values = Partial<Omit<NewIdentityProvider, 'client_secret'>> & { client_secret?: Buffer | null }

function stored({ group_map, ...values }: Values) {
  return { ...values, ...(group_map && { group_map: JSON.stringify(group_map) }) }
}

function duplicateError(error: unknown, name: string | undefined): unknown {
  return isUniqueViolation(error, 'identity_provider_name_key') ? new AppError('duplicate', { value: name }) : error
}

export async function insertProvider(
  ctx: Ctx,
  values: Values & Pick<NewIdentityProvider, 'name' | 'issuer' | 'client_id'>,
): Promise<number> {
  const at = ctx.now().toISOString()
  const { name, issuer, client_id } = values
  try {
    const { id } = await ctx.db
      .insertInto('identity_provider')
      .values({ ...stored(values), name, issuer, client_id, created_at: at, updated_at: at })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  } catch (error) {
    throw duplicateError(error, name)
  }
}

export async function patchProvider(ctx: Ctx, { id, rev }: StoredProvider, values: Values): Promise<void> {
  try {
    await ctx.db
      .updateTable('identity_provider')
      .set({ ...stored(values), rev: rev + 1, updated_at: ctx.now().toISOString() })
      .where('id', '=', id)
      .execute()
  } catch (error) {
    throw duplicateError(error, values.name)
  }
}

export async function deleteProviderRow(ctx: Ctx, id: number): Promise<void> {
  await ctx.db.deleteFrom('identity_provider').where('id', '=', id).execute()
}

/** The outcome of a login, for administrators. */
export async function noteOutcome(ctx: Ctx, id: number, failure: string | null): Promise<void> {
  const at = ctx.now().toISOString()
  const values: Updateable<{ last_used_at: string; last_failed_at: string; last_failure: string | null }> =
    failure === null ? { last_used_at: at } : { last_failed_at: at, last_failure: failure }
  await ctx.db.updateTable('identity_provider').set(values).where('id', '=', id).execute()
}
