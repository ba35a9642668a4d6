import { type RawBuilder, sql } from 'kysely'
import { eventOwnFields } from '#contract/event.api.ts'
import { ogFields } from '#contract/og.api.ts'
import { personOwnFields } from '#contract/person.api.ts'
import type { PartyEntity } from '#contract/registry.ts'
import { selectedFields } from '#server/core/access.ts'
import { filterEvents } from '#server/features/event/event.service.ts'
import { filterOgs } from '#server/features/og/og.service.ts'
import { filterPersons } from '#server/features/person/person.service.ts'
import { isLivingEnd } from '#server/features/relation/relation.service.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { EventOut, MembershipOut, OgOut, PersonOut, RelationOut } from './ftm-out.ts'
import type { ExchangeIds } from './interchange.queries.ts'
import type { OgRelationOut } from './og-relation-out.ts'

const batchRows = 500

/** Runs `work` in one snapshot, so that concurrent changes are neither missed, doubled nor half included. */
export function inSnapshot<T>(outer: Ctx, work: (ctx: Ctx) => Promise<T>): Promise<T> {
  return outer.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(db => work({ ...outer, db }))
}

/** All rows of a table in the order of their ids, a batch at a time. */
async function* batches<Row extends { id: number }>(
  read: (after: number) => Promise<Row[]>,
): AsyncGenerator<Row[], void, undefined> {
  for (let after = 0; ; ) {
    const rows = await read(after)
    if (rows.length === 0) return
    yield rows
    after = rows.at(-1)?.id ?? after
  }
}

const filterOf = (ids: number[] | undefined) => (ids ? { id: ids } : {})

export function readOgs(ctx: Ctx, ids: ExchangeIds) {
  return batches(
    async after =>
      (await filterOgs(ctx, filterOf(ids.og))
        .leftJoin('og_cate', join =>
          join.onRef('og_cate.id', '=', 'og.category_id').on('og_cate.deleted_at', 'is', null),
        )
        .select(['og.id', 'og_cate.name as category', ...selectedFields('og', ogFields)])
        .where('og.id', '>', after)
        .orderBy('og.id')
        .limit(batchRows)
        .execute()) as (OgOut & { category: string | null })[],
  )
}

export function readPersons(ctx: Ctx, ids: ExchangeIds) {
  return batches(
    async after =>
      await filterPersons(ctx, filterOf(ids.person))
        .select(['person.id', ...selectedFields('person', personOwnFields)])
        .where('person.id', '>', after)
        .orderBy('person.id')
        .limit(batchRows)
        .$castTo<PersonOut>()
        .execute(),
  )
}

export function readEvents(ctx: Ctx, ids: ExchangeIds) {
  return batches(
    async after =>
      (await filterEvents(ctx, filterOf(ids.event))
        .select(['event.id', ...selectedFields('event', eventOwnFields)])
        .where('event.id', '>', after)
        .orderBy('event.id')
        .limit(batchRows)
        .execute()) as EventOut[],
  )
}

/** Whether an end of a link is exported: it is readable and, if ids are given, one of them. */
function isEnd(ctx: Ctx, kind: PartyEntity, alias: string, ids: ExchangeIds): RawBuilder<boolean> {
  const named = ids[kind] ? sql`${sql.ref(`${alias}.id`)} = any(${ids[kind]}::bigint[])` : sql`true`
  return sql<boolean>`(${named} and ${isLivingEnd(ctx, kind, alias)})`
}

/** Records that an event names, as far as they are exported with it. */
export async function readInvolved(
  ctx: Ctx,
  kind: PartyEntity,
  eventIds: readonly number[],
  ids: ExchangeIds,
): Promise<Map<number, number[]>> {
  const { rows } = await sql<{ event_id: number; id: number }>`
    select link.event_id, ${sql.ref(`${kind}.id`)}
    from ${sql.table(`event_${kind}`)} as link join ${sql.table(kind)} on ${sql.ref(`${kind}.id`)} = ${sql.ref(`link.${kind}_id`)}
    where link.event_id = any(${eventIds}::bigint[]) and ${isEnd(ctx, kind, kind, ids)}
    order by ${sql.ref(`${kind}.id`)}`.execute(ctx.db)
  const all = Map.groupBy(rows, row => row.event_id)
  return new Map([...all].map(([id, own]) => [id, own.map(row => row.id)]))
}

export function readMemberships(ctx: Ctx, ids: ExchangeIds) {
  return batches(
    async after =>
      (
        await sql<MembershipOut>`select membership.id, membership.person_id, membership.og_id, membership.role,
            membership.start_time, membership.end_time, membership.area, membership.term, party.id as on_behalf_of
          from membership join person on person.id = membership.person_id join og on og.id = membership.og_id
            left join og as party on party.id = membership.on_behalf_of and ${isLivingEnd(ctx, 'og', 'party')}
          where membership.id > ${after}::bigint and ${isEnd(ctx, 'person', 'person', ids)} and ${isEnd(ctx, 'og', 'og', ids)}
          order by membership.id limit ${batchRows}`.execute(ctx.db)
      ).rows,
  )
}

export function readRelations(ctx: Ctx, ids: ExchangeIds) {
  return batches(
    async after =>
      (
        await sql<RelationOut>`select relation.id, relation.from_id, relation.to_id, relation.type, relation."desc",
            relation.start_time, relation.end_time
          from relation join person as a on a.id = relation.from_id join person as b on b.id = relation.to_id
          where relation.id > ${after}::bigint and ${isEnd(ctx, 'person', 'a', ids)} and ${isEnd(ctx, 'person', 'b', ids)}
          order by relation.id limit ${batchRows}`.execute(ctx.db)
      ).rows,
  )
}

export function readOgRelations(ctx: Ctx, ids: ExchangeIds) {
  return batches(
    async after =>
      (
        await sql<OgRelationOut>`select link.id, link.from_og_id, link.from_person_id, link.og_id, link.type,
            link.share_min::float8, link.share_max::float8, link.is_beneficial, link."desc", link.start_time, link.end_time
          from og_relation as link join og on og.id = link.og_id left join og as a on a.id = link.from_og_id
            left join person on person.id = link.from_person_id
          where link.id > ${after}::bigint and ${isEnd(ctx, 'og', 'og', ids)}
            and case when link.from_og_id is null then ${isEnd(ctx, 'person', 'person', ids)}
              else ${isEnd(ctx, 'og', 'a', ids)} end
          order by link.id limit ${batchRows}`.execute(ctx.db)
      ).rows,
  )
}
