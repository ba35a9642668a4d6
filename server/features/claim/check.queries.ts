import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { FactCheck, FactCheckFilter, FactCheckKind, SourceClaim } from '#contract/fact_check.api.ts'
import { type Entity, entityNames } from '#contract/registry.ts'
import type { ListPage } from '#contract/wire.ts'
import { readable, readableLive, writable } from '#server/core/access.ts'
import { type ClosedByUser, countByUser } from '#server/core/closed.ts'
import { isInForce } from '#server/core/in-force.queries.ts'
import { matchesKeyword } from '#server/core/keyword.ts'
import { readerOf, readPage } from '#server/core/list.ts'
import { entities } from '#server/entities.ts'
import { sourcePolicy } from '#server/features/source/source.policy.ts'
import type { Ctx } from '#server/platform/ctx.ts'

/** Joins the records that rows of a table refer to, for each entity those that this reader may read. */
function joinReadable(ctx: Ctx, table: 'fact_check' | 'claim', id: (noun: Entity) => RawBuilder<unknown>) {
  const joins = entityNames.map(
    noun => sql`left join ${sql.table(noun)} on ${sql.ref(`${table}.noun`)} = ${sql.lit(noun)}
      and ${sql.ref(`${noun}.id`)} = ${id(noun)} and ${readableLive(entities[noun].policy, ctx, noun)}`,
  )
  return sql.join(joins, sql` `)
}
const readableChecks = (ctx: Ctx) => joinReadable(ctx, 'fact_check', () => sql.ref('fact_check.record_id'))
const coalesceEntities = (of: (noun: Entity) => RawBuilder<unknown>) => sql.join(entityNames.map(of), sql`, `)
const isThere = sql<SqlBool>`coalesce(${coalesceEntities(noun => sql.ref(`${noun}.id`))}) is not null`
const title = sql<string>`coalesce(${coalesceEntities(noun => sql.ref(`${noun}.${entities[noun].title}`))})`

/** Null if the present owners that this reader may read hold 100 % or less in sum. */
const ownersSum = (ctx: Ctx) => sql<number>`(select max(summed.least) from (
    select sum(held.least) as least from (
      select link.is_beneficial, max(link.share_min) as least from og_relation as link
        left join og as holder on holder.id = link.from_og_id and ${readableLive(entities.og.policy, ctx, 'holder')}
        left join person as holding on holding.id = link.from_person_id
          and ${readableLive(entities.person.policy, ctx, 'holding')}
      where link.og_id = fact_check.record_id and link.type = 'owns' and link.share_min > 0
        and coalesce(holder.id, holding.id) is not null and ${isInForce(ctx.now().toISOString().slice(0, 10))}
      group by link.is_beneficial, link.from_og_id, link.from_person_id
    ) as held group by held.is_beneficial having sum(held.least) > 100) as summed)::float8`

/** A sum of owners stays settled as long as this reader sees the same sum. */
const isSettledCheck = (ctx: Ctx) => sql<SqlBool>`(fact_check.settled_at is not null
  and (fact_check.kind <> 'over_owned' or fact_check.settled_sum is not distinct from ${ownersSum(ctx)}::numeric))`

function whereOf(ctx: Ctx, filter: FactCheckFilter, ids?: readonly number[]): RawBuilder<unknown> {
  const { kind, noun, source, record_id, settled = false, keyword } = filter
  const all = [
    isThere,
    sql`(fact_check.kind <> 'over_owned' or ${ownersSum(ctx)} is not null)`,
    ids ? sql`fact_check.id = any(${ids}::bigint[])` : sql`${isSettledCheck(ctx)} = ${sql.lit(settled)}`,
    kind && sql`fact_check.kind = any(${kind}::text[])`,
    noun && sql`fact_check.noun = any(${noun}::text[])`,
    record_id !== undefined && sql`fact_check.record_id = ${record_id}::bigint`,
    // A filter by a hidden source would reveal which facts it supports.
    source &&
      sql`fact_check.source_ids && (select coalesce(array_agg(source.id), '{}') from source
        where source.id = any(${source}::bigint[]) and ${readable(sourcePolicy, ctx, 'source')})`,
    keyword &&
      sql`(${sql.join(
        entityNames.map(each => sql`(fact_check.noun = ${sql.lit(each)} and ${matchesKeyword(each, keyword)})`),
        sql` or `,
      )})`,
  ].filter(condition => !!condition)
  return sql`${sql.join(all as RawBuilder<unknown>[], sql` and `)}`
}

type Query = FactCheckFilter & { current: number; pageSize: number; sort?: string | undefined }
type CheckRecord = Omit<FactCheck, 'can'> & { may_update: boolean; place: string }

/** Most claims shown for one fact. */
const maxListedClaims = 5

/** Facts to check that this reader may read, the latest first. */
export async function findFactChecks(ctx: Ctx, query: Query): Promise<ListPage<CheckRecord>> {
  const { current, pageSize, sort = '-since', ...filter } = query
  const direction = sort.startsWith('-') ? sql`desc` : sql`asc`
  const past = sort.startsWith('-') ? sql`<=` : sql`>=`
  const from = sql`from fact_check ${readableChecks(ctx)} where ${whereOf(ctx, filter)}`
  const at = filter.settled ? sql.ref('fact_check.settled_at') : sql.ref('fact_check.since')
  return await readPage(
    ctx,
    {
      key: JSON.stringify(['fact_check', readerOf(ctx), sort, filter]),
      rows: async (limit, offset, anchor) => {
        const after = anchor
          ? sql`and (${at}, fact_check.id) ${past} (${anchor.value}::timestamptz, ${anchor.id}::bigint)`
          : sql``
        const { rows } = await sql<CheckRecord>`
          with page as (
            select fact_check.*, ${at} as place, ${title} as title,
              case when fact_check.kind = 'over_owned' then ${ownersSum(ctx)} end as owners_sum, ${isSettledCheck(ctx)} as is_settled,
              coalesce(${coalesceEntities(noun => sql.ref(`${noun}.rev`))}) as rev,
              coalesce(${coalesceEntities(
                noun => sql`case when ${sql.ref(`${noun}.id`)} is not null
                then ${writable(entities[noun].policy, ctx, 'update', noun)} end`,
              )}) as may_update
            ${from} ${after}
            order by ${at} ${direction}, fact_check.id ${direction}
            limit ${sql.lit(limit)} offset ${sql.lit(offset)}
          )
          select page.id, page.kind, page.noun, page.record_id, page.rev, page.title, page.field, page.since,
            case when page.is_settled then page.settled_at end as settled_at,
            case when page.is_settled then page.settled_by end as settled_by, case when page.is_settled then page.note end as note,
            page.may_update, page.place,
            cardinality(page.claim_ids) as claim_count, told.claims,
            case when page.kind = 'over_owned' then to_jsonb(page.owners_sum)
              when page.value_key = '' then nullif(coalesce(${coalesceEntities(
                noun => sql`(select fact_value(to_jsonb(of), page.field) from ${sql.table(noun)} as of
                where page.noun = ${sql.lit(noun)} and of.id = page.record_id)`,
              )}), 'null') else told.claims -> 0 -> 'value' end as value
          from page cross join lateral (
            select coalesce(jsonb_agg(jsonb_build_object('id', claim.id, 'value', claim.value,
                -- The exact instant at which a withheld source was withdrawn would identify all its statements.
                'withdrawn_at', to_char(date_trunc(
                  case when ${readable(sourcePolicy, ctx, 'source')} then 'milliseconds' else 'day' end,
                  coalesce(claim.withdrawn_at, source.withdrawn_at, source.deleted_at) at time zone 'UTC'),
                  'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
                'source', case when source.deleted_at is null and ${readable(sourcePolicy, ctx, 'source')}
                  then jsonb_build_object('id', source.id, 'name', source.name) end)
              order by source.priority desc, claim.last_seen_at desc, claim.id), '[]') as claims
            from claim join source on source.id = claim.source_id
            where claim.id = any(page.claim_ids[1:${sql.lit(maxListedClaims)}])
          ) as told
          order by page.place ${direction}, page.id ${direction}`.execute(ctx.db)
        return rows
      },
      place: row => ({ value: row.place, id: row.id }),
      all: sql`select 1 ${from}`,
    },
    { current, pageSize },
  )
}

export type CheckRow = {
  id: number
  kind: FactCheckKind
  noun: Entity
  record_id: number
  field: string
  value_key: string
  may_update: boolean
}

/** Facts to check by id or filter, of records that this reader may read. */
export async function findChecks(
  ctx: Ctx,
  { ids, filter = {} }: { ids?: readonly number[] | undefined; filter?: FactCheckFilter | undefined },
  limit: number,
): Promise<CheckRow[]> {
  const mayUpdate = coalesceEntities(
    noun => sql`case when ${sql.ref(`${noun}.id`)} is not null
      then ${writable(entities[noun].policy, ctx, 'update', noun)} end`,
  )
  const { rows } =
    await sql<CheckRow>`select fact_check.id, fact_check.kind, fact_check.noun, fact_check.record_id, fact_check.field,
      fact_check.value_key, coalesce(${mayUpdate}) as may_update
    from fact_check ${readableChecks(ctx)} where ${whereOf(ctx, filter, ids)}
    order by fact_check.noun, fact_check.record_id, fact_check.id limit ${sql.lit(limit)}`.execute(ctx.db)
  return rows
}

/** Settles a fact, or returns it to the list; false if it no longer exists. */
export async function setCheckSettled(ctx: Ctx, id: number, isSettled: boolean, note: string | null): Promise<boolean> {
  const values = isSettled
    ? {
        ...{ settled_at: ctx.now().toISOString(), settled_by: ctx.actor.id, note },
        settled_sum: sql<string>`case when kind = 'over_owned' then ${ownersSum(ctx)} end`,
      }
    : { settled_at: null, settled_by: null, note: null, settled_sum: null }
  const { numUpdatedRows } = await ctx.db
    .updateTable('fact_check')
    .set(values)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Claims of one source on records that this reader may read. */
export async function findSourceClaims(
  ctx: Ctx,
  sourceId: number,
  { current, pageSize, sort = '-id' }: { current: number; pageSize: number; sort?: string | undefined },
): Promise<ListPage<SourceClaim>> {
  const direction = sort.startsWith('-') ? sql`desc` : sql`asc`
  const past = sort.startsWith('-') ? sql`<=` : sql`>=`
  // Claims on a merged record apply to the record that it became part of.
  const live = (noun: Entity) => sql`coalesce((select of.merged_into from ${sql.table(noun)} as of
    where of.id = claim.record_id), claim.record_id)`
  const from = sql`from claim ${joinReadable(ctx, 'claim', live)}
    where claim.source_id = ${sourceId}::bigint and ${isThere}`
  return await readPage(
    ctx,
    {
      key: JSON.stringify(['source_claim', readerOf(ctx), sort, sourceId]),
      rows: async (limit, offset, anchor) => {
        const after = anchor ? sql`and claim.id ${past} ${anchor.id}::bigint` : sql``
        const { rows } = await sql<SourceClaim>`select claim.id, claim.noun, claim.field, claim.value,
            claim.last_seen_at, claim.withdrawn_at, ${title} as title,
            coalesce(${coalesceEntities(noun => sql.ref(`${noun}.id`))}) as record_id
          ${from} ${after} order by claim.id ${direction}
          limit ${sql.lit(limit)} offset ${sql.lit(offset)}`.execute(ctx.db)
        return rows
      },
      place: row => ({ value: row.id, id: row.id }),
      all: sql`select 1 ${from}`,
    },
    { current, pageSize },
  )
}

/** Readable facts that were decided since then and are not open again, by user. */
export const countClosedChecks = (ctx: Ctx, since: Date): Promise<ClosedByUser[]> =>
  countByUser(
    ctx,
    sql`select fact_check.settled_by as user_id from fact_check ${readableChecks(ctx)}
    where fact_check.settled_at >= ${since.toISOString()}::timestamptz and ${whereOf(ctx, { settled: true })}`,
  )
