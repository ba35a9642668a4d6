import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Role } from '#contract/role.ts'
import type { Actor, Ctx } from '#server/platform/ctx.ts'
import { AppError } from '#server/platform/http/errors.ts'

/** The users and groups that may read and write a record. */
export type AccessLists = { read_user: number[]; write_user: number[]; read_group: number[]; write_group: number[] }

/** The access control of a row of a protected table. */
export type AccessColumns = { owner: number | null } & AccessLists

/**
 * The stored lists name users by their ids and groups by their negative ids, so that one empty list means “open to the
 * role” wherever SQL checks it.
 */
type StoredList = 'read_user' | 'write_user'
const groupFieldOf = { read_user: 'read_group', write_user: 'write_group' } as const

export const openAccess: AccessLists = { read_user: [], write_user: [], read_group: [], write_group: [] }

/** The fields of a record that are halves of a stored list and no columns. */
export const groupFields = ['read_group', 'write_group'] as const

export type RecordAction = 'read' | 'update' | 'delete'

/**
 * Roles that may do an act on an entity; the roles in `readOwn`, `updateOwn` and `deleteOwn` only on records they own.
 */
export type Policy = {
  read: readonly Role[]
  readOwn?: readonly Role[]
  create: readonly Role[]
  update: readonly Role[]
  updateOwn?: readonly Role[]
  delete: readonly Role[]
  deleteOwn: readonly Role[]
}

declare const allowed: unique symbol
/** A row that `allow` has accepted. Writes require this type, so a forgotten check does not compile. */
export type Allowed<T> = T & { readonly [allowed]: RecordAction }

/**
 * The only rule of record-level access. The role is checked first, then the record's lists: an empty list leaves the
 * decision to the role, otherwise only the owner, the listed users and administrators are allowed. Write access
 * includes read access.
 */
export function may(policy: Policy, actor: Actor, act: RecordAction, row: AccessColumns): boolean {
  const readers = keysOf(row.read_user, row.read_group)
  const writers = keysOf(row.write_user, row.write_group)
  const keys: readonly number[] = actor.keys
  const isListed = (list: number[]) => list.some(key => keys.includes(key))
  const isOwner = actor.id !== null && row.owner === actor.id
  const isAdmin = actor.role === 'admin'
  const reads =
    (policy.read.includes(actor.role) &&
      (isAdmin || readers.length === 0 || isOwner || isListed(readers) || isListed(writers))) ||
    (isOwner && (policy.readOwn?.includes(actor.role) ?? false))
  if (!reads || act === 'read') return reads
  const { all, own } = rolesOf(policy, act)
  const roleMay = all.includes(actor.role) || (isOwner && own.includes(actor.role))
  return roleMay && (isAdmin || writers.length === 0 || isOwner || isListed(writers))
}

/** A list as it is stored. */
export const keysOf = (users: readonly number[], groups: readonly number[]): number[] =>
  groups.length === 0 ? (users as number[]) : [...users, ...groups.map(id => -id)]

/**
 * Values of a row as they are stored: each list as one. Where the values have only one half, the other is the one of
 * the row `before`.
 */
export function storedLists<T extends Record<string, unknown>>(values: T, before: Record<string, unknown> = {}): T {
  const halfBefore = (field: keyof AccessLists) => (before[field] ?? []) as number[]
  const isPlain = groupFields.every(field => values[field] === undefined && halfBefore(field).length === 0)
  if (isPlain) return values
  const { read_group: _read, write_group: _write, ...stored } = values
  for (const [list, groupField] of Object.entries(groupFieldOf)) {
    if (values[list] === undefined && values[groupField] === undefined) continue
    const users = (values[list] ?? halfBefore(list as StoredList)) as number[]
    const groups = (values[groupField] ?? halfBefore(groupField)) as number[]
    Object.assign(stored, { [list]: keysOf(users, groups) })
  }
  return stored as unknown as T
}

/** The columns of a table for these fields: each list as the two halves that records show. */
export function fieldColumns(alias: string, fields: readonly string[]): RawBuilder<unknown> {
  return sql.join(fields.map(field => sql`${fieldColumn(alias, field)} as ${sql.ref(field)}`))
}

/** The same for Kysely's `select`. */
export function selectedFields<Field extends string>(alias: string, fields: readonly Field[]) {
  // The types of the columns are those of the record's schema, which `columnsIn` has compared with the table.
  // biome-ignore lint/suspicious/noExplicitAny: each caller states the type of its rows
  return fields.map(field => (fieldColumn(alias, field) as RawBuilder<any>).as(field))
}

function fieldColumn(alias: string, field: string): RawBuilder<unknown> {
  const half = Object.entries(groupFieldOf).find(pair => pair.includes(field as StoredList))
  if (!half) return sql.ref(`${alias}.${field}`)
  const [list, groupField] = half
  const column = sql.ref(`${alias}.${list}`)
  // Nearly every list is empty, and a function call for each row costs more than the comparison.
  const part = sql.raw(field === groupField ? 'groups_of' : 'users_of')
  return sql`case when ${column} = '{}' then ${column} else ${part}(${column}) end`
}

const accessFields = ['owner', ...Object.entries(groupFieldOf).flat()]

/** `AccessColumns` as columns of the table. */
export const accessColumns = (alias: string): RawBuilder<unknown> => fieldColumns(alias, accessFields)

/** `AccessColumns` of the row `alias` as JSON, and `more` names with their values. */
export function accessJson(alias: string, more: Record<string, RawBuilder<unknown>> = {}): RawBuilder<AccessColumns> {
  const access = accessFields.map(field => sql`${sql.lit(field)}, ${fieldColumn(alias, field)}`)
  const others = Object.entries(more).map(([name, value]) => sql`${sql.lit(name)}, ${value}`)
  return sql`json_build_object(${sql.join([...others, ...access])})`
}

/** The halves of stored lists, as `changesOf` compares them. */
export function listHalves(stored: { owner: number | null; read_user: number[]; write_user: number[] }): AccessColumns {
  const users = (list: number[]) => list.filter(key => key > 0)
  const groups = (list: number[]) => list.filter(key => key < 0).map(key => -key)
  return {
    owner: stored.owner,
    read_user: users(stored.read_user),
    write_user: users(stored.write_user),
    read_group: groups(stored.read_user),
    write_group: groups(stored.write_user),
  }
}

function rolesOf(policy: Policy, act: 'update' | 'delete') {
  return act === 'update'
    ? { all: policy.update, own: policy.updateOwn ?? [] }
    : { all: policy.delete, own: policy.deleteOwn }
}

/**
 * The row, marked as allowed. Throws `not_found` if the user may not read it, `forbidden_record` if the user may only
 * read it.
 */
export function allow<T extends AccessColumns>(
  policy: Policy,
  actor: Actor,
  act: RecordAction,
  row: T | undefined,
): Allowed<T> {
  if (!row || !may(policy, actor, 'read', row)) throw new AppError('not_found')
  if (!may(policy, actor, act, row)) throw new AppError('forbidden_record')
  return row as Allowed<T>
}

/** `may(policy, actor, 'read', …)` as SQL over the table `alias`; every read of a protected table includes it. */
export function readable(policy: Policy, ctx: Ctx, alias: string): RawBuilder<SqlBool> {
  const { actor } = ctx
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  const me = sql`${actor.id}::bigint`
  if (policy.readOwn?.includes(actor.role)) return sql<SqlBool>`(${column('owner')} = ${me})`
  if (!policy.read.includes(actor.role)) return sql<SqlBool>`false`
  if (actor.role === 'admin') return sql<SqlBool>`true`
  return sql<SqlBool>`(${column('read_user')} = '{}' or ${column('owner')} = ${me}
    or ${names(ctx, column('read_user'))} or ${names(ctx, column('write_user'))})`
}

/** Whether the list names the actor or one of their groups. */
export function names({ actor }: Pick<Ctx, 'actor'>, list: RawBuilder<unknown>): RawBuilder<SqlBool> {
  if (actor.keys.length === 1) return sql<SqlBool>`${actor.keys[0]}::bigint = any(${list})`
  return sql<SqlBool>`${list} && ${actor.keys}::bigint[]`
}

/** `readable` as disjoint parts, the unrestricted rows first, because an index alone can count those. */
export function readableParts(policy: Policy, ctx: Ctx, alias: string): RawBuilder<SqlBool>[] {
  const { actor } = ctx
  const whole = readable(policy, ctx, alias)
  const isByList = !policy.readOwn?.includes(actor.role) && policy.read.includes(actor.role) && actor.role !== 'admin'
  if (!isByList) return [whole]
  const list = sql.ref(`${alias}.read_user`)
  return [sql<SqlBool>`${list} = '{}'`, sql<SqlBool>`${list} <> '{}' and ${whole}`]
}

/** `readable` for rows that are not in the trash. */
export function readableLive(policy: Policy, ctx: Ctx, alias: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`${sql.ref(`${alias}.deleted_at`)} is null and ${readable(policy, ctx, alias)}`
}

/** `may(policy, actor, act, …)` as SQL, for acts on many rows at once. */
export function writable(policy: Policy, ctx: Ctx, act: 'update' | 'delete', alias: string): RawBuilder<SqlBool> {
  const { actor } = ctx
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  const me = sql`${actor.id}::bigint`
  const { all, own } = rolesOf(policy, act)
  const byRole = all.includes(actor.role)
  const ifOwn = own.includes(actor.role)
  if (!byRole && !ifOwn) return sql<SqlBool>`false`
  const role = byRole ? sql`true` : sql`${column('owner')} = ${me}`
  if (actor.role === 'admin') return sql<SqlBool>`${role}`
  return sql<SqlBool>`(${readable(policy, ctx, alias)} and ${role} and
    (${column('write_user')} = '{}' or ${column('owner')} = ${me} or ${names(ctx, column('write_user'))}))`
}

/** The acts that this reader may do; every record carries them. */
export function acts(policy: Policy, actor: Actor, row: AccessColumns): ('update' | 'delete' | 'restore')[] {
  const can: ('update' | 'delete' | 'restore')[] = []
  if (may(policy, actor, 'update', row)) can.push('update')
  if (may(policy, actor, 'delete', row)) can.push('delete', 'restore')
  return can
}
