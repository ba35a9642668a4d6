import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { isThere } from '#server/core/link.queries.ts'
import { entities } from '#server/entities.ts'
import { filterEvents } from '#server/features/event/event.service.ts'
import { pageExists } from '#server/features/page/page.policy.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { comingAt, type DayRange } from './dashboard.queries.ts'

const mostEvents = 100
const retentionDays = 30

/** The sign-in before the latest one. */
export async function findLastSignIn(ctx: Ctx): Promise<string | null> {
  const { rows } = await sql<{ at: string }>`select at from audit
    where user_id = ${ctx.actor.id}::bigint and act = 'login' order by at desc, id desc offset 1 limit 1`.execute(
    ctx.db,
  )
  return rows[0]?.at ?? null
}

/** When the last round of a site that this reader may read ended. */
export async function findLastCrawl(ctx: Ctx): Promise<string | null> {
  // Reads backwards from the newest, because there are as many rounds as sites have had days.
  const { rows } = await sql<{ at: string }>`select round.ended_at as at
    from round join og on og.id = round.og_id where round.ended_at is not null and ${pageExists(ctx)}
    order by round.ended_at desc limit 1`.execute(ctx.db)
  return rows[0]?.at ?? null
}

/** Whether the requester follows the event itself, or a party of it that they may still read. */
function isFollowed(ctx: Ctx): RawBuilder<SqlBool> {
  const mine = sql<SqlBool>`follow.user_id = ${ctx.actor.id}::bigint`
  return sql<SqlBool>`(
    exists (select from follow where ${mine} and follow.noun = 'event' and follow.record_id = event.id)
    or exists (select from event_og join og on og.id = event_og.og_id
      join follow on follow.noun = 'og' and follow.record_id = og.id and ${mine}
      where event_og.event_id = event.id and ${isThere(ctx, entities.og)})
    or exists (select from event_person join person on person.id = event_person.person_id
      join follow on follow.noun = 'person' and follow.record_id = person.id and ${mine}
      where event_person.event_id = event.id and ${isThere(ctx, entities.person)}))`
}

/** Ids of readable events that begin within the days and that the requester has not cleared, the earliest first. */
export async function findDigestEvents(ctx: Ctx, days: DayRange, from: Date): Promise<number[]> {
  const rows = await filterEvents(ctx, { ...days, status: ['draft', 'confirmed'] })
    .where(sql<SqlBool>`event.start_at >= ${from.toISOString()}::timestamptz`)
    .where(isFollowed(ctx))
    .where(sql<SqlBool>`not exists (select from brief_done where brief_done.user_id = ${ctx.actor.id}::bigint
      and brief_done.event_id = event.id and brief_done.start_time is not distinct from event.start_time)`)
    .select('event.id')
    .orderBy(comingAt)
    .orderBy('event.id')
    .limit(mostEvents)
    .execute()
  return rows.map(row => row.id)
}

/** Saves that the requester cleared the event in its present state; false if they may not read it. */
export async function clearEvent(ctx: Ctx, id: number): Promise<boolean> {
  const [event] = await filterEvents(ctx, { id: [id] })
    .select(['event.id', 'event.start_time'])
    .execute()
  if (!event) return false
  const at = ctx.now()
  const before = new Date(at.getTime() - retentionDays * 86_400_000).toISOString()
  await sql`delete from brief_done where user_id = ${ctx.actor.id}::bigint and done_at < ${before}::timestamptz`.execute(
    ctx.db,
  )
  await sql`insert into brief_done (user_id, event_id, start_time, done_at)
    values (${ctx.actor.id}::bigint, ${id}::bigint, ${event.start_time}, ${at.toISOString()}::timestamptz)
    on conflict (user_id, event_id) do update set start_time = excluded.start_time, done_at = excluded.done_at`.execute(
    ctx.db,
  )
  return true
}

export async function restoreEvent(ctx: Ctx, id: number): Promise<void> {
  await sql`delete from brief_done where user_id = ${ctx.actor.id}::bigint and event_id = ${id}::bigint`.execute(ctx.db)
}
