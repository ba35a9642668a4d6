import { sql } from 'kysely'
import type { PartyNoun } from '#contract/noun.ts'
import type { Ctx } from '#server/platform/ctx.ts'

/** Who comes back within this time is still at the same visit: what was new to them stays new. */
const sameVisitMs = 30 * 60_000

/** Earlier than this, a visit is over. */
const overBefore = (ctx: Ctx) => sql`${new Date(ctx.now().getTime() - sameVisitMs).toISOString()}::timestamptz`

/** When the reader's last visit ended, the present one aside. */
export async function findLastVisit(ctx: Ctx, noun: PartyNoun, id: number): Promise<string | null> {
  const { rows } = await sql<{ since: string | null }>`
    select case when at < ${overBefore(ctx)} then at else before_at end as since from visit
    where user_id = ${ctx.actor.id}::bigint and noun = ${noun} and record_id = ${id}::bigint`.execute(ctx.db)
  return rows[0]?.since ?? null
}

/** A clock that was set back moves nothing back. */
export async function keepVisit(ctx: Ctx, noun: PartyNoun, id: number): Promise<void> {
  await sql`insert into visit (user_id, noun, record_id, at)
    values (${ctx.actor.id}::bigint, ${noun}, ${id}::bigint, ${ctx.now().toISOString()}::timestamptz)
    on conflict (user_id, noun, record_id) do update set at = greatest(visit.at, excluded.at),
      before_at = case when visit.at < ${overBefore(ctx)} then visit.at else visit.before_at end`.execute(ctx.db)
}
