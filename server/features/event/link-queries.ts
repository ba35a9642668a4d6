import { type SqlBool, sql } from 'kysely'
import { ogPolicy } from '#server/features/og/policy.ts'
import { personPolicy } from '#server/features/person/policy.ts'
import { readable } from '#server/platform/access.ts'
import type { Ctx } from '#server/platform/ctx.ts'

export type Ref = { id: number; name: string }
/** The two kinds of records that an event names. */
export type LinkKind = 'og' | 'person'
const policies = { og: ogPolicy, person: personPolicy }
const table = (kind: LinkKind) => sql.table(`event_${kind}`)
const column = (kind: LinkKind) => sql.ref(`link.${kind}_id`)

/** Live and readable: what a link may lead to, and what is shown of it. */
const isThere = (ctx: Ctx, kind: LinkKind) =>
  sql<SqlBool>`${sql.ref(`${kind}.deleted_at`)} is null and ${readable(policies[kind], ctx, kind)}`

/** Readable links of these events, by event, in the order of names. */
export async function readLinks(ctx: Ctx, kind: LinkKind, eventIds: readonly number[]): Promise<Map<number, Ref[]>> {
  if (eventIds.length === 0) return new Map()
  const name = sql.ref(`${kind}.name`)
  const { rows } = await sql<{ event_id: number; id: number; name: string }>`
    select link.event_id, ${sql.ref(`${kind}.id`)}, ${name}
    from ${table(kind)} as link join ${sql.table(kind)} on ${sql.ref(`${kind}.id`)} = ${column(kind)}
    where link.event_id = any(${eventIds}::bigint[]) and ${isThere(ctx, kind)}
    order by ${name}, ${sql.ref(`${kind}.id`)}`.execute(ctx.db)
  return Map.groupBy(rows, row => row.event_id) as Map<number, Ref[]>
}

/** Which of these records there are for this reader; they stay until the transaction ends. */
export async function findLinkable(ctx: Ctx, kind: LinkKind, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const { rows } = await sql<{ id: number }>`select ${sql.ref(`${kind}.id`)} from ${sql.table(kind)}
    where ${sql.ref(`${kind}.id`)} = any(${ids}::bigint[]) and ${isThere(ctx, kind)} for key share`.execute(ctx.db)
  return new Set(rows.map(row => row.id))
}

export async function addLinks(ctx: Ctx, kind: LinkKind, links: { event_id: number; id: number }[]): Promise<void> {
  if (links.length === 0) return
  await sql`insert into ${table(kind)} (event_id, ${sql.ref(`${kind}_id`)})
    select event_id, id from json_to_recordset(${JSON.stringify(links)}::json) as fresh (event_id bigint, id bigint)
    on conflict do nothing`.execute(ctx.db)
}

export async function removeLinks(ctx: Ctx, kind: LinkKind, eventId: number, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await sql`delete from ${table(kind)} as link
    where link.event_id = ${eventId}::bigint and ${column(kind)} = any(${ids}::bigint[])`.execute(ctx.db)
}
