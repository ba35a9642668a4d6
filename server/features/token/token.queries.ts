import { sql } from 'kysely'
import type { Token, TokenScope } from '#contract/token.api.ts'
import type { Ctx } from '#server/platform/ctx.ts'

const columns = [
  'id',
  'name',
  'hint',
  'scopes',
  'addresses',
  'expires_at',
  'created_at',
  'last_used_at',
  'last_address',
] as const

/** The tokens of a user, the newest first. */
export async function findTokens(ctx: Ctx, userId: number): Promise<Token[]> {
  const rows = await ctx.db
    .selectFrom('token')
    .select(columns)
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .execute()
  return rows as Token[]
}

/** Concurrent calls for one user run one after the other until the transaction ends. */
export async function lockTokens(ctx: Ctx, userId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('token'), ${userId}::int)`.execute(ctx.db)
}

type NewRow = {
  user_id: number
  name: string
  token_hash: Buffer
  hint: string
  scopes: TokenScope[]
  addresses: string[]
  expires_at: string
}

export async function insertToken(ctx: Ctx, row: NewRow): Promise<Token> {
  const made = await ctx.db
    .insertInto('token')
    .values({ ...row, created_at: ctx.now().toISOString(), created_by: ctx.actor.id })
    .returning(columns)
    .executeTakeFirstOrThrow()
  return made as Token
}

/** Deletes all tokens of a user, or one of them. Returns the names of the deleted ones. */
export async function deleteTokens(ctx: Ctx, userId: number, only?: number): Promise<string[]> {
  const rows = await ctx.db
    .deleteFrom('token')
    .where('user_id', '=', userId)
    .$if(only !== undefined, query => query.where('id', '=', only as number))
    .returning('name')
    .execute()
  return rows.map(row => row.name)
}

/** Tokens that expired before; their names remain in the audit log. */
export async function removeExpiredTokens(ctx: Ctx, before: Date): Promise<void> {
  await ctx.db.deleteFrom('token').where('expires_at', '<', before.toISOString()).execute()
}

/** The user of a new token; stays as it is until the transaction ends. */
export async function findTokenUser(ctx: Ctx, id: number) {
  const { rows } = await sql<{ id: number; status: string; is_service: boolean; keeper: number | null }>`
    select id, status, is_service, keeper from "user" where id = ${id}::bigint for share`.execute(ctx.db)
  return rows[0]
}
