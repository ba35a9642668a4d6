import { sql } from 'kysely'
import { selectedFields, writable } from '#server/core/access.ts'
import { readLinkSet } from '#server/core/link.ts'
import { findIdsByKeys } from '#server/core/rows.ts'
import type { ExistingRecord } from '#server/features/import/import.service.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { lower } from '#server/text/lower.ts'
import { eventPolicy } from './event.policy.ts'
import { eventTable } from './event.queries.ts'
import { eventLinks } from './link.ts'
import { filterEvents } from './list.queries.ts'

/** Readable live records that one of the keys identifies, with their organisations. */
export async function findEventsByKeys(
  ctx: Ctx,
  keys: Record<string, unknown[]>,
  options: { lock: boolean },
): Promise<ExistingRecord[]> {
  const titles = (keys.title ?? []).map(value => lower(String(value).normalize('NFKC').trim()))
  const ids = [
    ...((keys.id ?? []) as number[]),
    ...(await findIdsByKeys(ctx, 'event', [
      { expression: sql`external_id`, values: (keys.external_id ?? []) as string[] },
      { expression: sql`lower(normalize(title, NFKC))`, values: titles, most: 2_000 },
    ])),
  ]
  if (ids.length === 0) return []
  const rows = await filterEvents(ctx, {})
    .select(selectedFields('event', eventTable.columns))
    .select(writable(eventPolicy, ctx, 'update', 'event').as('is_writable'))
    .where('event.id', '=', sql<number>`any(${ids}::bigint[])`)
    .orderBy('event.id')
    .$if(options.lock, query => query.forUpdate('event'))
    .execute()
  const { ogs } = await readLinkSet(
    ctx,
    eventLinks,
    rows.map(row => row.id),
  )
  const links = Map.groupBy(ogs, link => link.of)
  return rows.map(({ is_writable, ...stored }) => {
    const values = { ...stored, ogs: (links.get(stored.id) ?? []).map(ref => ref.id) }
    return { id: stored.id, rev: stored.rev, isWritable: is_writable === true, values, stored }
  })
}
