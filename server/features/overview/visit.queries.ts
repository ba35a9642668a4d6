import { sql } from 'kysely'
import type { PartyEntity } from '#contract/registry.ts'
import type { Ctx } from '#server/platform/ctx.ts'

/** A return within this time continues the same visit: items that were new then stay new. */
const sameVisitMs = 30 * 60_000

/** A visit before this time is over. */
const overBefore = (ctx: Ctx) => sql`${new Date(ctx.now().getTime() - sameVisitMs).toISOString()}::timestamptz`

/** When the reader's last visit ended, not counting the current one. */
export async function findLastVisit(ctx: Ctx, noun: PartyEntity, id: number): Promise<string | null> {
  const { rows } = await sql<{ since: string | null }>`
    select case when at < ${overBefore(ctx)} then at else before_at end as since from record_visit
    where user_id = ${ctx.actor.id}::bigint and noun = ${noun} and record_id = ${id}::bigint`.execute(ctx.db)
  return rows[0]?.since ?? null
}

/** Records a visit; a clock that was set back does not reset it. */
export async function storeVisit(ctx: Ctx, noun: PartyEntity, id: number): Promise<void> {
  await sql`insert into record_visit (user_id, noun, record_id, at)
    values (${ctx.actor.id}::bigint, ${noun}, ${id}::bigint, ${ctx.now().toISOString()}::timestamptz)
    on conflict (user_id, noun, record_id) do update set at = greatest(record_visit.at, excluded.at),
      before_at = case when record_visit.at < ${overBefore(ctx)} then record_visit.at else record_visit.before_at end`.execute(
    ctx.db,
  )
}
