import { type Expression, type SqlBool, sql } from 'kysely'
import type { Received } from '#contract/endpoint.ts'
import type { listOgCates, OgCate } from '#contract/og_cate.api.ts'
import type { ListPage } from '#contract/wire.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { isUniqueViolation } from '#server/platform/db/db.ts'
import { AppError } from '#server/platform/http/errors.ts'

export type OgCateRow = Omit<OgCate, 'can' | 'og_count'>

const columns = ['id', 'rev', 'name', 'owner', 'created_at', 'updated_at'] as const

export async function findOgCates(
  ctx: Ctx,
  query: Received<typeof listOgCates>['query'],
): Promise<ListPage<OgCateRow>> {
  const { current, pageSize, sort = 'name', keyword = '' } = query
  const words = keyword.normalize('NFKC').toLowerCase().split(/\s+/).filter(Boolean).slice(0, 8)
  const matching = words
    .map(
      (word): Expression<SqlBool> =>
        sql<SqlBool>`lower(normalize(name, NFKC)) like ${`%${word.replace(/[\\%_]/g, '\\$&')}%`}`,
    )
    .reduce((all, condition) => all.where(condition), ctx.db.selectFrom('og_cate').where('deleted_at', 'is', null))
  const direction = sort.startsWith('-') ? 'desc' : 'asc'
  const [items, { total }] = await Promise.all([
    matching
      .select(columns)
      .orderBy(sort.replace('-', '') as 'name', direction)
      .orderBy('id', direction)
      .limit(pageSize)
      .offset((current - 1) * pageSize)
      .execute(),
    matching.select(eb => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  return { items, total, current, pageSize }
}

/** Locks a live category for a change. */
export function lockOgCate(ctx: Ctx, id: number): Promise<OgCateRow | undefined> {
  return ctx.db
    .selectFrom('og_cate')
    .select(columns)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

/** Locks a category that was moved to the trash after this instant. */
export function lockTrashedOgCate(ctx: Ctx, id: number, since: string): Promise<OgCateRow | undefined> {
  return ctx.db
    .selectFrom('og_cate')
    .select(columns)
    .where('id', '=', id)
    .where('deleted_at', '>', since)
    .forUpdate()
    .executeTakeFirst()
}

function duplicateError(error: unknown, name: string): unknown {
  return isUniqueViolation(error, 'og_cate_name_key') ? new AppError('duplicate', { value: name }) : error
}

export async function insertOgCate(ctx: Ctx, name: string): Promise<OgCateRow> {
  const at = ctx.now().toISOString()
  try {
    return await ctx.db
      .insertInto('og_cate')
      .values({ name, owner: ctx.actor.id, created_at: at, updated_at: at })
      .returning(columns)
      .executeTakeFirstOrThrow()
  } catch (error) {
    throw duplicateError(error, name)
  }
}

/** Writes the name or the trash state; a name that another category has meanwhile is a conflict. */
export async function patchOgCate(
  ctx: Ctx,
  category: OgCateRow,
  values: { name?: string; deleted_at?: string | null },
): Promise<OgCateRow> {
  try {
    return await ctx.db
      .updateTable('og_cate')
      .set({ ...values, rev: category.rev + 1, updated_at: ctx.now().toISOString() })
      .where('id', '=', category.id)
      .returning(columns)
      .executeTakeFirstOrThrow()
  } catch (error) {
    throw duplicateError(error, values.name ?? category.name)
  }
}

export async function removeTrashedOgCates(ctx: Ctx, before: string): Promise<void> {
  await ctx.db.deleteFrom('og_cate').where('deleted_at', '<=', before).execute()
}

/** Categories that a run of an import created, that no user has changed and that no live organisation has. */
export async function findUnusedOfRun(ctx: Ctx, runId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select og_cate.id from import_act as act
      join history on history.req_id = act.req_id and history.noun = 'og_cate' and history.act = 'create'
      join og_cate on og_cate.id = history.record_id
    where act.run_id = ${runId}::bigint and not act.is_undo and og_cate.deleted_at is null and og_cate.rev = history.rev
      and not exists (select from og where og.category_id = og_cate.id and og.deleted_at is null)
    order by og_cate.id`.execute(ctx.db)
  return rows.map(row => row.id)
}
