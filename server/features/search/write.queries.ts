import { type RawBuilder, sql } from 'kysely'
import type { SearchEntity } from '#contract/search.api.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { IndexEntry } from './entry.ts'

/** `at`: time at which it was queued. */
export type QueuedRecord = { noun: SearchEntity; record_id: number; is_bulk: boolean; at: string }

/**
 * Takes the oldest records from the queue, changes by users first, each with all of its rows; they return if the
 * transaction fails.
 */
export async function claimQueued(ctx: Ctx, most: number): Promise<QueuedRecord[]> {
  const { rows } = await sql<QueuedRecord>`with next as materialized (
      select distinct noun, record_id from (select noun, record_id from search_queue
        where is_bulk = (select is_bulk from search_queue order by is_bulk, id limit 1)
        order by is_bulk, id limit ${most}) as oldest
    ), these as materialized (
      select each.place from next cross join lateral (select ctid as place from search_queue
        where search_queue.noun = next.noun and search_queue.record_id = next.record_id
        offset 0 for update skip locked) as each
    )
    delete from search_queue using these where search_queue.ctid = these.place
    returning noun, record_id, is_bulk, at`.execute(ctx.db)
  return rows
}

/**
 * Next record in the queue: whether it belongs to a bulk change, and how many seconds it has waited. Undefined if the
 * queue is empty.
 */
export async function findNextQueued(
  ctx: Ctx,
): Promise<{ noun: SearchEntity; is_bulk: boolean; seconds: number } | undefined> {
  const { rows } = await sql<{ noun: SearchEntity; is_bulk: boolean; seconds: number }>`select noun, is_bulk,
      extract(epoch from now() - at)::float8 as seconds
    from search_queue order by is_bulk, id limit 1`.execute(ctx.db)
  return rows[0]
}

export async function addQueued(ctx: Ctx, queued: readonly QueuedRecord[]): Promise<void> {
  if (queued.length === 0) return
  await sql`insert into search_queue (noun, record_id, is_bulk, at) select noun, record_id, is_bulk, at
    from jsonb_to_recordset(${JSON.stringify(queued)}::jsonb)
      as q (noun text, record_id bigint, is_bulk boolean, at timestamptz)`.execute(ctx.db)
}

/**
 * Seconds that the oldest change has waited; 0 if the queue is empty. Measured by the database's clock, which wrote it.
 */
export async function findLag(ctx: Ctx): Promise<number> {
  const oldest = (isBulk: boolean) =>
    sql`(select at from search_queue where is_bulk = ${sql.lit(isBulk)} order by id limit 1)`
  const { rows } = await sql<{ seconds: number }>`select
      greatest(0, coalesce(extract(epoch from now() - min(at)), 0))::float8 as seconds
    from (${oldest(false)} union all ${oldest(true)}) as waiting`.execute(ctx.db)
  return Math.floor(rows[0]!.seconds)
}

/** Queues all records of an entity, for a rebuild. */
export async function queueAll(ctx: Ctx, noun: SearchEntity): Promise<void> {
  await sql`insert into search_queue (noun, record_id, is_bulk)
    select ${noun}::text, id, true from ${sql.table(noun)}`.execute(ctx.db)
}

/** Records whose entries are to be made again, behind what people edit. */
export async function queueEntries(
  ctx: Ctx,
  records: readonly { noun: SearchEntity; record_id: number }[],
): Promise<void> {
  const [nouns, ids] = [records.map(({ noun }) => noun), records.map(({ record_id }) => record_id)]
  await sql`insert into search_queue (noun, record_id, is_bulk)
    select noun, record_id, true from unnest(${nouns}::text[], ${ids}::bigint[]) as record (noun, record_id)`.execute(
    ctx.db,
  )
}

export async function emptyEntries(ctx: Ctx): Promise<void> {
  await sql`truncate search_entry, search_name, search_queue`.execute(ctx.db)
}

/**
 * Lets one process at a time write entries, so that they are written in the order in which they were read. False if
 * another process does.
 */
export async function becomeIndexWriter(ctx: Ctx): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`select pg_try_advisory_xact_lock(hashtext('search_keeper')) as is,
    set_config('lock_timeout', '500ms', true)`.execute(ctx.db)
  return rows[0]!.is
}

/** The same for callers that can wait for the other process. */
export async function waitForQueue(ctx: Ctx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('search_keeper'))`.execute(ctx.db)
}

export async function countQueued(ctx: Ctx): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from search_queue`.execute(ctx.db)
  return rows[0]!.count
}

/** Table and key that hold an entity's access, and the condition under which its entry is hidden. */
function protectionOf(noun: SearchEntity): {
  table: RawBuilder<unknown>
  key: RawBuilder<unknown>
  hidden: RawBuilder<unknown>
} {
  const inTrash = sql`source.deleted_at is not null`
  if (noun === 'page') return { table: sql.table('og'), key: sql`fresh.og_id`, hidden: inTrash }
  if (noun !== 'report') return { table: sql.table(noun), key: sql`fresh.record_id`, hidden: inTrash }
  const isWithdrawn = sql`fresh.part = 1 and (source.published_version is null or source.status = 'archived')`
  return { table: sql.table(noun), key: sql`fresh.record_id`, hidden: sql`(${inTrash} or ${isWithdrawn})` }
}

const fields = sql`record_id bigint, part bigint, og_id bigint, is_newest boolean, weight smallint, region text,
  at timestamptz, title text, aliases jsonb, subtitle text, names text, sounds text, body text, words text`

/**
 * Writes entries with the present access. The record is locked meanwhile: a change of its access either comes before
 * and is applied, or comes after and updates the entries. Skips a record that another transaction holds; returns the
 * entries written.
 */
export async function writeEntries(ctx: Ctx, noun: SearchEntity, entries: readonly IndexEntry[]): Promise<Set<string>> {
  const { table, key, hidden } = protectionOf(noun)
  const json = JSON.stringify(entries.map(({ name_rows: _, ...entry }) => entry))
  const { rows } = await sql<{ record_id: number; part: number }>`with fresh as materialized (
      select * from jsonb_to_recordset(${json}::jsonb) as fresh (${fields})),
    source as materialized (select * from ${table} where id in (select ${key} from fresh) order by id for share skip locked)
    insert into search_entry (noun, record_id, part, og_id, owner, readers, is_hidden, is_newest, weight, region, at,
      written_at, title, aliases, subtitle, names, sounds, body, words)
    select ${noun}::text, fresh.record_id, fresh.part, fresh.og_id, source.owner,
      readers_of(source.owner, source.read_user, source.write_user), ${hidden}, fresh.is_newest, fresh.weight, fresh.region,
      fresh.at, ${ctx.now().toISOString()}::timestamptz, fresh.title,
      array(select jsonb_array_elements_text(fresh.aliases)), fresh.subtitle, fresh.names, fresh.sounds, fresh.body,
      fresh.words::tsvector
    from fresh join source on source.id = ${key}
    order by fresh.record_id, fresh.part
    on conflict (noun, record_id, part) do update set (og_id, owner, readers, is_hidden, is_newest, weight, region, at,
      written_at, title, aliases, subtitle, names, sounds, body, words) = (excluded.og_id, excluded.owner,
      excluded.readers, excluded.is_hidden, excluded.is_newest, excluded.weight, excluded.region, excluded.at,
      excluded.written_at, excluded.title, excluded.aliases, excluded.subtitle, excluded.names, excluded.sounds,
      excluded.body, excluded.words)
    returning record_id, part`.execute(ctx.db)
  const written = new Set(rows.map(row => `${row.record_id} ${row.part}`))
  await writeNames(
    ctx,
    noun,
    entries.filter(entry => written.has(`${entry.record_id} ${entry.part}`)),
  )
  return written
}

/** Leaves unchanged names alone, which are the majority when a record changes. */
async function writeNames(ctx: Ctx, noun: SearchEntity, entries: readonly IndexEntry[]): Promise<void> {
  const keys = entries.map(({ record_id, part }) => ({ record_id, part }))
  const names = entries.flatMap(({ record_id, part, name_rows }) => name_rows.map(row => ({ record_id, part, ...row })))
  await sql`with fresh as materialized (
      select distinct record_id, part, kind, key from jsonb_to_recordset(${JSON.stringify(names)}::jsonb)
        as e (record_id bigint, part bigint, kind text, key text)
    ), former as materialized (
      select found.* from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as e (record_id bigint, part bigint)
        cross join lateral (select ctid as place, record_id, part, kind, key from search_name
          where search_name.noun = ${noun}::text and search_name.record_id = e.record_id and search_name.part = e.part
          offset 0) as found
    ), gone as (
      delete from search_name using (select former.place from former
          where not exists (select from fresh where (fresh.record_id, fresh.part, fresh.kind, fresh.key)
            = (former.record_id, former.part, former.kind, former.key))) as other
        where search_name.ctid = other.place
    )
    insert into search_name (noun, record_id, part, kind, key)
    select ${noun}::text, record_id, part, kind, key from fresh
      where not exists (select from former where (fresh.record_id, fresh.part, fresh.kind, fresh.key)
        = (former.record_id, former.part, former.kind, former.key))`.execute(ctx.db)
}

/** Removes entries of these records other than the given ones: that record, or that part of it, no longer exists. */
export async function removeOtherEntries(
  ctx: Ctx,
  noun: SearchEntity,
  records: readonly number[],
  kept: readonly { record_id: number; part: number }[],
): Promise<void> {
  await sql`delete from search_entry where noun = ${noun}::text and record_id = any(${records}::bigint[])
    and not exists (select from jsonb_to_recordset(${JSON.stringify(kept)}::jsonb) as e (record_id bigint, part bigint)
      where e.record_id = search_entry.record_id and e.part = search_entry.part)`.execute(ctx.db)
}

/**
 * Marks the newest version of each page; names of older versions are no longer suggested, and deleted versions are no
 * longer found.
 */
export async function markNewest(ctx: Ctx, pages: readonly number[]): Promise<void> {
  const { rows } = await sql<{ record_id: number; part: number; is_gone: boolean }>`
    select entry.record_id, entry.part, version.id is null as is_gone
    from unnest(${pages}::bigint[]) as wanted (id)
    cross join lateral (select record_id, part, og_id, is_newest from search_entry
      where search_entry.noun = 'page' and search_entry.record_id = wanted.id offset 0) as entry
    left join lateral (select last_version from page where page.id = wanted.id offset 0) as page on true
    left join lateral (select id from page_version where page_version.og_id = entry.og_id
      and page_version.page_id = entry.record_id and page_version.id = entry.part offset 0) as version on true
    where version.id is null or entry.is_newest <> (page.last_version = entry.part)`.execute(ctx.db)
  if (rows.length === 0) return
  const shape = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as e (record_id bigint, part bigint, is_gone boolean)`
  await sql`delete from search_entry using ${shape} where e.is_gone and search_entry.noun = 'page'
    and search_entry.record_id = e.record_id and search_entry.part = e.part`.execute(ctx.db)
  await sql`update search_entry set is_newest = page.last_version = search_entry.part from ${shape}
      join page on page.id = e.record_id
    where search_entry.noun = 'page' and search_entry.record_id = e.record_id and search_entry.part = e.part`.execute(
    ctx.db,
  )
  await sql`delete from search_name using ${shape} join search_entry on search_entry.noun = 'page'
      and search_entry.record_id = e.record_id and search_entry.part = e.part
    where search_name.noun = 'page' and search_name.record_id = e.record_id and search_name.part = e.part
      and not search_entry.is_newest`.execute(ctx.db)
}

/** Number of entries of each entity. */
export async function countEntries(ctx: Ctx): Promise<{ noun: string; count: number }[]> {
  const { rows } = await sql<{ noun: string; count: number }>`select noun, count(*) as count from search_entry
    group by noun order by noun`.execute(ctx.db)
  return rows
}
