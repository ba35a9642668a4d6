import { sql } from 'kysely'
import type { Ctx } from '#server/platform/ctx.ts'

const toInstant = (ms: number) => new Date(ms).toISOString()

/**
 * Counts one attempt under a key. A window that is over, or ends too far in the future because a clock was set back,
 * starts again.
 */
export async function countAttempt(
  ctx: Ctx,
  key: string,
  windowMs: number,
): Promise<{ count: number; ends_at: string }> {
  const nowMs = ctx.now().getTime()
  const [now, endsAt] = [toInstant(nowMs), toInstant(nowMs + windowMs)]
  // The minute allows for concurrent attempts and for differences between the clocks of processes.
  const furthest = toInstant(nowMs + windowMs + 60_000)
  const { rows } = await sql<{ count: number; ends_at: string }>`
    insert into login_attempt as attempt (key, count, ends_at) values (${key}, 1, ${endsAt}::timestamptz)
    on conflict (key) do update set
      count = case when attempt.ends_at > ${now}::timestamptz and attempt.ends_at <= ${furthest}::timestamptz
        then attempt.count + 1 else 1 end,
      ends_at = case when attempt.ends_at > ${now}::timestamptz and attempt.ends_at <= ${furthest}::timestamptz
        then attempt.ends_at else excluded.ends_at end
    returning count, ends_at`.execute(ctx.db)
  return rows[0] as { count: number; ends_at: string }
}

/** Reserves the next free slot under a key, `spacingMs` after the previous one; undefined if it is too far ahead. */
export async function lockAttempts(
  ctx: Ctx,
  key: string,
  spacingMs: number,
  furthestMs: number,
): Promise<string | undefined> {
  const nowMs = ctx.now().getTime()
  // A slot farther ahead than any caller could have reserved was written by another clock.
  const jumpedMs = nowMs + furthestMs + 60_000
  const { rows } = await sql<{ turn: string }>`
    with turn as (
      select key, case when next_at > ${toInstant(nowMs)}::timestamptz and next_at < ${toInstant(jumpedMs)}::timestamptz
        then next_at else ${toInstant(nowMs)}::timestamptz end as at
      from login_attempt where key = ${key} for update
    )
    update login_attempt set next_at = turn.at + make_interval(secs => ${spacingMs / 1000}::float)
    from turn where login_attempt.key = turn.key and turn.at <= ${toInstant(nowMs + furthestMs)}::timestamptz
    returning turn.at as turn`.execute(ctx.db)
  return rows[0]?.turn
}

/** Takes back one counted attempt, or removes them all. */
export async function deleteAttempt(ctx: Ctx, key: string, which: 'one' | 'all'): Promise<void> {
  if (which === 'all') await ctx.db.deleteFrom('login_attempt').where('key', '=', key).execute()
  else
    await ctx.db
      .updateTable('login_attempt')
      .set(eb => ({ count: eb('count', '-', 1) }))
      .where('key', '=', key)
      .where('count', '>', 0)
      .execute()
}

/** Removes windows that are over; otherwise names that no user has would stay for ever. */
export async function removeOldAttempts(ctx: Ctx): Promise<void> {
  await ctx.db.deleteFrom('login_attempt').where('ends_at', '<', ctx.now().toISOString()).execute()
}

export async function isKnownAddress(ctx: Ctx, username: string, network: string): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('known_address')
    .innerJoin('user', 'user.id', 'known_address.user_id')
    .select('known_address.user_id')
    .where(sql`lower("user".username)`, '=', username)
    .where('known_address.network', '=', network)
    .executeTakeFirst()
  return row !== undefined
}

/** Networks from which a user has logged in. */
export async function findKnownAddresses(ctx: Ctx, userId: number): Promise<string[]> {
  const rows = await ctx.db.selectFrom('known_address').select('network').where('user_id', '=', userId).execute()
  return rows.map(row => row.network)
}

/** Records an address from which a user signed in; only the most recent ones are retained. */
export async function rememberAddress(ctx: Ctx, userId: number, network: string, most: number): Promise<void> {
  await sql`insert into known_address (user_id, network, last_at)
    values (${userId}::bigint, ${network}::text, ${ctx.now().toISOString()}::timestamptz)
    on conflict (user_id, network) do update set last_at = excluded.last_at`.execute(ctx.db)
  await sql`delete from known_address where user_id = ${userId}::bigint and network in (
    select network from known_address where user_id = ${userId}::bigint
    order by last_at desc, network offset ${most}::int)`.execute(ctx.db)
}

export async function removeOldAddresses(ctx: Ctx, before: Date): Promise<void> {
  await ctx.db.deleteFrom('known_address').where('last_at', '<', before.toISOString()).execute()
}

/** The users to be informed about a limit: the user with that name, if there is one, and the administrators. */
export async function findLimited(ctx: Ctx, username: string): Promise<{ id: number | null; admins: number[] }> {
  const rows = await ctx.db
    .selectFrom('user')
    .select(['id', sql<boolean>`lower(username) = ${username}`.as('is_named'), 'role', 'status'])
    .where(eb => eb.or([eb(sql`lower(username)`, '=', username), eb('role', '=', 'admin')]))
    .execute()
  return {
    id: rows.find(row => row.is_named)?.id ?? null,
    admins: rows.filter(row => row.role === 'admin' && row.status === 'active').map(row => row.id),
  }
}
