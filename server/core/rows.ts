import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '#server/platform/ctx.ts'
import { pipelined } from '#server/platform/db/pipeline.ts'
import { storedLists, writable } from './access.ts'
import { changesOf, type FieldChange, type HistoryAct, writeHistory } from './history.ts'
import { findOpenChanges } from './open-change.ts'
import { columnsOf, isWhole, type RecordName, type RecordRow, type RecordTable, whereOf } from './table.ts'

type Filtering = { trash?: boolean | undefined }
type Values = Record<string, unknown>

/** Number of rows sent in one statement. */
const portion = 5_000

/** The rows that match a filter, locked, each with whether this user may do the act on it. */
export async function lockRecords<Row extends RecordRow, Filter extends Filtering>(
  ctx: Ctx,
  table: RecordTable<Row, Filter>,
  filter: Filter,
  act: 'update' | 'delete',
): Promise<{ id: number; rev: number; is_allowed: boolean }[]> {
  const id = sql.ref(`${table.name}.id`)
  const { rows } = await sql<{ id: number; rev: number; is_allowed: boolean }>`
    select ${id}, ${sql.ref(`${table.name}.rev`)}, ${writable(table.policy, ctx, act, table.name)} as is_allowed
    from ${sql.table(table.name)} where ${whereOf(ctx, table, filter)} order by ${id} for update`.execute(ctx.db)
  return rows
}

/** Whole rows by id, unordered. The caller has checked that they may be read. */
export async function selectRecords<Row extends RecordRow, Filter extends Filtering>(
  ctx: Ctx,
  table: RecordTable<Row, Filter>,
  ids: readonly number[],
): Promise<Row[]> {
  const { rows } = await sql<Row>`select ${columnsOf(table)} from ${sql.table(table.name)}
    where id = any(${ids}::bigint[])`.execute(ctx.db)
  return rows
}

type NewRows = {
  /** Values that equal the columns' defaults. */
  empty?: Values
  /** Further changes of a row for its history: links. */
  linked?: (n: number) => FieldChange[]
  /** Further writes for the rows, sent after them. */
  besides?: ((ids: readonly number[]) => Promise<void>) | undefined
}

/**
 * Inserts rows in few statements, with their history; returns ids in the given order. Columns that are not given, or
 * equal `empty` in all rows, use their default. That applies to most columns of imported records, and saves the
 * database from reading them.
 */
export async function insertRecords<Row extends RecordRow, Filter extends Filtering>(
  ctx: Ctx,
  table: RecordTable<Row, Filter>,
  rows: Values[],
  { empty = {}, linked = () => [], besides }: NewRows = {},
): Promise<number[]> {
  if (rows.length === 0) return []
  const { rows: drawn } = await sql<{ id: number }>`select nextval(pg_get_serial_sequence(${table.name}, 'id')) as id
    from generate_series(1, ${rows.length})`.execute(ctx.db)
  const ids = drawn.map(row => row.id)
  const fields = table.fields.filter(field => field in (rows[0] ?? {}))
  const stored = rows.map(row => storedLists(row))
  const given = fields.filter(field => stored.some(row => field in row && row[field] !== empty[field]))
  // The history is assembled while the database writes the rows.
  await pipelined([insertRows(ctx, table.name, { fields: given, ids }, stored), writeCreation(), besides?.(ids)])
  return ids

  async function writeCreation() {
    const records = rows.map((row, n) => ({
      id: ids[n]!,
      rev: 1,
      changes: [...changesOf<string>(fields, {}, row), ...linked(n)],
    }))
    await writeHistory(ctx, table.name, 'create', records)
  }
}

async function insertRows(
  ctx: Ctx,
  name: RecordName,
  { fields, ids }: { fields: readonly string[]; ids: readonly number[] },
  rows: readonly Values[],
): Promise<void> {
  const columns = sql.join(['id', ...fields].map(field => sql.ref(field)))
  const at = ctx.now().toISOString()
  const asGiven = (row: Values, id: number | undefined) => {
    const given: Values = { id }
    for (const field of fields) given[field] = row[field]
    return given
  }
  for (let start = 0; start < rows.length; start += portion) {
    const json = JSON.stringify(rows.slice(start, start + portion).map((row, n) => asGiven(row, ids[start + n])))
    await sql`insert into ${sql.table(name)} (owner, created_at, updated_at, ${columns}) overriding system value
      select ${ctx.actor.id}::bigint, ${at}::timestamptz, ${at}::timestamptz, ${columns}
      from json_populate_recordset(null::${sql.table(name)}, ${json}::json)`.execute(ctx.db)
  }
}

/** Writes the fields of rows that were locked before, with one history entry each; rows without changes are skipped. */
export async function updateRecords<Row extends RecordRow, Filter extends Filtering>(
  ctx: Ctx,
  table: RecordTable<Row, Filter>,
  all: { before: Values & { id: number; rev: number }; values: Values; linked?: FieldChange[] }[],
): Promise<void> {
  const records = all
    .map(({ before, values, linked = [] }) => ({
      before,
      values,
      changes: [...changesOf(Object.keys(values), before, values), ...linked],
    }))
    .filter(({ changes }) => changes.length > 0)
  if (records.length === 0) return
  const open = await findOpenChanges(ctx, records)
  const changed = records.filter(record => open.has(record))
  const stored = changed.map(({ before, values }) => ({ before, values: storedLists(values, before) }))
  const named = new Set(stored.flatMap(({ values }) => Object.keys(values)))
  const fields = table.fields.filter(field => named.has(field))
  const columns = sql.join(fields.map(field => sql.ref(field)))
  const fresh = sql.join(fields.map(field => sql`fresh.${sql.ref(field)}`))
  const sets = fields.length > 0 ? sql`, (${columns}) = row(${fresh})` : sql``
  const at = ctx.now().toISOString()
  for (let start = 0; start < changed.length; start += portion) {
    const rows = stored.slice(start, start + portion).map(({ before, values }) => ({
      ...Object.fromEntries(fields.map(field => [field, storedLists(before)[field]])),
      ...values,
      id: before.id,
    }))
    await sql`update ${sql.table(table.name)} as kept
      set rev = kept.rev + 1, updated_at = ${at}::timestamptz ${sets}
      from json_populate_recordset(null::${sql.table(table.name)}, ${JSON.stringify(rows)}::json) as fresh
      where kept.id = fresh.id`.execute(ctx.db)
  }
  await writeHistory(
    ctx,
    table.name,
    'update',
    records.map(record => ({
      id: record.before.id,
      rev: record.before.rev + (open.has(record) ? 1 : 0),
      changes: record.changes,
    })),
  )
}

export async function markRecordsDeleted(
  ctx: Ctx,
  table: { name: RecordName },
  ids: number[],
  act: Extract<HistoryAct, 'delete' | 'restore'>,
  /** Further changes for the history. */
  changes: FieldChange[] = [],
): Promise<void> {
  if (ids.length === 0) return
  const at = ctx.now().toISOString()
  const { rows } = await sql<{ id: number; rev: number }>`update ${sql.table(table.name)}
    set deleted_at = ${act === 'delete' ? at : null}::timestamptz, rev = rev + 1, updated_at = ${at}::timestamptz
    where id = any(${ids}::bigint[]) returning id, rev`.execute(ctx.db)
  await writeHistory(
    ctx,
    table.name,
    act,
    rows.map(row => ({ ...row, changes: changes })),
  )
}

const trashLivesMs = 30 * 86_400_000

/** Purges records after 30 days in the trash; their history stays. Merged records stay attached to their target. */
export async function purgeTrash(ctx: Ctx, name: RecordName): Promise<void> {
  const before = new Date(ctx.now().getTime() - trashLivesMs).toISOString()
  const { numAffectedRows } = await sql`delete from ${sql.table(name)}
    where deleted_at < ${before}::timestamptz and ${isWhole(name)}`.execute(ctx.db)
  const count = Number(numAffectedRows ?? 0)
  if (count > 0) ctx.log.info({ noun: name, count }, 'trash: records past their retention removed')
}

/**
 * Ids of live records by keys of some columns; `expression` is a column or an indexed expression. Each key is looked up
 * separately, for at most `most` records: the planner has no statistics of a table that is just being filled, and would
 * scan it.
 */
export async function findIdsByKeys(
  ctx: Ctx,
  name: RecordName,
  keys: readonly { expression: RawBuilder<unknown>; values: readonly string[]; most?: number }[],
): Promise<number[]> {
  const lookups = keys
    .filter(({ values }) => values.length > 0)
    .map(
      ({
        expression,
        values,
        most = 100,
      }) => sql`select found.id from unnest(${values}::text[]) as wanted (key) cross join lateral (
        select id from ${sql.table(name)} where ${expression} = wanted.key and deleted_at is null limit ${most}::int) as found`,
    )
  if (lookups.length === 0) return []
  const { rows } = await sql<{
    id: number
  }>`select distinct id from (${sql.join(lookups, sql` union all `)}) as named`.execute(ctx.db)
  return rows.map(row => row.id)
}

/** Ids of live records that have one of the numbers, by the keys of `identifier_keys`. */
export async function findIdsByNumbers(ctx: Ctx, name: RecordName, keys: readonly string[]): Promise<number[]> {
  if (keys.length === 0) return []
  const { rows } = await sql<{ id: number }>`select id from ${sql.table(name)}
    where identifiers <> '[]' and identifier_keys(identifiers) && ${[...new Set(keys)]}::text[] and deleted_at is null`.execute(
    ctx.db,
  )
  return rows.map(row => row.id)
}
