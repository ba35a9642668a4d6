import { sql } from 'kysely'
import { nouns } from '#server/nouns.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import * as link from '#server/record/link-queries.ts'

export type EndKind = keyof typeof nouns

/** Live and readable, of a person, an organisation or an event: what a link may lead to, and what is shown of it. */
export function isThere(ctx: Ctx, kind: EndKind, alias: string) {
  return link.isThere(ctx, nouns[kind], alias)
}

/** Which of these there are for this reader. */
export async function findReadable(ctx: Ctx, kind: EndKind, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const { rows } = await sql<{ id: number }>`select id from ${sql.table(kind)}
    where id = any(${ids}::bigint[]) and ${isThere(ctx, kind, kind)}`.execute(ctx.db)
  return new Set(rows.map(row => row.id))
}
