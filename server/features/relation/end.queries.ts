import { sql } from 'kysely'
import * as link from '#server/core/link.queries.ts'
import { entities } from '#server/entities.ts'
import type { Ctx } from '#server/platform/ctx.ts'

type EndKind = keyof typeof entities

/**
 * A condition: the person, organisation or event is live and readable, so that a link may lead to it and it may be
 * shown.
 */
export function isLivingEnd(ctx: Ctx, kind: EndKind, alias: string) {
  return link.isThere(ctx, entities[kind], alias)
}

/** The ids that this reader may read. */
export async function findReadable(ctx: Ctx, kind: EndKind, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const { rows } = await sql<{ id: number }>`select id from ${sql.table(kind)}
    where id = any(${ids}::bigint[]) and ${isLivingEnd(ctx, kind, kind)}`.execute(ctx.db)
  return new Set(rows.map(row => row.id))
}
