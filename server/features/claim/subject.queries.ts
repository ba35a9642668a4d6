import { type RawBuilder, sql } from 'kysely'
import type { ClaimEntity } from '#contract/claim.api.ts'
import { type Entity, entityNames, type LinkEntity, linkEntities, type PartyEntity } from '#contract/registry.ts'
import { type AccessColumns, accessColumns, accessJson, readable, writable } from '#server/core/access.ts'
import { entities } from '#server/entities.ts'
import type { Ctx } from '#server/platform/ctx.ts'

/** The record or link that claims are about, with its own columns. */
export type ClaimSubject = Record<string, unknown> & { id: number }
type Row = ClaimSubject
/** The subject with the records whose access applies to it. */
type ProtectedSubject = { row: ClaimSubject; ends: (AccessColumns & { noun: Entity })[] }
type Options = { lock: boolean }

export const isEntity = (noun: ClaimEntity): noun is Entity => (entityNames as readonly string[]).includes(noun)

export async function findSubject(
  ctx: Ctx,
  noun: ClaimEntity,
  id: number,
  options: Options,
): Promise<ProtectedSubject | undefined> {
  if (!isEntity(noun)) return await findLink(ctx, noun, id, options)
  const row = await findRecord(ctx, noun, id, options)
  return row && { row, ends: [{ ...row, noun }] }
}

/** A record with its own columns; for a merged one, the record that it became part of. */
async function findRecord(
  ctx: Ctx,
  noun: Entity,
  id: number,
  { lock }: Options,
): Promise<(AccessColumns & Row) | undefined> {
  // The halves of the access lists replace the stored lists, which have the same names.
  const { rows } = await sql<
    AccessColumns & Row
  >`select live.*, ${accessColumns('live')} from ${sql.table(noun)} as live
    where live.id = (select coalesce(named.merged_into, named.id) from ${sql.table(noun)} as named
        where named.id = ${id}::bigint)
      and live.deleted_at is null and ${readable(entities[noun].policy, ctx, 'live')}
    ${lock ? sql`for update` : sql``}`.execute(ctx.db)
  return rows[0]
}

const ends: Record<LinkEntity, readonly (readonly [column: string, noun: PartyEntity])[]> = {
  membership: [
    ['person_id', 'person'],
    ['og_id', 'og'],
  ],
  relation: [
    ['from_id', 'person'],
    ['to_id', 'person'],
  ],
  og_relation: [
    ['from_og_id', 'og'],
    ['from_person_id', 'person'],
    ['og_id', 'og'],
  ],
}

const columns: Record<LinkEntity, RawBuilder<unknown>> = {
  membership: sql`true as link, link.role, link.area, link.term, link.start_time, link.end_time`,
  relation: sql`true as link, link.start_time, link.end_time`,
  og_relation: sql`true as link, link.is_beneficial, link.start_time, link.end_time,
    case when link.share_min is not null then json_build_object('min', link.share_min::float8,
      'max', link.share_max::float8) end as share`,
}

/** The ends of the link `link` that this reader may not read: a link with such an end is hidden. */
function hiddenEnds(ctx: Ctx, noun: LinkEntity): RawBuilder<unknown> {
  const hidden = ends[noun].map(
    ([
      column,
      end,
    ]) => sql`(${sql.ref(`link.${column}`)} is not null and not exists (select from ${sql.table(end)} as far
      where far.id = ${sql.ref(`link.${column}`)} and far.deleted_at is null
        and ${readable(entities[end].policy, ctx, 'far')}))`,
  )
  return sql`(${sql.join(hidden, sql` or `)})`
}

async function findLink(
  ctx: Ctx,
  noun: LinkEntity,
  id: number,
  { lock }: Options,
): Promise<ProtectedSubject | undefined> {
  const found = ends[noun].map(
    ([column, end]) => sql`(select ${accessJson('far', { noun: sql.lit(end) })} from ${sql.table(end)} as far
      where far.id = ${sql.ref(`link.${column}`)})`,
  )
  const { rows } = await sql<Row & { ends: (ProtectedSubject['ends'][number] | null)[] }>`
    select link.id, ${columns[noun]}, json_build_array(${sql.join(found)}) as ends
    from ${sql.table(noun)} as link where link.id = ${id}::bigint and not ${hiddenEnds(ctx, noun)}
    ${lock ? sql`for update of link` : sql``}`.execute(ctx.db)
  return rows[0] && { row: rows[0], ends: rows[0].ends.filter(end => end !== null) }
}

/**
 * Those of these records or links whose sources the actor may state: for a link, the right to change either end is
 * enough.
 */
export async function findStatable(ctx: Ctx, noun: ClaimEntity, ids: readonly number[]): Promise<Set<number>> {
  const mayUpdate = (of: Entity, alias: string) => sql`${writable(entities[of].policy, ctx, 'update', alias)}`
  const { rows } = await (isEntity(noun)
    ? sql<{ id: number }>`select live.id from ${sql.table(noun)} as live where live.id = any(${ids}::bigint[])
        and live.deleted_at is null and ${readable(entities[noun].policy, ctx, 'live')} and ${mayUpdate(noun, 'live')}`
    : sql<{ id: number }>`select link.id from ${sql.table(noun)} as link where link.id = any(${ids}::bigint[])
        and not ${hiddenEnds(ctx, noun)} and (${sql.join(
          ends[noun].map(
            ([column, end]) => sql`exists (select from ${sql.table(end)} as far
              where far.id = ${sql.ref(`link.${column}`)} and ${mayUpdate(end, 'far')})`,
          ),
          sql` or `,
        )})`
  ).execute(ctx.db)
  return new Set(rows.map(({ id }) => id))
}

/** Labels of links that this reader may read: the names of both ends, from the first to the last. */
export function namesOfLinks(
  ctx: Ctx,
  noun: LinkEntity,
  ids: readonly number[],
): RawBuilder<{ asked: number; id: number; label: string }> {
  const names = ends[noun].map(
    ([column, end]) => sql`(select far.name from ${sql.table(end)} as far where far.id = ${sql.ref(`link.${column}`)})`,
  )
  return sql`select link.id as asked, link.id, left(concat_ws(' → ', ${sql.join(names)}), 500) as label
    from ${sql.table(noun)} as link where link.id = any(${ids}::bigint[]) and not ${hiddenEnds(ctx, noun)}`
}

/** Links of these persons, regardless of access. */
export async function findLinksOfPersons(
  ctx: Ctx,
  ids: readonly number[],
): Promise<{ noun: LinkEntity; id: number }[]> {
  const all = linkEntities.map(noun => {
    const own = ends[noun].filter(([, end]) => end === 'person').map(([column]) => sql.ref(`link.${column}`))
    const matches = own.map(column => sql`${column} = any(${ids}::bigint[])`)
    return sql`select ${sql.lit(noun)} as noun, link.id from ${sql.table(noun)} as link where ${sql.join(matches, sql` or `)}`
  })
  const { rows } = await sql<{ noun: LinkEntity; id: number }>`${sql.join(all, sql` union all `)}`.execute(ctx.db)
  return rows
}

/** Those of these links that this reader may read, with their values. */
export async function findLinks(ctx: Ctx, noun: LinkEntity, ids: readonly number[]): Promise<Map<number, Row>> {
  const { rows } = await sql<Row>`select link.id, ${columns[noun]} from ${sql.table(noun)} as link
    where link.id = any(${ids}::bigint[]) and not ${hiddenEnds(ctx, noun)}`.execute(ctx.db)
  return new Map(rows.map(row => [row.id, row]))
}
