import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Ctx } from '#server/platform/ctx.ts'
import { readable } from './access.ts'
import type { RecordRow, RecordTable } from './table.ts'

/**
 * `whereOf` without its trash, in conditions that no row meets twice: what everyone may read, which an index alone
 * can count, and what few may, which is found by who asks. Count each and add. `isCounted`: each part has an index
 * of all that is counted, for administrators too.
 */
export function partsOf<Row extends RecordRow, Filter extends { trash?: boolean | undefined }>(
  ctx: Ctx,
  table: RecordTable<Row, Filter>,
  filter: Filter,
  options: { isCounted?: boolean } = {},
): RawBuilder<SqlBool>[] {
  const { name, policy } = table
  const { actor } = ctx
  const column = (key: string) => sql.ref(`${name}.${key}`)
  const conditions = table.conditions(ctx, filter).filter(condition => !!condition)
  const part = (...access: RawBuilder<SqlBool>[]) =>
    sql<SqlBool>`${sql.join([sql`${column('deleted_at')} is null`, ...access, ...conditions], sql` and `)}`
  if (!policy.read.includes(actor.role)) return []
  const isOpen = sql<SqlBool>`${column('read_user')} = '{}'`
  const isClosed = sql<SqlBool>`${column('read_user')} <> '{}'`
  if (actor.role === 'admin') return options.isCounted ? [part(isOpen), part(isClosed)] : [part()]
  // What else is asked for is found by other indexes, once.
  if (conditions.length > 0) return [part(readable(policy, ctx, name))]
  const mine = sql<SqlBool>`(${column('read_user')} || ${column('write_user')} || ${column('owner')}) @> ${[actor.id]}::bigint[]`
  return [part(isOpen), part(isClosed, mine, readable(policy, ctx, name))]
}

/** Rows of each part, one after the other, as one table to select from. */
export function allOf(parts: RawBuilder<unknown>[]): RawBuilder<unknown> {
  return sql.join(
    parts.map(part => sql`(${part})`),
    sql` union all `,
  )
}
