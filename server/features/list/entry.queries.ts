import { sql } from 'kysely'
import type { ListEntry } from '#contract/list.api.ts'
import type { ListPage } from '#contract/wire.ts'
import type { Ctx } from '#server/platform/ctx.ts'

/** `holder`: the key of the party that holds this document; null for a party. */
export type StagedEntry = Pick<ListEntry, 'key' | 'schema' | 'caption' | 'properties'> & { holder: string | null }

/** The difference between a version and the previous one; `before`: the number of entries of the previous one. */
type VersionDifference = { entries: number; added: number; changed: number; removed: number; before: number }

export async function removeStaged(ctx: Ctx, versionId: number): Promise<void> {
  await ctx.db.deleteFrom('list_staged').where('version_id', '=', versionId).execute()
}

/**
 * Inserts entries and returns the positions of those not inserted: if two entities have the same id, the first counts.
 */
export async function insertStaged(ctx: Ctx, versionId: number, entries: readonly StagedEntry[]): Promise<number[]> {
  if (entries.length === 0) return []
  const { rows } = await sql<{
    key: string
  }>`insert into list_staged (version_id, key, holder, schema, caption, properties)
    select ${versionId}::bigint, key, holder, schema, caption, properties
    from json_populate_recordset(null::list_staged, ${JSON.stringify(entries)}::json)
    on conflict do nothing returning key`.execute(ctx.db)
  const taken = new Set(rows.map(({ key }) => key))
  return entries.flatMap(({ key }, place) => (taken.delete(key) ? [] : [place]))
}

/**
 * Moves the numbers of documents to their holders; the documents themselves are not entries. Also updates the planner's
 * statistics of the table.
 */
export async function numberEntries(ctx: Ctx, versionId: number): Promise<void> {
  await sql`analyze list_staged`.execute(ctx.db)
  await sql`update list_staged as party set properties = party.properties || jsonb_build_object('idNumber', held.numbers)
    from (
      select holder.key, jsonb_agg(distinct number order by number) as numbers
      from list_staged as document
      join list_staged as holder on holder.version_id = document.version_id and holder.key = document.holder
      cross join lateral jsonb_array_elements_text(
        coalesce(document.properties -> 'number', '[]') || coalesce(holder.properties -> 'idNumber', '[]')) as number
      where document.version_id = ${versionId}::bigint and document.holder is not null and holder.holder is null
      group by holder.key
    ) as held
    where party.version_id = ${versionId}::bigint and party.key = held.key`.execute(ctx.db)
  await sql`delete from list_staged where version_id = ${versionId}::bigint and holder is not null`.execute(ctx.db)
}

const isUnchangedSql = sql`(entry.schema, entry.caption, entry.properties) = (staged.schema, staged.caption, staged.properties)`

export async function countDifference(ctx: Ctx, listId: number, versionId: number): Promise<VersionDifference> {
  const { rows } = await sql<VersionDifference>`select
      count(staged.key)::int as entries,
      count(entry.id)::int as before,
      count(*) filter (where entry.id is null)::int as added,
      count(*) filter (where entry.id is not null and staged.key is not null and not ${isUnchangedSql})::int as changed,
      count(*) filter (where staged.key is null)::int as removed
    from (select * from list_staged where version_id = ${versionId}::bigint) as staged
    full join (select * from list_entry where list_id = ${listId}::bigint and until is null) as entry
      on entry.key = staged.key`.execute(ctx.db)
  return rows[0] as VersionDifference
}

/** Turns the staged entries into those of version `n`, in the transaction that marks the version as current. */
export async function promote(ctx: Ctx, listId: number, versionId: number, n: number): Promise<void> {
  await sql`update list_entry as entry set until = ${n}::int
    where entry.list_id = ${listId}::bigint and entry.until is null and not exists (
      select from list_staged as staged where staged.version_id = ${versionId}::bigint and staged.key = entry.key and ${isUnchangedSql}
    )`.execute(ctx.db)
  await sql`insert into list_entry (list_id, key, since, schema, caption, properties)
    select ${listId}::bigint, key, ${n}::int, schema, caption, properties from list_staged as staged
    where staged.version_id = ${versionId}::bigint and not exists (
      select from list_entry as entry where entry.list_id = ${listId}::bigint and entry.key = staged.key and entry.until is null
    ) order by key`.execute(ctx.db)
  await removeStaged(ctx, versionId)
  await sql`analyze list_entry`.execute(ctx.db)
}

/** Whether any entry of the current version is marked as sanctioned by its own topics. */
export async function saysSanctions(ctx: Ctx, listId: number): Promise<boolean> {
  const { rows } = await sql<{ says: boolean }>`select exists (select from list_entry where list_id = ${listId}::bigint
    and until is null and properties -> 'topics' @> '["sanction"]') as says`.execute(ctx.db)
  return rows[0]?.says ?? false
}

type Query = {
  current: number
  pageSize: number
  sort?: string | undefined
  keyword?: string | undefined
  version: number
  change?: 'added' | 'changed' | 'removed' | undefined
}

/** Entries of a version, or its changes to the entries of the previous one. */
export async function findEntries(ctx: Ctx, listId: number, query: Query): Promise<ListPage<ListEntry>> {
  const { current, pageSize, version, change, keyword = '' } = query
  const before = sql`exists (select from list_entry as old
    where old.list_id = entry.list_id and old.key = entry.key and old.until = entry.since)`
  const after = sql`exists (select from list_entry as next
    where next.list_id = entry.list_id and next.key = entry.key and next.since = entry.until)`
  const which = {
    all: sql`entry.since <= ${version}::int and (entry.until is null or entry.until > ${version}::int)`,
    added: sql`entry.since = ${version}::int and not ${before}`,
    changed: sql`entry.since = ${version}::int and ${before}`,
    removed: sql`entry.until = ${version}::int and not ${after}`,
  }[change ?? 'all']
  const like = `%${keyword.replace(/[\\%_]/g, '\\$&')}%`
  const where = sql`entry.list_id = ${listId}::bigint and ${which}
    and (${keyword} = '' or entry.caption ilike ${like} or entry.key = ${keyword} or entry.properties::text ilike ${like})`
  const order = query.sort === '-caption' ? sql`entry.caption desc, entry.id desc` : sql`entry.caption, entry.id`
  const [items, count] = await Promise.all([
    sql<ListEntry>`select id, key, schema, caption, properties, since, until from list_entry as entry
      where ${where} order by ${order} limit ${pageSize} offset ${(current - 1) * pageSize}`.execute(ctx.db),
    sql<{ total: number }>`select count(*)::int as total from list_entry as entry where ${where}`.execute(ctx.db),
  ])
  return { items: items.rows, total: count.rows[0]?.total ?? 0, current, pageSize }
}
