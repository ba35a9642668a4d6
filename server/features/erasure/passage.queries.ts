import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { ErasurePassage } from '#contract/erasure.api.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { isLinked, type LinkedRecords, ownerOf, readLinkedLabels } from './linked.queries.ts'
import { textsOf } from './passage.ts'
import { blankOne, columnContains, findTextColumns, type TextColumn } from './sweep.queries.ts'

/** Limits of the rows listed per column, and of all listed passages; the rest is counted. */
const [mostRows, mostPassages] = [300, 1_000]

type Table = { columns: string[]; keys: string[] }

async function tablesOf(ctx: Ctx): Promise<Map<string, Table>> {
  const { rows } = await sql<Table & { table: string }>`
    select pg_class.relname as table, array_agg(attname::text order by attnum) as columns,
      coalesce(array_agg(attname::text order by attnum) filter (where attnum = any(pg_index.indkey)), '{}') as keys
    from pg_class join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
      left join pg_index on pg_index.indrelid = pg_class.oid and pg_index.indisprimary
    where pg_class.relnamespace = 'public'::regnamespace and pg_class.relkind in ('r', 'p') group by 1`.execute(ctx.db)
  return new Map(rows.map(({ table, ...rest }) => [table, rest]))
}

/** The audit log is not searched automatically, but its entries must be decided on too. */
const auditTextColumns: TextColumn[] = [
  { table: 'audit', column: 'reason', type: 'text' },
  { table: 'audit', column: 'detail', type: 'jsonb' },
  { table: 'history', column: 'changes', type: 'jsonb' },
]

/** All tables whose texts may be among the passages. */
export async function passageTables(ctx: Ctx): Promise<string[]> {
  return [...new Set([...(await findTextColumns(ctx)), ...auditTextColumns].map(place => place.table))]
}

const nameColumns: ReadonlySet<string> = new Set(['name', 'aliases'])

const containsAnyName = (place: TextColumn, names: readonly string[]): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${sql.join(
    names.map(name => columnContains(place, name)),
    sql` or `,
  )})`

const keyOf = ({ keys }: Table) =>
  sql`jsonb_build_object(${sql.join(keys.flatMap(key => [sql.lit(key), sql.ref(key)]))})`

type Sought = { ids: readonly number[]; names: readonly string[]; safe: readonly string[]; linked: LinkedRecords }
type Passages = {
  items: ErasurePassage[]
  /** The number of passages beyond the listed ones. */
  more: number
  /** Rows about the person: their safe names are blanked without a decision. */
  certain: { place: string; count: number }[]
}

/**
 * Finds where the names occur. Rows about the person are counted; the others are returned with their context, for a
 * decision.
 */
export async function findPassages(ctx: Ctx, { ids, names, safe, linked }: Sought): Promise<Passages> {
  const found: Passages = { items: [], more: 0, certain: [] }
  if (names.length === 0) return found
  const tables = await tablesOf(ctx)
  const unsafe = names.filter(name => !safe.includes(name))
  for (const place of [...(await findTextColumns(ctx)), ...auditTextColumns]) {
    const table = tables.get(place.table)
    // The names of other persons belong to them.
    if (!table || table.keys.length === 0 || (place.table === 'person' && nameColumns.has(place.column))) continue
    const owner = ownerOf(place.table, table.columns, table.keys.length === 1 ? table.keys[0] : undefined)
    const ours = isLinked(owner, linked)
    const isOwn = isOwnRow(place.table, table.columns, ids)
    const open = sql<SqlBool>`not ${isOwn} and (not ${ours} and ${containsAnyName(place, names)}
      ${unsafe.length > 0 ? sql`or ${ours} and ${containsAnyName(place, unsafe)}` : sql``})`
    const { rows } = await sql<{
      key: string
      noun: string
      id: number | null
      value: unknown
      ours: boolean
      count: number
    }>`
      select ${keyOf(table)}::text as key, ${owner.noun} as noun, ${owner.id} as id,
        to_jsonb(${sql.ref(place.column)}) as value, ${ours} as ours, (count(*) over ())::int as count
      from ${sql.table(place.table)} where ${open}
      order by ${sql.join(table.keys.map(key => sql.ref(key)))} limit ${mostRows}`.execute(ctx.db)
    const room = Math.max(0, mostPassages - found.items.length)
    for (const { key, noun, id, value, ours: isOurs } of rows.slice(0, room)) {
      const texts = textsOf(value, isOurs ? unsafe : names)
      found.items.push({
        id: `${place.table}.${place.column} ${key}`,
        place: `${place.table}.${place.column}`,
        noun,
        record_id: id,
        title: null,
        texts,
      })
    }
    found.more += (rows[0]?.count ?? 0) - Math.min(rows.length, room)
    if (safe.length === 0) continue
    const { rows: counted } = await sql<{ count: number }>`select count(*)::int as count from ${sql.table(place.table)}
      where not ${isOwn} and ${ours} and ${containsAnyName(place, safe)}`.execute(ctx.db)
    const { count } = counted[0]!
    if (count > 0) found.certain.push({ place: `${place.table}.${place.column}`, count })
  }
  const labels = await readLinkedLabels(
    ctx,
    found.items.map(({ noun, record_id }) => ({ noun, id: record_id })),
  )
  for (const item of found.items) {
    const { title = null, about = [] } = labels.get(`${item.noun} ${item.record_id}`) ?? {}
    Object.assign(item, { title, about } satisfies Partial<ErasurePassage>)
  }
  return found
}

/** Rows that belong to the person and are removed as a whole. */
function isOwnRow(table: string, columns: readonly string[], ids: readonly number[]): RawBuilder<SqlBool> {
  const list = sql`any(${ids}::bigint[])`
  if (table === 'person') return sql<SqlBool>`id = ${list}`
  if (table === 'duplicate') return sql<SqlBool>`(noun = 'person' and (a_id = ${list} or b_id = ${list}))`
  if (table === 'merge')
    return sql<SqlBool>`(noun = 'person' and (target_id = ${list} or source_ids && ${ids}::bigint[]))`
  // Acts on the person remain in the audit log.
  if (table !== 'audit' && columns.includes('noun') && columns.includes('record_id'))
    return sql<SqlBool>`coalesce(noun::text = 'person' and record_id = ${list}, false)`
  if (table === 'membership' || table === 'timeline_note') return sql<SqlBool>`coalesce(person_id = ${list}, false)`
  if (table === 'og_relation') return sql<SqlBool>`coalesce(from_person_id = ${list}, false)`
  if (table === 'relation') return sql<SqlBool>`(from_id = ${list} or to_id = ${list})`
  return sql<SqlBool>`false`
}

/** Blanks the names in the texts of records about the person; returns the number of rows by `table.column`. */
export async function blankLinked(
  ctx: Ctx,
  names: readonly string[],
  linked: LinkedRecords,
): Promise<Record<string, number>> {
  const tables = await tablesOf(ctx)
  const counts: Record<string, number> = {}
  for (const place of await findTextColumns(ctx)) {
    const table = tables.get(place.table)
    if (!table) continue
    const ours = isLinked(ownerOf(place.table, table.columns, undefined), linked)
    for (const name of names) add(counts, place, await blankOne(ctx, place, name, ours))
  }
  return counts
}

/** Blanks the names in the chosen passages. */
export async function blankPassages(ctx: Ctx, names: readonly string[], decided: readonly string[]) {
  const tables = await tablesOf(ctx)
  const places = new Map((await findTextColumns(ctx)).map(place => [`${place.table}.${place.column}`, place]))
  const counts: Record<string, number> = {}
  for (const { name: at, key } of decided.map(parsePassage)) {
    const place = places.get(at)
    const keys = place && tables.get(place.table)?.keys
    if (!place || !keys?.length) continue
    const columns = sql.join(keys.map(each => sql.ref(each)))
    const here = sql<SqlBool>`(${columns}) = (select ${columns}
      from jsonb_populate_record(null::${sql.table(place.table)}, ${key}::jsonb))`
    let isBlanked = false
    for (const name of names) isBlanked = (await blankOne(ctx, place, name, here)) > 0 || isBlanked
    if (isBlanked) add(counts, place, 1)
  }
  return counts
}

function add(counts: Record<string, number>, { table, column }: TextColumn, count: number): void {
  if (count > 0) counts[`${table}.${column}`] = (counts[`${table}.${column}`] ?? 0) + count
}

/** Splits a passage's id into its place and the key of its row. */
function parsePassage(id: string): { name: string; key: string } {
  const at = id.indexOf(' ')
  return { name: id.slice(0, at), key: id.slice(at + 1) }
}

/** Ids of audit or history entries among the chosen passages. */
export function auditIds(decided: readonly string[], table: 'audit' | 'history'): number[] {
  return decided
    .map(parsePassage)
    .filter(({ name }) => name.startsWith(`${table}.`))
    .map(({ key }) => Number((JSON.parse(key) as { id: number }).id))
}
