import { type SqlBool, sql } from 'kysely'
import { ogPolicy } from '#server/features/og/policy.ts'
import { personPolicy } from '#server/features/person/policy.ts'
import { readable } from '#server/platform/access.ts'
import type { Ctx } from '#server/platform/ctx.ts'

const policies = { og: ogPolicy, person: personPolicy }

/** Live and readable, of a person or an organisation: what a link may lead to, and what is shown of it. */
export function isThere(ctx: Ctx, kind: 'og' | 'person', alias: string) {
  return sql<SqlBool>`${sql.ref(`${alias}.deleted_at`)} is null and ${readable(policies[kind], ctx, alias)}`
}

async function findReadable(ctx: Ctx, kind: 'og' | 'person', ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const { rows } = await sql<{ id: number }>`select id from ${sql.table(kind)}
    where id = any(${ids}::bigint[]) and ${isThere(ctx, kind, kind)}`.execute(ctx.db)
  return new Set(rows.map(row => row.id))
}

/** Which of these there are for this reader. */
export const findReadableOgs = (ctx: Ctx, ids: readonly number[]) => findReadable(ctx, 'og', ids)
export const findReadablePersons = (ctx: Ctx, ids: readonly number[]) => findReadable(ctx, 'person', ids)
