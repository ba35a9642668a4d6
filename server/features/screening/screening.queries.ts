import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Reply } from '#contract/endpoint.ts'
import { type PartyEntity, partyEntities } from '#contract/registry.ts'
import type {
  ComparedParty,
  countScreenings as countEndpoint,
  Screening,
  ScreeningApplied,
  ScreeningDetail,
  ScreeningState,
} from '#contract/screening.api.ts'
import type { ListPage } from '#contract/wire.ts'
import { readableLive, writable } from '#server/core/access.ts'
import { type ClosedByUser, countByUser } from '#server/core/closed.ts'
import { matchesKeyword } from '#server/core/keyword.ts'
import { englishTitleOf } from '#server/core/link.queries.ts'
import { entities } from '#server/entities.ts'
import type { Ctx } from '#server/platform/ctx.ts'

type Filter = {
  state?: readonly string[] | undefined
  list_id?: readonly number[] | undefined
  list_kind?: readonly string[] | undefined
  noun?: PartyEntity | undefined
  record_id?: number | undefined
  reopened?: boolean | undefined
  gone?: boolean | undefined
  keyword?: string | undefined
}
type Query = Filter & { current: number; pageSize: number; sort?: string | undefined; fold?: boolean | undefined }

/** Joins pairs with their records only if this reader may read them; pairs of other records are omitted. */
const joins = (ctx: Ctx) =>
  sql`from screening left join "user" as decider on decider.id = screening.decided_by join list on list.id = screening.list_id join list_entry as entry on entry.id = screening.entry_id
    ${sql.join(
      partyEntities.map(
        noun => sql`left join ${sql.table(noun)} on screening.noun = ${sql.lit(noun)}
          and ${sql.ref(`${noun}.id`)} = screening.record_id and ${readableLive(entities[noun].policy, ctx, noun)}`,
      ),
      sql` `,
    )}`
const coalesceParties = (of: (noun: PartyEntity) => RawBuilder<unknown>) => sql.join(partyEntities.map(of), sql`, `)
const isThere = sql<SqlBool>`coalesce(${coalesceParties(noun => sql.ref(`${noun}.id`))}) is not null`
const name = sql`coalesce(${coalesceParties(noun => sql.ref(`${noun}.name`))})`
const englishName = sql`coalesce(${coalesceParties(noun => englishTitleOf(entities[noun]))})`
const canDecide = (ctx: Ctx) =>
  sql.join(
    partyEntities.map(noun => {
      const is = sql`screening.noun = ${sql.lit(noun)}`
      return sql`(${is} and ${sql.ref(`${noun}.id`)} is not null and ${writable(entities[noun].policy, ctx, 'update', noun)})`
    }),
    sql` or `,
  )
const columns = (
  ctx: Ctx,
) => sql`screening.id, screening.rev, jsonb_build_object('id', list.id, 'name', list.name, 'kind', list.kind) as list,
  case when list.kind = 'sanctions' then entry_restriction(entry.properties) end as restriction,
  exists (select from list_entry as now_entry where now_entry.list_id = screening.list_id
    and now_entry.key = screening.entry_key and now_entry.until is null) as is_in_force, screening.noun,
  jsonb_build_object('id', screening.record_id, 'name', ${name}, 'eng_name', ${englishName}) as record, entry.caption, screening.entry_key,
  screening.score, screening.features, screening.state, screening.reason, screening.note, screening.decided_by,
  coalesce(nullif(decider.name, ''), decider.username) as decided_by_name, screening.decided_at, screening.decided_state,
  screening.decided_rule, screening.applied, screening.reopened, screening.is_gone, screening.found_at, screening.updated_at,
  case when ${canDecide(ctx)} then '["decide"]'::jsonb else '[]'::jsonb end as can`

function whereOf({ state, list_id, list_kind, noun, record_id, reopened, gone, keyword }: Filter): RawBuilder<unknown> {
  const all = [
    isThere,
    state && sql`screening.state = any(${state}::text[])`,
    list_id && sql`screening.list_id = any(${list_id}::bigint[])`,
    list_kind && sql`list.kind = any(${list_kind}::text[])`,
    noun && sql`screening.noun = ${noun}`,
    record_id !== undefined && sql`screening.record_id = ${record_id}::bigint`,
    reopened !== undefined && sql`(screening.reopened <> '{}') = ${sql.lit(reopened)}`,
    gone !== undefined && sql`screening.is_gone = ${sql.lit(gone)}`,
    keyword &&
      sql`(entry.caption ilike ${`%${keyword.replace(/[\\%_]/g, '\\$&')}%`} or screening.entry_key = ${keyword} or ${sql.join(
        partyEntities.map(each => sql`(screening.noun = ${sql.lit(each)} and ${matchesKeyword(each, keyword)})`),
        sql` or `,
      )})`,
  ].filter(condition => !!condition)
  return sql.join(all as RawBuilder<unknown>[], sql` and `)
}

export async function findScreenings(ctx: Ctx, query: Query): Promise<ListPage<Screening>> {
  const { current, pageSize, sort = '-score', fold = false, ...filter } = query
  const column = sql.ref(`screening.${sort.replace('-', '')}`)
  const direction = sort.startsWith('-') ? sql`desc` : sql`asc`
  const from = sql`${joins(ctx)} where ${whereOf(filter)}`
  if (fold) return await findFolded(ctx, { from, column, direction }, { current, pageSize })
  const [items, count] = await Promise.all([
    sql<Screening>`select ${columns(ctx)} ${from} order by ${column} ${direction}, screening.id ${direction}
      limit ${pageSize} offset ${(current - 1) * pageSize}`.execute(ctx.db),
    sql<{ total: number }>`select count(*)::int as total ${from}`.execute(ctx.db),
  ])
  return { items: items.rows, total: count.rows[0]?.total ?? 0, current, pageSize }
}

type Part = Record<'from' | 'column' | 'direction', RawBuilder<unknown>>

/** One row for each record: its first hit in the sort order, and the number of further hits. */
async function findFolded(
  ctx: Ctx,
  { from, column, direction }: Part,
  { current, pageSize }: Pick<Query, 'current' | 'pageSize'>,
): Promise<ListPage<Screening>> {
  const ofRecord = sql`partition by screening.noun, screening.record_id`
  const [items, count] = await Promise.all([
    sql<Screening>`with folded as (
        select screening.id, row_number() over (${ofRecord} order by ${column} ${direction}, screening.id ${direction}) as place,
          (count(*) over (${ofRecord}))::int - 1 as more
        ${from}
      )
      select ${columns(ctx)}, folded.more ${joins(ctx)} join folded on folded.id = screening.id
      where folded.place = 1 order by ${column} ${direction}, screening.id ${direction}
      limit ${pageSize} offset ${(current - 1) * pageSize}`.execute(ctx.db),
    sql<{ total: number }>`select count(distinct (screening.noun, screening.record_id))::int as total ${from}`.execute(
      ctx.db,
    ),
  ])
  return { items: items.rows, total: count.rows[0]?.total ?? 0, current, pageSize }
}

export type ScreeningCounts = Reply<typeof countEndpoint>

export async function countScreenings(ctx: Ctx, filter: Filter): Promise<ScreeningCounts> {
  const of = (state: ScreeningState) => sql`count(*) filter (where screening.state = ${sql.lit(state)})::int`
  const open = sql`screening.state = 'open' and not screening.is_gone`
  const { rows } = await sql<ScreeningCounts>`select count(*) filter (where ${open})::int as open,
      count(*) filter (where ${open} and screening.reopened <> '{}')::int as reopened, ${of('proposed')} as proposed,
      ${of('unsure')} as unsure, ${of('same')} as same, ${of('different')} as different
    ${joins(ctx)} where ${whereOf(filter)}`.execute(ctx.db)
  return rows[0] as ScreeningCounts
}

/** `before`: the state before the last decision, and who made that decision. */
export type ScreeningRow = Omit<ScreeningDetail, 'proposal' | 'needs_second' | 'is_strong'> & {
  source_id: number | null
  before: { by: number | null; state: ScreeningState; reopened: string[] } | null
}

export async function findScreening(ctx: Ctx, id: number): Promise<ScreeningRow | undefined> {
  const { rows } =
    await sql<ScreeningRow>`select ${columns(ctx)}, screening.party, screening.entry_party, screening.before, list.source_id,
      case when screening.decided_party is not null and screening.decided_entry is not null then
        jsonb_build_object('party', screening.decided_party, 'entry_party', screening.decided_entry) end as decided,
      jsonb_build_object('id', entry.id, 'key', entry.key, 'schema', entry.schema, 'caption', entry.caption,
        'properties', entry.properties, 'since', entry.since, 'until', entry.until) as entry
    ${joins(ctx)} where ${isThere} and screening.id = ${id}::bigint`.execute(ctx.db)
  return rows[0]
}

export async function lockScreening(ctx: Ctx, id: number): Promise<void> {
  await sql`select id from screening where id = ${id}::bigint for update`.execute(ctx.db)
}

type StoredDecision = {
  state: ScreeningState
  reason: string | null
  note: string | null
  /** The record after the decision: values that the decision itself wrote must not open the pair again. */
  party: ComparedParty
  applied: ScreeningApplied | null
  /** The version of the rule that applies. */
  rule: number
}

/** The previous decision remains stored until the next decision, so that it can be shown and restored. */
export async function storeDecision(
  ctx: Ctx,
  id: number,
  { state, reason, note, party, applied, rule }: StoredDecision,
): Promise<void> {
  const isOpen = state === 'open'
  await sql`update screening set state = ${state}, reason = ${reason}::text, note = ${note}::text, rev = rev + 1, reopened = '{}',
      before = jsonb_build_object('by', ${ctx.actor.id}::bigint, 'state', state, 'reason', reason, 'note', note,
        'reopened', to_jsonb(reopened), 'decided_state', decided_state, 'decided_by', decided_by, 'decided_at', decided_at,
        'decided_party', decided_party, 'decided_entry', decided_entry, 'decided_rule', decided_rule),
      decided_by = ${isOpen ? null : ctx.actor.id}::bigint,
      decided_at = ${isOpen ? null : ctx.now().toISOString()}::timestamptz,
      decided_state = ${isOpen ? null : state}::text, decided_rule = ${isOpen ? null : rule}::int,
      applied = ${applied && JSON.stringify(applied)}::jsonb,
      party = ${JSON.stringify(party)}::jsonb,
      decided_party = ${isOpen ? null : JSON.stringify(party)}::jsonb, decided_entry = ${isOpen ? sql`null` : sql`entry_party`},
      updated_at = ${ctx.now().toISOString()}::timestamptz
    where id = ${id}::bigint`.execute(ctx.db)
}

/** Restores the state before the last decision; values that the decision wrote into the record are still reported. */
export async function takeBack(ctx: Ctx, id: number): Promise<void> {
  await sql`update screening set state = before ->> 'state', reason = before ->> 'reason', note = before ->> 'note',
      reopened = array(select jsonb_array_elements_text(before -> 'reopened')), decided_state = before ->> 'decided_state',
      decided_by = (select id from "user" where id = (before ->> 'decided_by')::bigint),
      decided_at = (before ->> 'decided_at')::timestamptz, decided_rule = (before ->> 'decided_rule')::int,
      decided_party = nullif(before -> 'decided_party', 'null'), decided_entry = nullif(before -> 'decided_entry', 'null'),
      before = null, rev = rev + 1, updated_at = ${ctx.now().toISOString()}::timestamptz
    where id = ${id}::bigint`.execute(ctx.db)
}

/** Readable hits that were decided since then and are not open again, by user. */
export const countClosedScreenings = (ctx: Ctx, since: Date): Promise<ClosedByUser[]> =>
  countByUser(
    ctx,
    sql`select screening.decided_by as user_id ${joins(ctx)}
    where screening.decided_at >= ${since.toISOString()}::timestamptz and screening.state <> 'open' and ${isThere}`,
  )
