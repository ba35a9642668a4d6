import { sql } from 'kysely'
import type { Ctx } from '#server/platform/ctx.ts'

/** Events that link one of these persons, including those in the trash, regardless of access. */
export async function findEventsOf(ctx: Ctx, personIds: readonly number[]) {
  const { rows } = await sql<{ id: number; title: string }>`select event.id, event.title from event
    where event.id in (select event_id from event_person where person_id = any(${personIds}::bigint[]))
    order by event.id`.execute(ctx.db)
  return rows
}

export async function readEventsOf(ctx: Ctx, personIds: readonly number[]) {
  const { rows } = await sql<Record<string, unknown>>`
    select id, title, "desc", category, level, start_time, end_time, region, address, labels, source_url, status,
      created_at, updated_at, deleted_at from event
    where id in (select event_id from event_person where person_id = any(${personIds}::bigint[])) order by id`.execute(
    ctx.db,
  )
  return rows
}

export async function readNotesOf(ctx: Ctx, personIds: readonly number[]) {
  const { rows } = await sql<Record<string, unknown>>`select id, at, text, created_at from timeline_note
    where person_id = any(${personIds}::bigint[]) order by id`.execute(ctx.db)
  return rows
}

export async function removeEvents(ctx: Ctx, ids: readonly number[]): Promise<void> {
  await sql`delete from event where id = any(${ids}::bigint[])`.execute(ctx.db)
}

export async function unlinkPersonsFromEvents(ctx: Ctx, eventIds: readonly number[], personIds: readonly number[]) {
  await sql`delete from event_person where event_id = any(${eventIds}::bigint[])
    and person_id = any(${personIds}::bigint[])`.execute(ctx.db)
}
