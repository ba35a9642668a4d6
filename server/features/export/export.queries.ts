import { type Selectable, sql } from 'kysely'
import type { Export } from '#contract/export.api.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Export as ExportTable } from '#server/platform/db/db-types.ts'

export type StoredExport = Omit<Selectable<ExportTable>, 'noun' | 'format' | 'state' | 'locale' | 'query'> &
  Pick<Export, 'noun' | 'format' | 'state'> & { locale: 'zh-CN' | 'en-US'; query: Record<string, unknown> }

type NewExport = Pick<StoredExport, 'noun' | 'format' | 'columns' | 'query' | 'file_name'>

export async function insertExport(ctx: Ctx, { query, ...values }: NewExport): Promise<StoredExport> {
  const at = ctx.now().toISOString()
  const row = await ctx.db
    .insertInto('export')
    .values({
      ...values,
      query: JSON.stringify(query),
      state: 'queued',
      locale: ctx.locale,
      owner: ctx.actor.id ?? 0,
      created_at: at,
      updated_at: at,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return row as StoredExport
}

/** The user's own export; those of others are not found. */
export async function findExport(ctx: Ctx, id: number): Promise<StoredExport | undefined> {
  const row = await ctx.db
    .selectFrom('export')
    .selectAll()
    .where('id', '=', id)
    .where('owner', '=', ctx.actor.id ?? 0)
    .executeTakeFirst()
  return row as StoredExport | undefined
}

/** Any export, for the job that writes it. */
export async function findQueued(ctx: Ctx, id: number): Promise<StoredExport | undefined> {
  const row = await ctx.db
    .selectFrom('export')
    .selectAll()
    .where('id', '=', id)
    .where('state', 'in', ['queued', 'running'])
    .executeTakeFirst()
  return row as StoredExport | undefined
}

/** Changes an export that is still wanted; undefined if it was cancelled, or another job has finished it. */
export async function changeExport(
  ctx: Ctx,
  id: number,
  values: Partial<Pick<StoredExport, 'state' | 'progress' | 'row_count' | 'file_key' | 'size' | 'error'>>,
): Promise<StoredExport | undefined> {
  const row = await ctx.db
    .updateTable('export')
    .set({ ...values, updated_at: ctx.now().toISOString() })
    .where('id', '=', id)
    .where('state', 'in', ['queued', 'running'])
    .returningAll()
    .executeTakeFirst()
  return row as StoredExport | undefined
}

/** The number of the user's own exports that are waiting or being written. */
export async function countOpenExports(ctx: Ctx): Promise<number> {
  const { total } = await ctx.db
    .selectFrom('export')
    .select(eb => eb.fn.countAll<number>().as('total'))
    .where('owner', '=', ctx.actor.id ?? 0)
    .where('state', 'in', ['queued', 'running'])
    .executeTakeFirstOrThrow()
  return total
}

export async function findStalledExports(ctx: Ctx, before: Date): Promise<number[]> {
  const rows = await ctx.db
    .selectFrom('export')
    .select('id')
    .where('state', 'in', ['queued', 'running'])
    .where('updated_at', '<', before.toISOString())
    .execute()
  return rows.map(row => row.id)
}

/** Deletes older exports; returns the keys of their files, which the caller removes. */
export async function removeExportsBefore(ctx: Ctx, before: Date): Promise<string[]> {
  const rows = await ctx.db
    .deleteFrom('export')
    .where('created_at', '<', before.toISOString())
    .returning('file_key')
    .execute()
  return rows.flatMap(row => row.file_key ?? [])
}

export async function findUsernames(ctx: Ctx): Promise<Map<number, string>> {
  const rows = await ctx.db.selectFrom('user').select(['id', 'username']).execute()
  return new Map(rows.map(row => [row.id, row.username]))
}

/** The keys among these that belong to an export. */
export async function findStoredFiles(ctx: Ctx, keys: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ file_key: string }>`select file_key from export
    where file_key = any(${keys}::text[])`.execute(ctx.db)
  return new Set(rows.map(row => row.file_key))
}
