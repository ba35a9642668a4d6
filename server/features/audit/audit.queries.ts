import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type AuditEntity, type AuditEntry, type AuditFilter, keywordReach } from '#contract/audit.api.ts'
import type { ListPage } from '#contract/wire.ts'
import { createdRev } from '#server/core/history.ts'
import { type Anchor, readPage } from '#server/core/list.ts'
import { anyOf } from '#server/core/table.ts'
import { entities } from '#server/entities.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { type AuditTable, auditTables } from './digest.ts'

export type AuditRow = AuditEntry & { trail_id: number; is_change: boolean }

/** Ids of both tables in one sequence: even for reads and the like, odd for changes. */
const keyOf: Record<AuditTable, RawBuilder<number>> = {
  audit: sql<number>`entry.id * 2`,
  history: sql<number>`entry.id * 2 + 1`,
}
const ownColumns: Record<AuditTable, RawBuilder<unknown>> = {
  audit: sql`entry.reason, entry.detail, '[]'::jsonb as changes, null::int as rev, false as is_change`,
  history: sql`null::text as reason, '{}'::jsonb as detail, entry.changes, entry.rev, true as is_change`,
}
const texts: Record<AuditTable, RawBuilder<unknown>> = {
  audit: sql`coalesce(entry.reason, '') || ' ' || entry.detail::text`,
  history: sql`entry.changes::text`,
}

/** The columns of both tables in one form, so that their sorted rows can be merged. */
function entriesOf(trail: AuditTable, from: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select ${keyOf[trail]} as id, entry.id as trail_id, entry.at, entry.user_id,
      coalesce(entry.username, '') as username, entry.act, entry.noun, entry.record_id, entry.req_id, entry.address,
      entry.erased_by is not null as is_erased, ${ownColumns[trail]}
    from ${from} as entry`
}

function conditionsOf(filter: AuditFilter): RawBuilder<SqlBool>[] {
  return [
    filter.user_id && anyOf('entry.user_id', 'bigint', filter.user_id),
    filter.act && anyOf('entry.act', 'text', filter.act),
    filter.noun && anyOf('entry.noun', 'text', filter.noun),
    filter.record_id && anyOf('entry.record_id', 'bigint', filter.record_id),
    filter.address && anyOf('entry.address', 'text', filter.address),
    filter.req_id && anyOf('entry.req_id', 'text', filter.req_id),
    filter.from && sql<SqlBool>`entry.at >= time_from(${filter.from})`,
    filter.to && sql<SqlBool>`entry.at < time_to(${filter.to})`,
  ].filter(condition => !!condition)
}

const allOf = (conditions: RawBuilder<SqlBool>[]) =>
  conditions.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`${sql.join(conditions, sql` and `)}`

/**
 * The rows of one table that match the filter; a keyword is searched in the newest rows that match the other
 * conditions.
 */
function selectEntries(trail: AuditTable, filter: AuditFilter, more: RawBuilder<SqlBool>[] = []): RawBuilder<unknown> {
  const where = sql`where ${allOf([...conditionsOf(filter), ...more])}`
  const keyword = filter.keyword?.trim()
  if (!keyword) return sql`(select * from ${sql.table(trail)} as entry ${where})`
  const like = `%${keyword.replaceAll(/[\\%_]/g, '\\$&')}%`
  const matches = sql`entry.username ilike ${like} or entry.req_id = ${keyword} or entry.address = ${keyword}
    or ${texts[trail]} ilike ${like}`
  return sql`(select * from (select * from ${sql.table(trail)} as entry ${where}
    order by at desc, id desc limit ${sql.lit(keywordReach)}) as entry where ${matches})`
}

/** One page, newest first. Each table returns its own newest rows by its index; the page is taken from both. */
export function findAuditEntries(
  ctx: Ctx,
  {
    current,
    pageSize,
    sort,
    ...filter
  }: AuditFilter & { current: number; pageSize: number; sort?: string | undefined },
): Promise<ListPage<AuditRow>> {
  const isUp = sort === 'at'
  const direction = isUp ? sql`asc` : sql`desc`
  const rows = async (limit: number, offset: number, from: Anchor | undefined): Promise<AuditRow[]> => {
    const most = sql.lit(limit + offset)
    const parts = auditTables.map(trail => {
      const beyond = from
        ? [
            sql<SqlBool>`entry.at ${isUp ? sql`>=` : sql`<=`} ${from.value}::timestamptz`,
            sql<SqlBool>`(entry.at, ${keyOf[trail]}) ${isUp ? sql`>=` : sql`<=`} (${from.value}::timestamptz, ${from.id}::bigint)`,
          ]
        : []
      return sql`(${entriesOf(trail, selectEntries(trail, filter, beyond))}
        order by entry.at ${direction}, entry.id ${direction} limit ${most})`
    })
    const { rows: entries } = await sql<AuditRow & { place: string }>`
      select *, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as place
      from (${sql.join(parts, sql` union all `)}) as entry
      order by at ${direction}, id ${direction} limit ${sql.lit(limit)} offset ${sql.lit(offset)}`.execute(ctx.db)
    return entries
  }
  const every = auditTables.map(trail => sql`(select 1 from ${selectEntries(trail, filter)} as entry)`)
  return readPage(
    ctx,
    {
      key: JSON.stringify(['audit', sort, filter]),
      rows,
      place: row => ({ value: (row as AuditRow & { place: string }).place, id: row.id }),
      all: sql`select 1 from (${sql.join(every, sql` union all `)}) as entry`,
    },
    { current, pageSize },
  )
}

export async function findAuditEntry(ctx: Ctx, id: number): Promise<AuditRow | undefined> {
  const trail = id % 2 === 0 ? 'audit' : 'history'
  const { rows } = await sql<AuditRow>`${entriesOf(trail, sql.table(trail))}
    where entry.id = ${Math.floor(id / 2)}::bigint`.execute(ctx.db)
  return rows[0]
}

/** The changes among these that created no revision of their own, as histories show them (`madeRev`). */
export async function findWithoutRev(ctx: Ctx, rows: readonly AuditRow[]): Promise<Set<number>> {
  const ids = rows.filter(row => row.is_change).map(row => row.trail_id)
  if (ids.length === 0) return new Set()
  const { rows: found } = await sql<{ id: number }>`select id from history
    where id = any(${ids}::bigint[]) and ${createdRev} is null`.execute(ctx.db)
  return new Set(found.map(({ id }) => id))
}

/** Yields all entries of the filter in order, in the caller's snapshot. */
export async function* readEntries(ctx: Ctx, filter: AuditFilter, batch: number): AsyncGenerator<AuditRow[]> {
  const parts = auditTables.map(
    trail => sql`(${entriesOf(trail, selectEntries(trail, filter))} order by entry.at desc)`,
  )
  await sql`declare exported no scroll cursor for select * from (${sql.join(parts, sql` union all `)}) as entry
    order by at desc, id desc`.execute(ctx.db)
  for (;;) {
    const { rows } = await sql<AuditRow>`fetch ${sql.raw(String(batch))} from exported`.execute(ctx.db)
    if (rows.length === 0) return
    yield rows
  }
}

export async function countAll(ctx: Ctx, filter: AuditFilter): Promise<number> {
  const parts = auditTables.map(trail => sql`select count(*) as count from ${selectEntries(trail, filter)} as entry`)
  const { rows } = await sql<{
    total: number
  }>`select sum(count)::bigint as total from (${sql.join(parts, sql` union all `)}) as each`.execute(ctx.db)
  return rows[0]?.total ?? 0
}

/** The title column of each entity whose records have one. */
const titles: Partial<Record<AuditEntity, RawBuilder<string | null>>> = {
  ...Object.fromEntries(Object.values(entities).map(({ name, title }) => [name, sql.ref(title)])),
  source: sql`name`,
  list: sql`name`,
  og_cate: sql`name`,
  custom_field: sql`name`,
  user: sql`username`,
  word: sql`word`,
  report: sql`title`,
  upload: sql`title`,
  issue: sql`title`,
  page: sql`coalesce(nullif(title, ''), url)`,
  screening_file: sql`file_name`,
  interchange: sql`file_name`,
  import: sql`file_name`,
}

/** The current titles of records, by `noun id`; administrators may read them all. */
export async function findTitles(
  ctx: Ctx,
  refs: { noun: string; record_id: number | null }[],
): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (const [noun, title] of Object.entries(titles)) {
    const ids = [...new Set(refs.flatMap(ref => (ref.noun === noun && ref.record_id !== null ? ref.record_id : [])))]
    if (ids.length === 0) continue
    const { rows } = await sql<{ id: number; title: string | null }>`
      select id, ${title} as title from ${sql.table(noun)} where id = any(${ids}::bigint[])`.execute(ctx.db)
    for (const { id, title } of rows) if (title) found.set(`${noun} ${id}`, title)
  }
  return found
}

/** The distinct values of an indexed column; each is found by one index lookup. */
async function distinct(ctx: Ctx, trail: AuditTable, column: 'act' | 'noun'): Promise<string[]> {
  const name = sql.ref(column)
  const { rows } = await sql<{ value: string }>`with recursive each as (
      (select ${name} as value from ${sql.table(trail)} order by ${name} limit 1)
      union all
      select (select ${name} from ${sql.table(trail)} where ${name} > each.value order by ${name} limit 1)
      from each where each.value is not null
    ) select value from each where value is not null`.execute(ctx.db)
  return rows.map(row => row.value)
}

export async function findWords(ctx: Ctx, column: 'act' | 'noun'): Promise<string[]> {
  const all = await Promise.all(auditTables.map(trail => distinct(ctx, trail, column)))
  return [...new Set(all.flat())].sort()
}

/** The result of the last verification. */
export async function findLastCheck(ctx: Ctx): Promise<{ at: string; detail: Record<string, unknown> } | undefined> {
  const { rows } = await sql<{ at: string; detail: Record<string, unknown> }>`select at, detail from audit
    where act = 'verify' order by at desc, id desc limit 1`.execute(ctx.db)
  return rows[0]
}

export async function isQueued(ctx: Ctx, job: string): Promise<boolean> {
  const { rows } = await sql`select from graphile_worker.jobs where task_identifier = ${job} and attempts < max_attempts
    limit 1`.execute(ctx.db)
  return rows.length > 0
}
