import { type SqlBool, sql } from 'kysely'
import type { Fields } from '#contract/card.ts'
import type { MergeNoun } from '#contract/duplicate.ts'
import { nouns } from '#server/nouns.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Compared } from './profile.ts'
import type { KeptReason } from './score.ts'

/** Records that one key may bring together; under a fuller one nearly nothing is the same. */
const mostOfOneKey = 200

/** Whatever the card says tells records of one noun apart. */
function compared(noun: MergeNoun): string[] {
  const card: Fields = nouns[noun].card
  return Object.keys(card).filter(name => card[name]?.likeness)
}

/** Organisations that everyone may read: only these may speak for a pair. */
const openOgs: Record<MergeNoun, ReturnType<typeof sql>> = {
  og: sql`'{}'::bigint[]`,
  person: sql`array(select distinct og.id from membership join og on og.id = membership.og_id
    where membership.person_id = person.id and og.deleted_at is null and og.read_user = '{}' limit 200)`,
  event: sql`array(select og.id from event_og join og on og.id = event_og.og_id
    where event_og.event_id = event.id and og.deleted_at is null and og.read_user = '{}' limit 200)`,
}

const selected = (noun: MergeNoun) => sql`select ${sql.ref(`${noun}.id`)}, ${sql.ref(`${noun}.updated_at`)},
  ${sql.join(compared(noun).map(column => sql.ref(`${noun}.${column}`)))}, ${openOgs[noun]} as ogs,
  array(select distinct source_id from external_key
    where external_key.noun = ${noun} and external_key.record_id = ${sql.ref(`${noun}.id`)} limit 20) as id_sources
  from ${sql.table(noun)}`

export type Place = { at: string | null; id: number }

/** The place the search of a noun has come to; the row stays locked until the portion is done. */
export async function lockPlace(ctx: Ctx, noun: MergeNoun): Promise<Place> {
  await ctx.db
    .insertInto('duplicate_run')
    .values({ noun })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  const row = await ctx.db
    .selectFrom('duplicate_run')
    .select(['checked_at', 'checked_id'])
    .where('noun', '=', noun)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return { at: row.checked_at as string | null, id: row.checked_id }
}

export async function savePlace(ctx: Ctx, noun: MergeNoun, place: Place, isRunning: boolean): Promise<void> {
  await ctx.db
    .updateTable('duplicate_run')
    .set({ checked_at: place.at, checked_id: place.id, is_running: isRunning, updated_at: ctx.now().toISOString() })
    .where('noun', '=', noun)
    .execute()
}

/** Live records changed after a place, in the order of their change. */
export async function findChanged(ctx: Ctx, noun: MergeNoun, after: Place, limit: number) {
  const at = sql.ref(`${noun}.updated_at`)
  const from =
    after.at === null
      ? sql`true`
      : sql`(${at}, ${sql.ref(`${noun}.id`)}) > (${after.at}::timestamptz, ${after.id}::bigint)`
  const { rows } = await sql<Compared & { updated_at: string }>`${selected(noun)}
    where ${sql.ref(`${noun}.deleted_at`)} is null and ${from}
    order by ${at}, ${sql.ref(`${noun}.id`)} limit ${sql.lit(limit)}`.execute(ctx.db)
  return rows
}

export async function readCompared(ctx: Ctx, noun: MergeNoun, ids: readonly number[]): Promise<Compared[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<Compared>`${selected(noun)}
    where ${sql.ref(`${noun}.id`)} = any(${ids}::bigint[]) and ${sql.ref(`${noun}.deleted_at`)} is null`.execute(ctx.db)
  return rows
}

/** The records' keys become those given. */
export async function replaceKeys(
  ctx: Ctx,
  noun: MergeNoun,
  ids: readonly number[],
  keys: { id: number; key: string }[],
): Promise<void> {
  await sql`delete from duplicate_key where noun = ${noun} and record_id = any(${ids}::bigint[])`.execute(ctx.db)
  await sql`insert into duplicate_key (noun, record_id, key)
    select ${noun}, id, key from json_to_recordset(${JSON.stringify(keys)}::json) as fresh (id bigint, key text)
    on conflict do nothing`.execute(ctx.db)
}

/**
 * Pairs of these records with any other under one key, crowded keys left out; each pair once, the smaller id first. Each
 * key is looked up by itself: planned as one join, a fresh table without statistics is read again for every key.
 */
export async function findMeetings(ctx: Ctx, noun: MergeNoun, ids: readonly number[]): Promise<[number, number][]> {
  const { rows } = await sql<{ ids: number[] }>`
    with mine as materialized (
      select distinct key from duplicate_key where noun = ${noun} and record_id = any(${ids}::bigint[])
    )
    select few.ids from mine cross join lateral (
      select array_agg(one.record_id) as ids from (
        select duplicate_key.record_id from duplicate_key where duplicate_key.noun = ${noun} and duplicate_key.key = mine.key
        order by duplicate_key.record_id limit ${sql.lit(mostOfOneKey + 1)}
      ) as one
    ) as few
    where cardinality(few.ids) between 2 and ${sql.lit(mostOfOneKey)}`.execute(ctx.db)
  const mine = new Set(ids)
  const pairs = new Map<string, [number, number]>()
  for (const { ids: met } of rows)
    for (const one of met)
      if (mine.has(one))
        for (const other of met)
          if (one !== other)
            pairs.set(`${Math.min(one, other)} ${Math.max(one, other)}`, [Math.min(one, other), Math.max(one, other)])
  return [...pairs.values()]
}

export type Found = { a_id: number; b_id: number; score: number; reasons: KeptReason[] }

/**
 * Keeps what was found between these records and all others. Open pairs that are no longer found leave. A decision
 * stands while the kinds of reasons stay; when others speak for the pair, it is asked again. Only `same` is never asked twice.
 */
export async function keepFound(ctx: Ctx, noun: MergeNoun, ids: readonly number[], found: Found[]): Promise<void> {
  const fresh = sql`json_to_recordset(${JSON.stringify(found)}::json)
    as fresh (a_id bigint, b_id bigint, score smallint, reasons jsonb)`
  await sql`delete from duplicate where noun = ${noun} and state = 'open'
    and (a_id = any(${ids}::bigint[]) or b_id = any(${ids}::bigint[]))
    and not exists (select from ${fresh} where fresh.a_id = duplicate.a_id and fresh.b_id = duplicate.b_id)`.execute(
    ctx.db,
  )
  if (found.length === 0) return
  const codes = (of: string) => sql`(select array_agg(each ->> 'code' order by each ->> 'code')
    from jsonb_array_elements(${sql.ref(`${of}.reasons`)}) as each)`
  const again = sql<SqlBool>`duplicate.state in ('different', 'unsure') and ${codes('excluded')} <> ${codes('duplicate')}`
  await sql`insert into duplicate (noun, a_id, b_id, score, reasons, created_at)
    select ${noun}, a_id, b_id, score, reasons, ${ctx.now().toISOString()}::timestamptz from ${fresh} order by a_id, b_id
    on conflict (noun, a_id, b_id) do update set score = excluded.score, reasons = excluded.reasons,
      state = case when ${again} then 'open' else duplicate.state end,
      decided_by = case when ${again} then null else duplicate.decided_by end,
      decided_at = case when ${again} then null else duplicate.decided_at end`.execute(ctx.db)
}

/** Keys and pairs of records that are in the trash, merged or gone; what was decided of a pair stays while both are there. */
export async function removeDead(ctx: Ctx, noun: MergeNoun): Promise<void> {
  const table = sql.table(noun)
  await sql`delete from duplicate_key where noun = ${noun}
    and not exists (select from ${table} as live where live.id = duplicate_key.record_id and live.deleted_at is null)`.execute(
    ctx.db,
  )
  await sql`delete from duplicate where noun = ${noun} and (
    not exists (select from ${table} as one where one.id = duplicate.a_id)
    or not exists (select from ${table} as other where other.id = duplicate.b_id))`.execute(ctx.db)
}
