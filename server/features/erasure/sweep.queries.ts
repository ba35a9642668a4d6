import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Ctx } from '#server/platform/ctx.ts'
import { isUniqueViolation } from '#server/platform/db/db.ts'

/** A column of text, found in the database catalogue: tables added later are searched without being listed here. */
export type TextColumn = { table: string; column: string; type: 'text' | '_text' | 'jsonb' }

/** The replacement for a name. */
export const blank = '▇▇▇'

/**
 * The audit log is handled separately; sessions, files and snapshots contain no text; the erasure empties itself last.
 */
const notSwept = [
  'audit',
  'audit_seal',
  'history',
  'erasure',
  'migration',
  'session',
  'ticket',
  'user',
  'login_attempt',
  'blob',
  'upload_content',
  'device',
  'frontier',
  'missing_url',
  'host_clock',
  // These contain names of persons who remain; the rows of erased persons are deleted.
  'mention',
  'upload_mention',
  'own_text',
  'own_text_mention',
  'record_change',
]
/** Addresses, keys and hashes are references; blanked they would be broken. */
const notWords =
  /(^|_)(url|urls|key|keys|hash|token|sha256|host|hosts|etag|cron|zone|entrances|robots|rules|columns|state)$/

export async function findTextColumns(ctx: Ctx): Promise<TextColumn[]> {
  const { rows } = await sql<TextColumn>`
    select pg_class.relname as table, pg_attribute.attname as column, pg_type.typname as type
    from pg_attribute join pg_class on pg_class.oid = pg_attribute.attrelid
    join pg_type on pg_type.oid = pg_attribute.atttypid
    where pg_class.relnamespace = 'public'::regnamespace and pg_class.relkind in ('r', 'p') and not pg_class.relispartition
      and pg_attribute.attnum > 0 and not pg_attribute.attisdropped and pg_attribute.attgenerated = ''
      and pg_type.typname in ('text', '_text', 'jsonb') and pg_class.relname <> all(${notSwept}::text[])
      and pg_class.relname not like 'search\\_%'
    order by 1, 2`.execute(ctx.db)
  return rows.filter(({ column }) => !notWords.test(column))
}

/** The name as it is written inside jsonb. */
const jsonName = (name: string) => JSON.stringify(name).slice(1, -1)
const likeOf = (name: string) => `%${name.replaceAll(/[\\%_]/g, '\\$&')}%`

/** A name in a script that separates words is not matched inside longer words. */
function patternOf({ type }: Pick<TextColumn, 'type'>, name: string): string {
  const escaped = name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
  const letter = 'a-zA-Z0-9\u00c0-\u024f\u0370-\u03ff\u0400-\u04ff'
  const isLetter = new RegExp(`^[${letter}]$`)
  // A line feed is written \n inside jsonb: its letter is not part of a word.
  const afterSign = type === 'jsonb' ? '|(?<=\\\\[bfnrt])|(?<=\\\\u[0-9a-f]{4})' : ''
  const before = isLetter.test([...name][0] ?? '') ? `(?:(?<![${letter}])${afterSign})` : ''
  const after = isLetter.test([...name].at(-1) ?? '') ? `(?![${letter}])` : ''
  return before + escaped + after
}

/** The names as one pattern, longer ones first, so that no part of a name remains; null if there are none. */
export function anyPattern(type: 'text' | 'jsonb', names: readonly string[]): string | null {
  const each = [...new Set(names)].sort((a, b) => b.length - a.length)
  return each.length === 0 ? null : each.map(name => patternOf({ type }, nameIn({ type }, name))).join('|')
}

const nameIn = (place: Pick<TextColumn, 'type'>, name: string) => (place.type === 'text' ? name : jsonName(name))

export function columnContains(place: TextColumn, name: string): RawBuilder<SqlBool> {
  const text = sql`${sql.ref(place.column)}::text`
  const inside = nameIn(place, name)
  return sql<SqlBool>`(${text} ilike ${likeOf(inside)} and ${text} ~* ${patternOf(place, inside)})`
}

/** The number of rows that contain each name, by `table.column`, not counting the rows of the persons themselves. */
export async function countNames(ctx: Ctx, { ids, names }: { ids: readonly number[]; names: readonly string[] }) {
  const found = new Map<string, { place: string; count: number }[]>(names.map(name => [name, []]))
  for (const [table, places] of Map.groupBy(await findTextColumns(ctx), place => place.table)) {
    const counts = places.flatMap(place =>
      names.map(name => sql`count(*) filter (where ${columnContains(place, name)})`),
    )
    const { rows } = await sql<{ counts: number[] }>`select array[${sql.join(counts)}] as counts
      from ${sql.table(table)} ${table === 'person' ? sql`where id <> all(${ids}::bigint[])` : sql``}`.execute(ctx.db)
    for (const [n, count] of (rows[0]?.counts ?? []).entries()) {
      const place = places[Math.floor(n / names.length)]!
      const name = names[n % names.length]!
      if (count > 0) found.get(name)!.push({ place: `${table}.${place.column}`, count })
    }
  }
  return found
}

function blankName(place: TextColumn, name: string): RawBuilder<unknown> {
  const column = sql.ref(place.column)
  const replaced = (text: RawBuilder<unknown>, inside: string) =>
    sql`regexp_replace(${text}, ${patternOf(place, inside)}, ${blank}, 'gi')`
  if (place.type === 'text') return replaced(column, name)
  if (place.type === 'jsonb') return sql`${replaced(sql`${column}::text`, jsonName(name))}::jsonb`
  return sql`(select coalesce(array_agg(${replaced(sql`word`, name)} order by n), '{}')
    from unnest(${column}) with ordinality as each (word, n))`
}

/**
 * Blanks the names in all text columns; returns the number of rows by `table.column`. Unique values get a number to
 * stay unique.
 */
export async function blankNames(ctx: Ctx, names: readonly string[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  if (names.length === 0) return counts
  const places = new Map((await findTextColumns(ctx)).map(place => [`${place.table}.${place.column}`, place]))
  // Few places contain a name: one scan of each table finds them.
  for (const [name, found] of await countNames(ctx, { ids: [], names }))
    for (const { place } of found)
      counts[place] = (counts[place] ?? 0) + (await blankOne(ctx, places.get(place)!, name, sql<SqlBool>`true`))
  return counts
}

/** Blanks a name in the rows of a column for which `which` is true. */
export async function blankOne(ctx: Ctx, place: TextColumn, name: string, which: RawBuilder<SqlBool>): Promise<number> {
  const where = sql<SqlBool>`${columnContains(place, name)} and ${which}`
  const table = sql.table(place.table)
  const update = (value: RawBuilder<unknown>) =>
    sql`update ${table} set ${sql.ref(place.column)} = ${value} where ${where}`.execute(ctx.db)
  await sql`savepoint one_place`.execute(ctx.db)
  try {
    const { numAffectedRows } = await update(blankName(place, name))
    await sql`release savepoint one_place`.execute(ctx.db)
    return Number(numAffectedRows ?? 0)
  } catch (error) {
    await sql`rollback to savepoint one_place`.execute(ctx.db)
    if (place.type !== 'text' || !isUniqueViolation(error)) throw error
    const { numAffectedRows } = await update(sql`${blankName(place, name)} || ' ' || ctid::text`)
    return Number(numAffectedRows ?? 0)
  }
}

/** Deletes search entries that show a name and queues their records for indexing. */
export async function renewSearch(ctx: Ctx, names: readonly string[]): Promise<number> {
  const containsName = names.map(
    name =>
      sql`(title || ' ' || names || ' ' || coalesce(subtitle, '') || ' ' || body || ' ' || aliases::text) ilike ${likeOf(name)}`,
  )
  if (containsName.length === 0) return 0
  const { rows } = await sql<{ count: number }>`
    with gone as (delete from search_entry where ${sql.join(containsName, sql` or `)} returning noun, record_id),
      queued as (insert into search_queue (noun, record_id, is_bulk) select distinct noun, record_id, true from gone)
    select count(*) as count from gone`.execute(ctx.db)
  return rows[0]!.count
}

/** Deletes the rows of any table that refer to a record by entity and id. */
export async function removePointers(ctx: Ctx, ids: readonly number[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const { table } of await pointersOf(ctx)) {
    const { numAffectedRows } = await sql`delete from ${sql.table(table)}
      where noun = 'person' and record_id = any(${ids}::bigint[])`.execute(ctx.db)
    if (Number(numAffectedRows ?? 0) > 0) counts[table] = Number(numAffectedRows)
  }
  return counts
}

export async function countPointers(ctx: Ctx, ids: readonly number[]): Promise<{ place: string; count: number }[]> {
  const counts: { place: string; count: number }[] = []
  for (const { table } of await pointersOf(ctx)) {
    const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}
      where noun = 'person' and record_id = any(${ids}::bigint[])`.execute(ctx.db)
    if (rows[0]!.count > 0) counts.push({ place: table, count: rows[0]!.count })
  }
  return counts
}

/**
 * A row of `record_change` informs cached lists that the record was removed: without it they would continue to show the
 * record.
 */
export async function pointersOf(ctx: Ctx): Promise<{ table: string }[]> {
  const { rows } = await sql<{ table: string }>`select pg_class.relname as table from pg_class
    where pg_class.relnamespace = 'public'::regnamespace and pg_class.relkind in ('r', 'p') and not pg_class.relispartition
      and pg_class.relname <> all('{audit,history,record_change}'::text[])
      and (select count(*) from pg_attribute where attrelid = pg_class.oid and attname in ('noun', 'record_id')
        and not attisdropped) = 2
    order by 1`.execute(ctx.db)
  return rows
}
