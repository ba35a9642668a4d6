import { type SqlBool, sql } from 'kysely'
import type { MergeEntity } from '#contract/duplicate.api.ts'
import type { Fields } from '#contract/field.ts'
import { entities } from '#server/entities.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { ComparedRow } from './profile.ts'
import type { StoredReason } from './score.ts'

/** The most records that one key may pair; records under a more crowded key have almost nothing in common. */
const mostOfOneKey = 200

/** All fields of the schema that distinguish records of an entity. */
function matchFields(noun: MergeEntity): string[] {
  const schema: Fields = entities[noun].schema
  return Object.keys(schema).filter(name => schema[name]?.likeness)
}

/** Organisations that everyone may read: only these count as a reason. */
const openOgs: Record<MergeEntity, ReturnType<typeof sql>> = {
  og: sql`'{}'::bigint[]`,
  person: sql`array(select distinct og.id from membership join og on og.id = membership.og_id
    where membership.person_id = person.id and og.deleted_at is null and og.read_user = '{}' limit 200)`,
  event: sql`array(select og.id from event_og join og on og.id = event_og.og_id
    where event_og.event_id = event.id and og.deleted_at is null and og.read_user = '{}' limit 200)`,
}

const selectProfiles = (noun: MergeEntity) => sql`select ${sql.ref(`${noun}.id`)}, ${sql.ref(`${noun}.updated_at`)},
  ${sql.join(matchFields(noun).map(column => sql.ref(`${noun}.${column}`)))}, ${openOgs[noun]} as ogs,
  array(select distinct source_id from external_key
    where external_key.noun = ${noun} and external_key.record_id = ${sql.ref(`${noun}.id`)} limit 20) as id_sources
  from ${sql.table(noun)}`

/** Searches of one entity take turns: the row stays locked until the portion is done. */
export async function lockRun(ctx: Ctx, noun: MergeEntity): Promise<void> {
  await ctx.db
    .insertInto('duplicate_run')
    .values({ noun })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  await ctx.db.selectFrom('duplicate_run').select('noun').where('noun', '=', noun).forUpdate().executeTakeFirstOrThrow()
}

/** `at`: the instant up to which all changes have been compared; null while there are more. */
export async function saveRun(ctx: Ctx, noun: MergeEntity, at: Date | null): Promise<void> {
  await sql`update duplicate_run set checked_at = coalesce(${at?.toISOString() ?? null}::timestamptz, checked_at),
      is_running = ${at === null}, updated_at = ${ctx.now().toISOString()}::timestamptz
    where noun = ${noun}`.execute(ctx.db)
}

/** Takes the next changed records. They are removed from the queue in the same transaction that stores the result. */
export async function claimChanged(
  ctx: Ctx,
  noun: MergeEntity,
  limit: number,
): Promise<{ taken: number; ids: number[] }> {
  const { rows } = await sql<{ taken: number; ids: number[] }>`with turn as materialized (
      select id from duplicate_queue where noun = ${noun} order by id limit ${sql.lit(limit)}),
    taken as (delete from duplicate_queue where id in (select id from turn) returning record_id)
    select count(*)::int as taken, coalesce(array_agg(distinct record_id), '{}') as ids from taken`.execute(ctx.db)
  return rows[0]!
}

export async function isQueued(ctx: Ctx, noun: MergeEntity): Promise<boolean> {
  const { rows } = await sql`select from duplicate_queue where noun = ${noun} limit 1`.execute(ctx.db)
  return rows.length > 0
}

export async function readCompared(ctx: Ctx, noun: MergeEntity, ids: readonly number[]): Promise<ComparedRow[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<ComparedRow>`${selectProfiles(noun)}
    where ${sql.ref(`${noun}.id`)} = any(${ids}::bigint[]) and ${sql.ref(`${noun}.deleted_at`)} is null`.execute(ctx.db)
  return rows
}

/**
 * Replaces the records' keys; queues records whose shared key was crowded until now, so that they are compared again.
 */
export async function replaceKeys(
  ctx: Ctx,
  noun: MergeEntity,
  ids: readonly number[],
  keys: { id: number; key: string }[],
): Promise<void> {
  const { rows: former } = await sql<{ key: string; count: number }>`with gone as (
      delete from duplicate_key where noun = ${noun} and record_id = any(${ids}::bigint[]) returning key)
    select key, count(*)::int as count from gone group by key`.execute(ctx.db)
  await sql`insert into duplicate_key (noun, record_id, key)
    select ${noun}, id, key from json_to_recordset(${JSON.stringify(keys)}::json) as fresh (id bigint, key text)
    on conflict do nothing`.execute(ctx.db)
  const still = Map.groupBy(keys, ({ key }) => key)
  const less = former.flatMap(({ key, count }) => {
    const fewer = count - (still.get(key)?.length ?? 0)
    return fewer > 0 ? [{ key, count: fewer }] : []
  })
  if (less.length > 0)
    await sql`with less as (select key, count from json_to_recordset(${JSON.stringify(less)}::json) as less (key text, count int))
      ${queueThinned(noun)}`.execute(ctx.db)
}

/**
 * Queues the records of keys in `less`, each of which `count` records have lost, if that key was crowded before and no
 * longer is.
 */
const queueThinned = (noun: MergeEntity) => sql`insert into duplicate_queue (noun, record_id)
    select distinct ${noun}, record_id from less cross join lateral (
      select array_agg(one.record_id) as ids from (
        select duplicate_key.record_id from duplicate_key where duplicate_key.noun = ${noun} and duplicate_key.key = less.key
        limit ${sql.lit(mostOfOneKey + 1)}) as one
    ) as few cross join unnest(few.ids) as record_id
    where cardinality(few.ids) between 2 and ${sql.lit(mostOfOneKey)} and cardinality(few.ids) + less.count > ${sql.lit(mostOfOneKey)}`

/**
 * Pairs of these records with any other record under one key, without crowded keys; each pair once, the smaller id
 * first. Each key is looked up separately: in one join the planner would scan a fresh table without statistics again
 * for every key.
 */
export async function findPairsWithSharedKey(
  ctx: Ctx,
  noun: MergeEntity,
  ids: readonly number[],
): Promise<[number, number][]> {
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

type DuplicateCandidate = { a_id: number; b_id: number; score: number; reasons: StoredReason[] }

/**
 * Stores the pairs found between these records and all others. Open pairs that were not found again are deleted. A
 * decision remains valid while the kinds of reasons stay the same; when other kinds appear, the pair is reopened. Only
 * `same` is never reopened.
 */
export async function storeCandidates(
  ctx: Ctx,
  noun: MergeEntity,
  ids: readonly number[],
  found: DuplicateCandidate[],
): Promise<void> {
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

/**
 * Removes keys and pairs of records that are in the trash, merged or deleted; a decision about a pair stays while both
 * records exist.
 */
export async function removeDead(ctx: Ctx, noun: MergeEntity): Promise<void> {
  const table = sql.table(noun)
  const { rows } = await sql<{ ids: number[] | null }>`select array_agg(distinct record_id) as ids from duplicate_key
    where noun = ${noun} and not exists (select from ${table} as live
      where live.id = duplicate_key.record_id and live.deleted_at is null)`.execute(ctx.db)
  const dead = rows[0]?.ids ?? []
  if (dead.length > 0) await replaceKeys(ctx, noun, dead, [])
  await sql`delete from duplicate where noun = ${noun} and (
    not exists (select from ${table} as one where one.id = duplicate.a_id)
    or not exists (select from ${table} as other where other.id = duplicate.b_id))`.execute(ctx.db)
}
