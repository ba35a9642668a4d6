import { sql } from 'kysely'
import type { ReconcileAddress } from '#contract/reconcile.api.ts'
import type { Ctx } from '#server/platform/ctx.ts'

const columns = ['id', 'name', 'created_at', 'last_used_at'] as const

/** The user's own addresses, the newest first. */
export function findAddresses(ctx: Ctx): Promise<ReconcileAddress[]> {
  return ctx.db
    .selectFrom('reconcile_address')
    .select(columns)
    .where('user_id', '=', ctx.actor.id ?? 0)
    .orderBy('id', 'desc')
    .execute()
}

/**
 * Inserts an address; undefined if the user has the maximum number. Two concurrent calls run one after the other, so
 * that the second counts the first.
 */
export async function insertAddress(
  ctx: Ctx,
  userId: number,
  { name, hash, most }: { name: string; hash: Buffer; most: number },
): Promise<ReconcileAddress | undefined> {
  await sql`select pg_advisory_xact_lock(hashtext('reconcile_address'), ${userId}::int)`.execute(ctx.db)
  if ((await findAddresses(ctx)).length >= most) return undefined
  return await ctx.db
    .insertInto('reconcile_address')
    .values({ user_id: userId, name, token_hash: hash, created_at: ctx.now().toISOString() })
    .returning(columns)
    .executeTakeFirstOrThrow()
}

/** False if this user has no such address. */
export async function removeAddress(ctx: Ctx, id: number): Promise<boolean> {
  const { numDeletedRows } = await ctx.db
    .deleteFrom('reconcile_address')
    .where('id', '=', id)
    .where('user_id', '=', ctx.actor.id ?? 0)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export function findByHash(ctx: Ctx, hash: Buffer): Promise<{ id: number; user_id: number } | undefined> {
  return ctx.db
    .selectFrom('reconcile_address')
    .select(['id', 'user_id'])
    .where('token_hash', '=', hash)
    .executeTakeFirst()
}

/**
 * Records the use of an address, but only if the last recorded use is older than `before`, because programs send
 * requests often.
 */
export async function touchAddress(ctx: Ctx, id: number, before: Date): Promise<void> {
  await ctx.db
    .updateTable('reconcile_address')
    .set({ last_used_at: ctx.now().toISOString() })
    .where('id', '=', id)
    .where(eb => eb.or([eb('last_used_at', 'is', null), eb('last_used_at', '<', before.toISOString())]))
    .execute()
}

type ReconcileEntry = {
  list: string
  key: string
  schema: string
  caption: string
  properties: Record<string, string[]>
}

/** The current version of a list entry. */
export async function findReconciledEntry(ctx: Ctx, listId: number, key: string): Promise<ReconcileEntry | undefined> {
  const { rows } = await sql<ReconcileEntry>`select list.name as list, key, schema, caption, properties
    from list_entry join list on list.id = list_entry.list_id
    where list_id = ${listId}::bigint and key = ${key} and until is null`.execute(ctx.db)
  return rows[0]
}
