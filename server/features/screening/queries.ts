import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type PartyNoun, partyNouns } from '#contract/noun.ts'
import type { ComparedParty, Screening, ScreeningDetail, ScreeningState } from '#contract/screening.ts'
import type { Page } from '#contract/wire.ts'
import { nouns } from '#server/nouns.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { readableLive } from '#server/record/access.ts'
import { matchesKeyword } from '#server/record/keyword.ts'

type Filter = {
  state?: readonly string[] | undefined
  list_id?: readonly number[] | undefined
  noun?: PartyNoun | undefined
  record_id?: number | undefined
  reopened?: boolean | undefined
  keyword?: string | undefined
}
type Query = Filter & { current: number; pageSize: number; sort?: string | undefined }

/** Pairs join their record only where this reader may read it: others are not there. */
const joins = (ctx: Ctx) =>
  sql`from screening join list on list.id = screening.list_id join list_entry as entry on entry.id = screening.entry_id
    ${sql.join(
      partyNouns.map(
        noun => sql`left join ${sql.table(noun)} on screening.noun = ${sql.lit(noun)}
          and ${sql.ref(`${noun}.id`)} = screening.record_id and ${readableLive(nouns[noun].policy, ctx, noun)}`,
      ),
      sql` `,
    )}`
const anyOfNouns = (of: (noun: PartyNoun) => RawBuilder<unknown>) => sql.join(partyNouns.map(of), sql`, `)
const isThere = sql<SqlBool>`coalesce(${anyOfNouns(noun => sql.ref(`${noun}.id`))}) is not null`
const name = sql`coalesce(${anyOfNouns(noun => sql.ref(`${noun}.name`))})`
const columns = sql`screening.id, screening.rev, jsonb_build_object('id', list.id, 'name', list.name) as list, screening.noun,
  jsonb_build_object('id', screening.record_id, 'name', ${name}) as record, entry.caption, screening.entry_key,
  screening.score, screening.features, screening.state, screening.reason, screening.note, screening.decided_by,
  screening.decided_at, screening.reopened, screening.is_gone, screening.found_at, screening.updated_at`

function whereOf({ state, list_id, noun, record_id, reopened, keyword }: Filter): RawBuilder<unknown> {
  const all = [
    isThere,
    state && sql`screening.state = any(${state}::text[])`,
    list_id && sql`screening.list_id = any(${list_id}::bigint[])`,
    noun && sql`screening.noun = ${noun}`,
    record_id !== undefined && sql`screening.record_id = ${record_id}::bigint`,
    reopened !== undefined && sql`(screening.reopened <> '{}') = ${sql.lit(reopened)}`,
    keyword &&
      sql`(entry.caption ilike ${`%${keyword.replace(/[\\%_]/g, '\\$&')}%`} or screening.entry_key = ${keyword} or ${sql.join(
        partyNouns.map(each => sql`(screening.noun = ${sql.lit(each)} and ${matchesKeyword(each, keyword)})`),
        sql` or `,
      )})`,
  ].filter(condition => !!condition)
  return sql.join(all as RawBuilder<unknown>[], sql` and `)
}

export async function findScreenings(ctx: Ctx, query: Query): Promise<Page<Screening>> {
  const { current, pageSize, sort = '-score', ...filter } = query
  const column = sql.ref(`screening.${sort.replace('-', '')}`)
  const direction = sort.startsWith('-') ? sql`desc` : sql`asc`
  const from = sql`${joins(ctx)} where ${whereOf(filter)}`
  const [items, count] = await Promise.all([
    sql<Screening>`select ${columns} ${from} order by ${column} ${direction}, screening.id ${direction}
      limit ${pageSize} offset ${(current - 1) * pageSize}`.execute(ctx.db),
    sql<{ total: number }>`select count(*)::int as total ${from}`.execute(ctx.db),
  ])
  return { items: items.rows, total: count.rows[0]?.total ?? 0, current, pageSize }
}

export async function findScreening(ctx: Ctx, id: number): Promise<ScreeningDetail | undefined> {
  const { rows } = await sql<ScreeningDetail>`select ${columns}, screening.party, screening.entry_party,
      jsonb_build_object('id', entry.id, 'key', entry.key, 'schema', entry.schema, 'caption', entry.caption,
        'properties', entry.properties, 'since', entry.since, 'until', entry.until) as entry
    ${joins(ctx)} where ${isThere} and screening.id = ${id}::bigint`.execute(ctx.db)
  return rows[0]
}

export async function lockScreening(ctx: Ctx, id: number): Promise<void> {
  await sql`select id from screening where id = ${id}::bigint for update`.execute(ctx.db)
}

export async function keepDecision(
  ctx: Ctx,
  id: number,
  {
    state,
    reason,
    note,
    party,
  }: { state: ScreeningState; reason: string | null; note: string | null; party: ComparedParty },
): Promise<void> {
  const isOpen = state === 'open'
  await sql`update screening set state = ${state}, reason = ${reason}::text, note = ${note}::text, rev = rev + 1, reopened = '{}',
      decided_by = ${isOpen ? null : ctx.actor.id}::bigint,
      decided_at = ${isOpen ? null : ctx.now().toISOString()}::timestamptz,
      party = ${JSON.stringify(party)}::jsonb,
      decided_party = ${isOpen ? null : JSON.stringify(party)}::jsonb, decided_entry = ${isOpen ? sql`null` : sql`entry_party`},
      updated_at = ${ctx.now().toISOString()}::timestamptz
    where id = ${id}::bigint`.execute(ctx.db)
}
