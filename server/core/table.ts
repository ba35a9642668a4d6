import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type * as z from 'zod/mini'
import { mergeEntities, type RecordEntity } from '#contract/registry.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { DB } from '#server/platform/db/db-types.ts'
import { AppError, type FieldFault } from '#server/platform/http/errors.ts'
import {
  type AccessColumns,
  type AccessLists,
  type Allowed,
  fieldColumns,
  type groupFields,
  type Policy,
  readable,
  storedLists,
  writable,
} from './access.ts'

/** Tables of records with owner, access lists, rev and trash, and read-only views of them. */
export type RecordName = RecordEntity | `published_${RecordEntity}`

/** Not merged into another record: a merged record belongs to its target, and appears in no list and no trash. */
export function isWhole(name: RecordName): RawBuilder<SqlBool> {
  return (mergeEntities as readonly string[]).includes(name)
    ? sql<SqlBool>`${sql.ref(`${name}.merged_into`)} is null`
    : sql<SqlBool>`true`
}

export type RecordRow = AccessColumns & { id: number; rev: number; created_at: string; updated_at: string }

declare const complete: unique symbol

/** All columns of a row. Only `columnsIn` creates the list, so that none is forgotten. */
export type Columns<Name extends string> = readonly Name[] & { readonly [complete]: (name: Name) => Name }

/** The type error for a column that the table does not have. */
type NoColumn<Name> = { noSuchColumn: Name }

/**
 * The columns of a table: the fields of its record in the API, without those added for a reader, plus the columns that
 * are never returned. A field of the contract that is neither a column nor added does not compile.
 */
export function columnsIn<
  Table extends keyof DB,
  Shape extends Record<string, z.ZodMiniType>,
  const Added extends keyof Shape,
  const Omitted extends keyof DB[Table] & string = never,
  Name extends string = Exclude<keyof Shape & string, Added> | Omitted,
  // The groups of an access list are a half of its column.
  Stored extends string = Exclude<Name, (typeof groupFields)[number]>,
>(
  _table: Table,
  { shape }: { shape: Shape },
  added: readonly Added[],
  omitted: readonly Omitted[] = [],
): [Stored] extends [keyof DB[Table]] ? Columns<Name> : NoColumn<Exclude<Stored, keyof DB[Table]>> {
  const own = Object.keys(shape).filter(name => !added.includes(name as Added))
  // Only the types know which of the two a column is; no value here distinguishes them.
  return [...own, ...omitted] as never
}

/** A sort order that lists offer: its columns in order with their SQL types; the id is appended automatically. */
export type SortColumns = readonly { column: string; type: string }[]

/**
 * The entity-specific part for reading, listing, changing and exporting records: `fields` are the columns that users
 * may write, `conditions` its filter as SQL over the table's own name. Access and trash conditions are added here, once
 * for all entities.
 */
export type RecordTable<Row extends RecordRow, Filter extends { trash?: boolean | undefined }> = {
  /** Never set; it carries the row's type. */
  row?: Row
  name: RecordName
  policy: Policy
  /** Columns of a row as they are read from the database. */
  columns: Columns<keyof Row & string>
  /** Columns that users may write. */
  fields: readonly (keyof Row & string)[]
  /** Columns of type jsonb. */
  json?: readonly (keyof Row & string)[]
  /** The column that names a record. */
  title: keyof Row & string
  sorts: Record<string, SortColumns>
  /** An index covers the live, unrestricted rows; a list without a filter is counted from it. */
  isOpenIndexed?: true
  /** The default sort order of a list; a leading `-` means descending. */
  defaultSort: string
  conditions(ctx: Ctx, filter: Filter): (Expression<SqlBool> | undefined | '' | false)[]
}

type AnyTable<Row extends RecordRow> = Pick<RecordTable<Row, never>, 'row' | 'name' | 'policy' | 'columns' | 'json'>

/** The table's columns, qualified. */
export function columnsOf<Row extends RecordRow>(table: AnyTable<Row>): RawBuilder<unknown> {
  return fieldColumns(table.name, table.columns)
}

/** All records that this reader may read and that match the filter; of the trash only records that they may restore. */
export function whereOf<Row extends RecordRow, Filter extends { trash?: boolean | undefined }>(
  ctx: Ctx,
  table: RecordTable<Row, Filter>,
  filter: Filter,
): RawBuilder<SqlBool> {
  const { name, policy } = table
  const deleted = sql.ref(`${name}.deleted_at`)
  const all = [
    // A merged record is part of another record and not in the trash.
    filter.trash ? sql<SqlBool>`${deleted} is not null and ${isWhole(name)}` : sql<SqlBool>`${deleted} is null`,
    readable(policy, ctx, name),
    ...(filter.trash ? [writable(policy, ctx, 'delete', name)] : []),
    ...table.conditions(ctx, filter).filter(condition => !!condition),
  ]
  return sql<SqlBool>`${sql.join(all, sql` and `)}`
}

/** A single value becomes an equality, which an index on (column, order) serves without sorting. */
export function anyOf(column: string, type: string, values: readonly (string | number)[]): RawBuilder<SqlBool> {
  if (values.length === 1) return sql<SqlBool>`${sql.ref(column)} = ${values[0]}::${sql.raw(type)}`
  return sql<SqlBool>`${sql.ref(column)} = any(${values}::${sql.raw(`${type}[]`)})`
}

/** A live row, or one in the trash; `lock` it before writing. */
export async function findRecord<Row extends RecordRow>(
  ctx: Ctx,
  table: AnyTable<Row>,
  id: number,
  options: { trash?: boolean; lock?: boolean } = {},
): Promise<Row | undefined> {
  const name = sql.table(table.name)
  const { rows } = await sql<Row>`select ${columnsOf(table)} from ${name}
    where ${sql.ref(`${table.name}.id`)} = ${id}::bigint
      and ${sql.ref(`${table.name}.deleted_at`)} ${options.trash ? sql`is not null and ${isWhole(table.name)}` : sql`is null`}
      and ${readable(table.policy, ctx, table.name)}
    ${options.lock ? sql`for update` : sql``}`.execute(ctx.db)
  return rows[0]
}

/** A value in the form for the driver: it would send a list of a jsonb column as a PostgreSQL array. */
function encodeValue<Row extends RecordRow>(table: AnyTable<Row>, column: string, value: unknown): RawBuilder<unknown> {
  if (!(table.json as readonly string[] | undefined)?.includes(column)) return sql`${value}`
  return sql`${JSON.stringify(value)}::jsonb`
}

export async function insertRecord<Row extends RecordRow>(
  ctx: Ctx,
  table: AnyTable<Row>,
  values: Partial<NoInfer<Row>>,
): Promise<Row> {
  const at = ctx.now().toISOString()
  const all = Object.entries({ owner: ctx.actor.id, ...storedLists(values), created_at: at, updated_at: at })
  const given = all.filter(([, value]) => value !== undefined)
  const { rows } = await sql<Row>`insert into ${sql.table(table.name)}
    (${sql.join(given.map(([column]) => sql.ref(column)))})
    values (${sql.join(given.map(([column, value]) => encodeValue(table, column, value)))})
    returning ${columnsOf(table)}`.execute(ctx.db)
  return rows[0]!
}

/**
 * `isQuiet`: leaves `rev` and `updated_at` unchanged, because new values would reveal the change to users who may not
 * see it (ADR 0023).
 */
export async function patchRecord<Row extends RecordRow>(
  ctx: Ctx,
  table: AnyTable<Row>,
  row: Allowed<NoInfer<Row>>,
  values: Partial<NoInfer<Row>>,
  { isQuiet = false } = {},
): Promise<Row> {
  const all = Object.entries(storedLists(values, row)).filter(([, value]) => value !== undefined)
  const sets = all.map(([column, value]) => sql`${sql.ref(column)} = ${encodeValue(table, column, value)}`)
  return await setOne(ctx, table, row, isQuiet ? sets : [...sets, ...moved(ctx)])
}

const moved = (ctx: Ctx) => [sql`rev = rev + 1`, sql`updated_at = ${ctx.now().toISOString()}::timestamptz`]

export function markRecordDeleted<Row extends RecordRow>(
  ctx: Ctx,
  table: AnyTable<Row>,
  row: Allowed<NoInfer<Row>>,
  isDeleted: boolean,
): Promise<Row> {
  const at = isDeleted ? ctx.now().toISOString() : null
  return setOne(ctx, table, row, [sql`deleted_at = ${at}::timestamptz`, ...moved(ctx)])
}

async function setOne<Row extends RecordRow>(
  ctx: Ctx,
  table: AnyTable<Row>,
  row: Allowed<NoInfer<Row>>,
  sets: RawBuilder<unknown>[],
): Promise<Row> {
  const { rows } = await sql<Row>`update ${sql.table(table.name)}
    set ${sql.join(sets)}
    where id = ${row.id}::bigint
    returning ${columnsOf(table)}`.execute(ctx.db)
  return rows[0]!
}

/**
 * The keys of access lists that name no user and no group (negative). Those that exist are locked against deletion
 * until the transaction ends.
 */
export async function findMissingKeys(ctx: Ctx, keys: readonly number[]): Promise<Set<number>> {
  const missing = new Set(keys)
  const groups = keys.filter(key => key < 0).map(key => -key)
  const users = keys.filter(key => key > 0)
  if (users.length > 0) {
    const found = await sql<{
      id: number
    }>`select id from "user" where id = any(${users}::bigint[]) for key share`.execute(ctx.db)
    for (const { id } of found.rows) missing.delete(id)
  }
  if (groups.length > 0) {
    const found = await sql<{
      id: number
    }>`select id from user_group where id = any(${groups}::bigint[]) for key share`.execute(ctx.db)
    for (const { id } of found.rows) missing.delete(-id)
  }
  return missing
}

type GivenLists = { [list in keyof AccessLists]?: number[] | undefined }

/** The faults of lists that name a missing user or group; those that the record has already may stay. */
export async function findListFaults(ctx: Ctx, given: GivenLists, before: GivenLists = {}): Promise<FieldFault[]> {
  const lists = (['read_user', 'write_user', 'read_group', 'write_group'] as const).map(path => {
    const own = [...(before.read_user ?? []), ...(before.write_user ?? [])]
    const isGroup = path.endsWith('group')
    const known = isGroup ? [...(before.read_group ?? []), ...(before.write_group ?? [])] : own
    const fresh = (given[path] ?? []).filter(id => !known.includes(id))
    return { path, isGroup, keys: isGroup ? fresh.map(id => -id) : fresh }
  })
  const missing = await findMissingKeys(
    ctx,
    lists.flatMap(({ keys }) => keys),
  )
  return lists
    .filter(({ keys }) => keys.some(key => missing.has(key)))
    .map(({ path, isGroup }) => ({ path, code: isGroup ? 'no_such_group' : 'no_such_user' }))
}

/** Throws `findListFaults`; `prefix` is the path of the lists in the body. */
export async function checkLists(ctx: Ctx, given: GivenLists, before?: GivenLists, prefix = ''): Promise<void> {
  const faults = await findListFaults(ctx, given, before)
  if (faults.length > 0)
    throw new AppError('invalid', {}, { faults: faults.map(({ path, code }) => ({ path: `${prefix}${path}`, code })) })
}
