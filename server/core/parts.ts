import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Ctx } from '#server/platform/ctx.ts'
import { readable } from './access.ts'
import type { RecordRow, RecordTable } from './table.ts'

/**
 * `whereOf` without the trash, as disjoint conditions: records that everyone may read, which an index alone can count,
 * and restricted records, which are found by the requesting user. Count each and add. `isCounted`: an index covers all
 * counted rows of each part, for administrators too.
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
  // With further conditions other indexes are used, so one part suffices.
  if (conditions.length > 0) return [part(readable(policy, ctx, name))]
  const mine = sql<SqlBool>`(${column('read_user')} || ${column('write_user')} || ${column('owner')}) && ${actor.keys}::bigint[]`
  return [part(isOpen), part(isClosed, mine, readable(policy, ctx, name))]
}

/** Rows of each part, one after the other, as one table to select from. */
export function allOf(parts: RawBuilder<unknown>[]): RawBuilder<unknown> {
  return sql.join(
    parts.map(part => sql`(${part})`),
    sql` union all `,
  )
}
