import { sql } from 'kysely'
import { entityNames } from '#contract/registry.ts'
import type { ListPage } from '#contract/wire.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Immutable } from '#server/platform/http/immutable.ts'
import { readableParts } from './access.ts'
import { type Anchor, readerOf, readPage } from './list.ts'
import { findCached } from './result-cache.ts'
import { columnsOf, type RecordRow, type RecordTable, whereOf } from './table.ts'
import { exactUpTo, isKnownLarge } from './total.ts'

type Query = { current: number; pageSize: number; sort?: string | undefined; keyword?: string | undefined }
type Filtering = { trash?: boolean | undefined; keyword?: string | undefined }

/** From this offset on, reading the ids first and then only the wanted rows is faster. */
const manyRows = 200

function orderOf<Row extends RecordRow, Filter extends Filtering>(table: RecordTable<Row, Filter>, sort?: string) {
  const text = sort ?? table.defaultSort
  const isDown = text.startsWith('-')
  const columns = [...(table.sorts[isDown ? text.slice(1) : text] ?? []), { column: 'id', type: 'bigint' }]
  return { columns, isDown, direction: isDown ? sql`desc` : sql`asc`, past: isDown ? sql`<=` : sql`>=` }
}

const isWithout = (filter: object) => Object.values(filter).every(each => each === undefined)

type RowWithPosition<Row> = { row: Row; place: unknown[] }

/** The sort values travel separately, because they need not be among the row's columns. */
function split<Row extends RecordRow>(raw: Record<string, unknown>): RowWithPosition<Row> {
  const { '~place': place, ...row } = raw
  return { row: row as Row, place: place as unknown[] }
}

/** Tables that log which of their records are written (`record_change`). */
const trackedTables: readonly string[] = entityNames

/**
 * One page of the records that this reader may read. Results of a keyword alone depend only on this table and come from
 * the result cache, which follows its changes.
 */
export async function findRecords<Row extends RecordRow, Filter extends Filtering>(
  ctx: Ctx,
  table: RecordTable<Row, Filter>,
  query: Query & Filter,
): Promise<Immutable<ListPage<Row>> | ListPage<Row>> {
  const { current, pageSize, sort, ...filter } = query
  const { keyword, ...rest } = filter as Filtering & Record<string, unknown>
  if (keyword && trackedTables.includes(table.name) && isWithout(rest)) {
    const key = JSON.stringify([table.name, readerOf(ctx), sort, keyword])
    const { columns, isDown } = orderOf(table, sort)
    const page = await findCached(ctx, key, { table, filter: query, columns, isDown }, { current, pageSize })
    if (page) return page
  }
  return await readRecords(ctx, table, query)
}

async function readRecords<Row extends RecordRow, Filter extends Filtering>(
  ctx: Ctx,
  table: RecordTable<Row, Filter>,
  query: Query & Filter,
): Promise<ListPage<Row>> {
  const { current, pageSize, sort, ...filter } = query
  const { columns, direction, past } = orderOf(table, sort)
  const name = sql.table(table.name)
  const at = (column: string) => sql.ref(`${table.name}.${column}`)
  const order = sql.join(columns.map(({ column }) => sql`${at(column)} ${direction}`))
  const place = sql`json_build_array(${sql.join(columns.map(({ column }) => at(column)))}) as "~place"`
  const where = () => whereOf(ctx, table, query)

  const all = () => {
    const parts = readableParts(table.policy, ctx, table.name)
    const each = parts.map(part => sql`select 1 from ${name} where ${at('deleted_at')} is null and ${part}`)
    return sql`${sql.join(each, sql` union all `)}`
  }
  const rows = async (limit: number, offset: number, from: Anchor | undefined): Promise<RowWithPosition<Row>[]> => {
    const values = [...((from?.value as unknown[] | undefined) ?? [])]
    const after = from
      ? sql`and (${sql.join(columns.map(({ column }) => at(column)))}) ${past}
          (${sql.join(columns.map(({ type }, n) => sql`${values[n]}::${sql.raw(type)}`))})`
      : sql``
    // Literals, not parameters: a prepared statement keeps one plan only if its limit is known.
    const part = sql`limit ${sql.lit(limit)} ${offset > 0 ? sql`offset ${sql.lit(offset)}` : sql``}`
    const read =
      offset < manyRows
        ? sql<Record<string, unknown>>`select ${columnsOf(table)}, ${place} from ${name}
            where ${where()} ${after} order by ${order} ${part}`
        : // Ids first: skipping many rows then reads only the index, not the skipped rows.
          sql<Record<string, unknown>>`select ${columnsOf(table)}, ${place} from (
              select ${at('id')} from ${name} where ${where()} ${after} order by ${order} ${part}
            ) as page join ${name} on ${at('id')} = page.id order by ${order}`
    const found = await read.execute(ctx.db)
    return found.rows.map(split<Row>)
  }
  const reader = {
    key: JSON.stringify([table.name, readerOf(ctx), sort, filter]),
    rows,
    place: ({ place }: RowWithPosition<Row>) => ({ value: place, id: Number(place.at(-1)) }),
    all: table.isOpenIndexed && isWithout(filter) ? all() : sql`select 1 from ${name} where ${where()}`,
  }
  if (filter.keyword && !isKnownLarge(reader.key, ctx.now().getTime())) {
    const page = await findByKeyword(ctx, table, query, order)
    if (page) return page
  }
  const page = await readPage(ctx, reader, { current, pageSize })
  return { ...page, items: page.items.map(({ row }) => row) }
}

/**
 * If there are few matches, they are found once, then counted and sorted. Undefined if there are many, which are then
 * read in order like any list.
 */
async function findByKeyword<Row extends RecordRow, Filter extends Filtering>(
  ctx: Ctx,
  table: RecordTable<Row, Filter>,
  query: Query & Filter,
  order: ReturnType<typeof sql.join>,
): Promise<ListPage<Row> | undefined> {
  const { current, pageSize, sort } = query
  const { columns } = orderOf(table, sort)
  const name = sql.table(table.name)
  const sorted = sql.join(columns.map(({ column }) => sql.ref(`${table.name}.${column}`)))
  const { rows } = await sql<Record<string, unknown>>`
    with matched as materialized (
      select ${sorted} from ${name} where ${whereOf(ctx, table, query)} limit ${sql.lit(exactUpTo + 1)}
    ), page as (
      select id from matched as ${name} order by ${order}
      limit ${sql.lit(pageSize)} offset ${sql.lit((current - 1) * pageSize)}
    )
    select counted.total as "~total", ${columnsOf(table)}
    from (select count(*) as total from matched) as counted
    left join page on true left join ${name} on ${sql.ref(`${table.name}.id`)} = page.id
    order by ${order}`.execute(ctx.db)
  const total = Number(rows[0]?.['~total'] ?? 0)
  if (total > exactUpTo) return undefined
  const items = rows.flatMap(({ '~total': _, ...row }) => (row.id === null ? [] : [row as Row]))
  return { items, total, current, pageSize }
}

/** The first few rows in one of the table's orders. */
export async function findFirst<Row extends RecordRow, Filter extends Filtering>(
  ctx: Ctx,
  table: RecordTable<Row, Filter>,
  sort: string,
  limit: number,
): Promise<Row[]> {
  const { columns, direction } = orderOf(table, sort)
  const order = sql.join(columns.map(({ column }) => sql`${sql.ref(`${table.name}.${column}`)} ${direction}`))
  const { rows } = await sql<Row>`select ${columnsOf(table)} from ${sql.table(table.name)}
    where ${whereOf(ctx, table, {} as Filter)} order by ${order} limit ${limit}`.execute(ctx.db)
  return rows
}
