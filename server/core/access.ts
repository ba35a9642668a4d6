import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Role } from '#contract/role.ts'
import type { Actor, Ctx } from '#server/platform/ctx.ts'
import { AppError } from '#server/platform/http/errors.ts'

/** Columns of the access control of a protected table. */
export type AccessColumns = { owner: number | null; read_user: number[]; write_user: number[] }

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
  const isListed = (list: number[]) => actor.id !== null && list.includes(actor.id)
  const isOwner = actor.id !== null && row.owner === actor.id
  const isAdmin = actor.role === 'admin'
  const reads =
    (policy.read.includes(actor.role) &&
      (isAdmin || row.read_user.length === 0 || isOwner || isListed(row.read_user) || isListed(row.write_user))) ||
    (isOwner && (policy.readOwn?.includes(actor.role) ?? false))
  if (!reads || act === 'read') return reads
  const { all, own } = rolesOf(policy, act)
  const roleMay = all.includes(actor.role) || (isOwner && own.includes(actor.role))
  return roleMay && (isAdmin || row.write_user.length === 0 || isOwner || isListed(row.write_user))
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
    or ${me} = any(${column('read_user')}) or ${me} = any(${column('write_user')}))`
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
    (${column('write_user')} = '{}' or ${column('owner')} = ${me} or ${me} = any(${column('write_user')})))`
}

/** The acts that this reader may do; every record carries them. */
export function acts(policy: Policy, actor: Actor, row: AccessColumns): ('update' | 'delete' | 'restore')[] {
  const can: ('update' | 'delete' | 'restore')[] = []
  if (may(policy, actor, 'update', row)) can.push('update')
  if (may(policy, actor, 'delete', row)) can.push('delete', 'restore')
  return can
}
