import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { readable } from './access.ts'
import type { Ctx } from './ctx.ts'
import type { RecordRow, RecordTable } from './record.ts'

/**
 * `whereOf` without its trash, in conditions that no row meets twice: what everyone may read, which an index alone
 * can count, and what few may, which is found by who asks. Count each and add.
 */
export function partsOf<Row extends RecordRow, Filter extends { trash?: boolean | undefined }>(
  ctx: Ctx,
  table: RecordTable<Row, Filter>,
  filter: Filter,
): RawBuilder<SqlBool>[] {
  const { name, policy } = table
  const { actor } = ctx
  const column = (key: string) => sql.ref(`${name}.${key}`)
  const conditions = table.conditions(ctx, filter).filter(condition => !!condition)
  const part = (...access: RawBuilder<SqlBool>[]) =>
    sql<SqlBool>`${sql.join([sql`${column('deleted_at')} is null`, ...access, ...conditions], sql` and `)}`
  if (!policy.read.includes(actor.role)) return []
  if (actor.role === 'admin') return [part()]
  const mine = sql<SqlBool>`(${column('read_user')} || ${column('write_user')} || ${column('owner')}) @> ${[actor.id]}::bigint[]`
  return [
    part(sql<SqlBool>`${column('read_user')} = '{}'`),
    part(sql<SqlBool>`${column('read_user')} <> '{}'`, mine, readable(policy, ctx, name)),
  ]
}

/** Rows of each part, one after the other, as one table to select from. */
export function allOf(parts: RawBuilder<unknown>[]): RawBuilder<unknown> {
  return sql.join(
    parts.map(part => sql`(${part})`),
    sql` union all `,
  )
}
