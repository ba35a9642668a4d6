import { sql } from 'kysely'
import type { OgQuery } from '#contract/og.ts'
import type { Records } from '#server/features/export/export.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { filterOgs } from './list-queries.ts'
import { ogColumns } from './queries.ts'

const batchRows = 1_000

/**
 * What the list shows, whole and in its order, out of one snapshot: a record changed meanwhile is neither missed nor
 * doubled. Rows come through a cursor, so that memory holds one batch.
 */
export function readOgs<T>(
  ctx: Ctx,
  query: ReturnType<typeof OgQuery.parse>,
  work: (records: Records) => Promise<T>,
): Promise<T> {
  const { current: _current, pageSize: _pageSize, sort = '-updated_at', ...filter } = query
  const field = sort.replace('-', '')
  const direction = sort.startsWith('-') ? 'desc' : 'asc'
  return ctx.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async db => {
      const rows = filterOgs({ ...ctx, db }, filter)
      const { total } = await rows.select(eb => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
      const ordered = rows
        .select(ogColumns)
        .orderBy(sql.ref(`og.${field}`), direction)
        .orderBy('og.id', direction)
      await sql`declare exported no scroll cursor for ${ordered}`.execute(db)
      async function* batches(): AsyncGenerator<Record<string, unknown>[]> {
        for (;;) {
          const { rows } = await sql<
            Record<string, unknown>
          >`fetch ${sql.raw(String(batchRows))} from exported`.execute(db)
          if (rows.length === 0) return
          yield rows
        }
      }
      return await work({ total, batches: batches() })
    })
}

export async function findCategoryNames(ctx: Ctx): Promise<Map<number, string>> {
  const rows = await ctx.db.selectFrom('og_cate').select(['id', 'name']).where('deleted_at', 'is', null).execute()
  return new Map(rows.map(row => [row.id, row.name]))
}

export async function findUsernames(ctx: Ctx): Promise<Map<number, string>> {
  const rows = await ctx.db.selectFrom('user').select(['id', 'username']).execute()
  return new Map(rows.map(row => [row.id, row.username]))
}
