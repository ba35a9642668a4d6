import { sql } from 'kysely'
import type { Found } from '#server/features/import/import.ts'
import { writable } from '#server/platform/access.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { readLinks } from './link-queries.ts'
import { filterEvents } from './list-queries.ts'
import { eventPolicy } from './policy.ts'
import { eventTable } from './queries.ts'

/** Readable live records that one of the keys names, with their organisations. */
export async function findEventsByKeys(
  ctx: Ctx,
  keys: Record<string, unknown[]>,
  options: { lock: boolean },
): Promise<Found[]> {
  const titles = (keys.title ?? []).map(value => String(value).normalize('NFKC').trim().toLowerCase())
  const ids = sql<number>`(
    select by_id.id from event as by_id where by_id.id = any(${keys.id ?? []}::bigint[])
    union select by_external.id from event as by_external
      where by_external.external_id = any(${keys.external_id ?? []}::text[]) and by_external.deleted_at is null
    union select by_title.id from event as by_title
      where lower(normalize(by_title.title, NFKC)) = any(${titles}::text[]) and by_title.deleted_at is null
  )`
  const rows = await filterEvents(ctx, {})
    .select(eventTable.columns.map(column => `event.${column}` as const))
    .select(writable(eventPolicy, ctx, 'update', 'event').as('is_writable'))
    .where('event.id', 'in', ids)
    .orderBy('event.id')
    .$if(options.lock, query => query.forUpdate('event'))
    .execute()
  const links = await readLinks(
    ctx,
    'og',
    rows.map(row => row.id),
  )
  return rows.map(({ is_writable, ...stored }) => {
    const values = { ...stored, ogs: (links.get(stored.id) ?? []).map(ref => ref.id) }
    return { id: stored.id, rev: stored.rev, isWritable: is_writable === true, values, stored }
  })
}
