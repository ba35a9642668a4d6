import { sql } from 'kysely'
import type { OgFilter } from '#contract/og.ts'
import { writable } from '#server/platform/access.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { filterOgs } from './list-queries.ts'
import { ogPolicy } from './policy.ts'
import type { OgValues } from './queries.ts'

/** The rows a filter names, locked, each with whether this user may do the act to it. */
export function lockOgs(ctx: Ctx, filter: OgFilter, act: 'update' | 'delete') {
  return filterOgs(ctx, filter)
    .select(['og.id', 'og.rev', writable(ogPolicy, ctx, act, 'og').as('is_allowed')])
    .orderBy('og.id')
    .forUpdate()
    .execute()
}

const among = (ids: number[]) => sql<number>`any(${ids}::bigint[])`

export function selectOgFields<F extends keyof OgValues>(ctx: Ctx, ids: number[], fields: F[]) {
  return ctx.db
    .selectFrom('og')
    .select(['id', 'rev', ...fields])
    .where('id', '=', among(ids))
    .execute()
}

export async function patchOgs(ctx: Ctx, ids: number[], patch: OgValues): Promise<void> {
  await ctx.db
    .updateTable('og')
    .set(eb => ({ ...patch, rev: eb('rev', '+', 1), updated_at: ctx.now().toISOString() }))
    .where('id', '=', among(ids))
    .execute()
}

export function markOgsDeleted(ctx: Ctx, ids: number[], isDeleted: boolean) {
  const at = ctx.now().toISOString()
  return ctx.db
    .updateTable('og')
    .set(eb => ({ deleted_at: isDeleted ? at : null, rev: eb('rev', '+', 1), updated_at: at }))
    .where('id', '=', among(ids))
    .returning(['id', 'rev'])
    .execute()
}

/** Empties the trash of what has lain there since before the instant. */
export async function purgeOgs(ctx: Ctx, before: string): Promise<number> {
  const { numDeletedRows } = await ctx.db.deleteFrom('og').where('deleted_at', '<', before).executeTakeFirst()
  return Number(numDeletedRows)
}
