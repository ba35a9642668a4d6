import { sql } from 'kysely'
import type { ModelKind } from '#contract/model.api.ts'
import type { Ctx } from '#server/platform/ctx.ts'

/** The share of a user is counted over this time. */
export const windowMs = 86_400_000
/** Uses are stored for this time. */
const keptMs = 31 * windowMs

const atOf = (ctx: Ctx, beforeMs = 0) => new Date(ctx.now().getTime() - beforeMs).toISOString()

/** One admission at a time, so that two requests never use the same remainder of a quota. */
export async function lockUses(ctx: Ctx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('model_use', 0))`.execute(ctx.db)
}

/** Requests that are under way; one whose process has died counts until its time is over. */
export async function countOpenUses(ctx: Ctx): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from model_use
    where result is null and until > ${atOf(ctx)}::timestamptz`.execute(ctx.db)
  return rows[0]?.count ?? 0
}

/** The actor's uses of the window, oldest first. */
export async function findOwnUses(ctx: Ctx): Promise<{ at: string; tokens: number }[]> {
  const { rows } = await sql<{ at: string; tokens: number }>`select at, tokens from model_use
    where user_id = ${ctx.actor.id}::bigint and at > ${atOf(ctx, windowMs)}::timestamptz order by at, id`.execute(
    ctx.db,
  )
  return rows
}

export async function insertUse(
  ctx: Ctx,
  { kind, tokens, seconds }: { kind: ModelKind; tokens: number; seconds: number },
): Promise<number> {
  await sql`delete from model_use where at < ${atOf(ctx, keptMs)}::timestamptz`.execute(ctx.db)
  const { rows } = await sql<{ id: number }>`insert into model_use (user_id, kind, at, until, tokens)
    values (${ctx.actor.id}::bigint, ${kind}::text, ${atOf(ctx)}::timestamptz, ${atOf(ctx, -seconds * 1000)}::timestamptz,
      ${tokens}::int) returning id`.execute(ctx.db)
  return (rows[0] as { id: number }).id
}

export async function finishUse(
  ctx: Ctx,
  id: number,
  { tokens, ms, result }: { tokens: number; ms: number; result: string },
): Promise<void> {
  await sql`update model_use set tokens = ${tokens}::int, ms = ${ms}::int, result = ${result}::text
    where id = ${id}::bigint`.execute(ctx.db)
}

type UserUse = { id: number; username: string; requests: number; failed: number; tokens: number; ms: number }

export async function findHeaviestUsers(ctx: Ctx): Promise<UserUse[]> {
  const { rows } = await sql<UserUse>`select "user".id, "user".username, count(*)::int as requests,
      (count(*) filter (where model_use.result <> 'ok'))::int as failed, sum(model_use.tokens)::bigint as tokens,
      coalesce(sum(model_use.ms), 0)::bigint as ms
    from model_use join "user" on "user".id = model_use.user_id
    where model_use.at > ${atOf(ctx, windowMs)}::timestamptz
    group by "user".id order by sum(model_use.tokens) desc, "user".id limit 50`.execute(ctx.db)
  return rows
}

export async function findKey(ctx: Ctx): Promise<Buffer | undefined> {
  const { rows } = await sql<{ sealed: Buffer }>`select sealed from model_key`.execute(ctx.db)
  return rows[0]?.sealed
}

export async function saveKey(ctx: Ctx, sealed: Buffer | null): Promise<void> {
  await sql`delete from model_key`.execute(ctx.db)
  if (sealed)
    await sql`insert into model_key (sealed, updated_by, updated_at)
      values (${sealed}, ${ctx.actor.id}::bigint, ${atOf(ctx)}::timestamptz)`.execute(ctx.db)
}
