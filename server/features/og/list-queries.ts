import { type Expression, type SqlBool, sql } from 'kysely'
import type { OgFilter, OgQuery, ogSortable } from '#contract/og.ts'
import { countriesOf } from '#contract/region.ts'
import type { Page } from '#contract/wire.ts'
import { readable, writable } from '#server/platform/access.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { matchesKeyword } from '#server/platform/keyword.ts'
import { type Anchor, exactUpTo, isKnownLarge, plannedRows, readerOf, readPage } from '#server/platform/list.ts'
import { ogPolicy } from './policy.ts'
import { type OgRow, ogColumns } from './queries.ts'

/** All that this reader may know of; of the trash only what they may bring back. */
export function visibleOgs(ctx: Ctx, trash = false) {
  return ctx.db
    .selectFrom('og')
    .where('og.deleted_at', trash ? 'is not' : 'is', null)
    .where(readable(ogPolicy, ctx, 'og'))
    .$if(trash, query => query.where(writable(ogPolicy, ctx, 'delete', 'og')))
}

function conditionsOf(filter: OgFilter): Expression<SqlBool>[] {
  const all: (Expression<SqlBool> | undefined | '' | false)[] = [
    filter.keyword && matchesKeyword('og', filter.keyword),
    filter.id && sql<SqlBool>`og.id = any(${filter.id})`,
    filter.category_id && anyOf('og.category_id', 'bigint', filter.category_id),
    filter.region && anyOf('og.region', 'text', filter.region.flatMap(countriesOf)),
    filter.danger_level && anyOf('og.danger_level', 'danger_level', filter.danger_level),
    filter.weight_min !== undefined && sql<SqlBool>`og.weight >= ${filter.weight_min}`,
    filter.weight_max !== undefined && sql<SqlBool>`og.weight <= ${filter.weight_max}`,
    filter.owner && anyOf('og.owner', 'bigint', filter.owner),
    filter.has_changes !== undefined && sql<SqlBool>`(og.new_version > og.version) = ${filter.has_changes}`,
    filter.restricted !== undefined &&
      sql<SqlBool>`(og.read_user <> '{}' or og.write_user <> '{}') = ${filter.restricted}`,
  ]
  return all.filter(condition => !!condition)
}

/** A single value is an equality, which an index on (column, order) serves without sorting. */
function anyOf(column: string, type: string, values: readonly (string | number)[]): Expression<SqlBool> {
  if (values.length === 1) return sql<SqlBool>`${sql.ref(column)} = ${values[0]}::${sql.raw(type)}`
  return sql<SqlBool>`${sql.ref(column)} = any(${values}::${sql.raw(`${type}[]`)})`
}

export function filterOgs(ctx: Ctx, filter: OgFilter) {
  return conditionsOf(filter).reduce((query, condition) => query.where(condition), visibleOgs(ctx, filter.trash))
}

type SortField = (typeof ogSortable)[number]
const sortTypes: Record<SortField, string> = {
  updated_at: 'timestamptz',
  created_at: 'timestamptz',
  name: 'text',
  weight: 'smallint',
  danger_level: 'danger_level',
}

/** Skipping more rows than this is worth a second look-up of those wanted. */
const manyRows = 200

function orderOf(sort: OgQuery['sort']) {
  const text = sort ?? '-updated_at'
  const isDown = text.startsWith('-')
  return { field: text.replace('-', '') as SortField, direction: isDown ? ('desc' as const) : ('asc' as const) }
}

/** One page of what this reader may read. */
export async function findOgs(ctx: Ctx, query: OgQuery): Promise<Page<OgRow>> {
  const { current, pageSize, sort, ...filter } = query
  const { field, direction } = orderOf(sort)
  const filtered = () => filterOgs(ctx, filter)
  const nowMs = ctx.now().getTime()
  const count = async (limit: number) => {
    const limited = filtered().select(sql`1`.as('one')).limit(limit)
    const row = await ctx.db
      .selectFrom(limited.as('some'))
      .select(eb => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow()
    return row.total
  }
  const rows = (limit: number, offset: number, from: Anchor | undefined) => {
    const past = sql<SqlBool>`(${sql.ref(`og.${field}`)}, og.id) ${sql.raw(direction === 'desc' ? '<=' : '>=')}
      (${from?.value}::${sql.raw(sortTypes[field])}, ${from?.id}::bigint)`
    const ordered = filtered()
      .$if(from !== undefined, query => query.where(past))
      .orderBy(`og.${field}`, direction)
      .orderBy('og.id', direction)
      // Literals, not parameters: a prepared statement is planned once only if its limit is known.
      .limit(sql.lit(limit))
      .$if(offset > 0, query => query.offset(sql.lit(offset)))
    if (offset < manyRows) return ordered.select(ogColumns).execute()
    // Ids first: skipping many rows reads the index alone, not the rows skipped.
    const page = ordered.select('og.id')
    return ctx.db
      .selectFrom(page.as('page'))
      .innerJoin('og', 'og.id', 'page.id')
      .select(ogColumns)
      .orderBy(`og.${field}`, direction)
      .orderBy('og.id', direction)
      .execute()
  }
  const reader = {
    key: JSON.stringify(['og', readerOf(ctx), field, direction, filter]),
    rows,
    place: (row: OgRow) => ({ value: row[field], id: row.id }),
    count,
    estimate: () => plannedRows(filtered().select('og.id')),
  }
  if (filter.keyword && !isKnownLarge(reader.key, nowMs)) return await findByKeyword(ctx, query, reader, nowMs)
  return await readPage(reader, { current, pageSize }, nowMs)
}

type Reader = Parameters<typeof readPage<OgRow>>[0]

/** Few matches are found once, then counted and sorted; many are walked in order like any list. */
async function findByKeyword(ctx: Ctx, query: OgQuery, reader: Reader, nowMs: number): Promise<Page<OgRow>> {
  const { current, pageSize, sort, ...filter } = query
  const { field, direction } = orderOf(sort)
  const matches = filterOgs(ctx, filter)
    .select(['og.id', sql<unknown>`${sql.ref(`og.${field}`)}`.as('place')])
    .limit(exactUpTo + 1)
  const found = await ctx.db
    .with(
      cte => cte('matched').materialized(),
      () => matches,
    )
    .with('page', db =>
      db
        .selectFrom('matched')
        .select(['matched.id', 'matched.place'])
        .orderBy('matched.place', direction)
        .orderBy('matched.id', direction)
        .limit(pageSize)
        .offset((current - 1) * pageSize),
    )
    .selectFrom(sql<{ total: number }>`(select count(*) as total from matched)`.as('counted'))
    .leftJoin('page', join => join.onTrue())
    .leftJoin('og', 'og.id', 'page.id')
    .select('counted.total')
    .select(ogColumns)
    .orderBy('page.place', direction)
    .orderBy('page.id', direction)
    .execute()
  const total = found[0]?.total ?? 0
  if (total > exactUpTo) return await readPage(reader, { current, pageSize }, nowMs)
  const items = found.flatMap(({ total: _, ...row }) => (row.id === null ? [] : [row as OgRow]))
  return { items, total, current, pageSize }
}

/** Total of a filter, as lists show it. */
export function countOgs(ctx: Ctx, filter: OgFilter): Promise<number> {
  const limited = filterOgs(ctx, filter).select('og.id')
  return ctx.db
    .selectFrom(limited.as('all'))
    .select(eb => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
    .then(row => row.total)
}

export function findOgsBy(ctx: Ctx, order: 'created_at' | 'updated_at' | 'weight', limit: number): Promise<OgRow[]> {
  return visibleOgs(ctx)
    .select(ogColumns)
    .orderBy(`og.${order}`, 'desc')
    .orderBy('og.id', 'desc')
    .limit(limit)
    .execute()
}

/** Visible organisations by region and by danger level. */
export async function countOgsBy<C extends 'region' | 'danger_level'>(ctx: Ctx, column: C) {
  return visibleOgs(ctx)
    .select([`og.${column}`, eb => eb.fn.countAll<number>().as('count')])
    .groupBy(`og.${column}`)
    .orderBy(sql`count`, 'desc')
    .execute()
}
