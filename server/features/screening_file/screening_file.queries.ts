import { type Selectable, sql } from 'kysely'
import type { ScreeningFile } from '#contract/screening_file.api.ts'
import type { ListPage } from '#contract/wire.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { ScreeningFile as FileTable } from '#server/platform/db/db-types.ts'

type OfContract = 'state' | 'format' | 'layout' | 'sample' | 'plan' | 'counts' | 'lists'
export type StoredFile = Omit<Selectable<FileTable>, OfContract | 'locale'> &
  Pick<ScreeningFile, OfContract> & { locale: 'zh-CN' | 'en-US' }
export type JobStep = { id: number; step: number }
export type FileState = StoredFile['state']

export const noCounts: StoredFile['counts'] = { strong: 0, possible: 0, none: 0, wrong: 0 }

type NewFile = Pick<StoredFile, 'file_name' | 'file_key' | 'size' | 'plan'>

export async function insertFile(ctx: Ctx, { plan, ...values }: NewFile): Promise<StoredFile> {
  const at = ctx.now().toISOString()
  const row = await ctx.db
    .insertInto('screening_file')
    .values({
      ...values,
      plan: JSON.stringify(plan),
      counts: JSON.stringify(noCounts),
      state: 'reading',
      locale: ctx.locale,
      owner: ctx.actor.id ?? 0,
      created_at: at,
      updated_at: at,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return row as StoredFile
}

/** The user's own file; those of others are not found. */
export async function findFile(ctx: Ctx, id: number, { lock = false } = {}): Promise<StoredFile | undefined> {
  const row = await ctx.db
    .selectFrom('screening_file')
    .selectAll()
    .where('id', '=', id)
    .where('owner', '=', ctx.actor.id ?? 0)
    .$if(lock, query => query.forUpdate())
    .executeTakeFirst()
  return row as StoredFile | undefined
}

type Paging = { current: number; pageSize: number; sort?: string | undefined; keyword?: string | undefined }

export async function findFiles(ctx: Ctx, query: Paging): Promise<ListPage<StoredFile>> {
  const mine = ctx.db
    .selectFrom('screening_file')
    .where('owner', '=', ctx.actor.id ?? 0)
    .$if(!!query.keyword, each =>
      each.where('file_name', 'ilike', `%${(query.keyword ?? '').replace(/[\\%_]/g, '\\$&')}%`),
    )
  const [rows, count] = await Promise.all([
    mine
      .selectAll()
      .orderBy('id', query.sort === 'created_at' ? 'asc' : 'desc')
      .limit(query.pageSize)
      .offset((query.current - 1) * query.pageSize)
      .execute(),
    mine.select(eb => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  return { items: rows as StoredFile[], total: count.total, current: query.current, pageSize: query.pageSize }
}

export async function changeFile(ctx: Ctx, id: number, values: Partial<StoredFile>): Promise<StoredFile> {
  const { layout, sample, plan, counts, lists, ...rest } = values
  const row = await ctx.db
    .updateTable('screening_file')
    .set({
      ...rest,
      ...(layout && { layout: JSON.stringify(layout) }),
      ...(sample && { sample: JSON.stringify(sample) }),
      ...(plan && { plan: JSON.stringify(plan) }),
      ...(counts && { counts: JSON.stringify(counts) }),
      ...(lists && { lists: JSON.stringify(lists) }),
      updated_at: ctx.now().toISOString(),
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return row as StoredFile
}

/** Locks and returns the file if this step is still current, so that two jobs of a step take turns. */
export async function lockStep(ctx: Ctx, { id, step }: JobStep, state: FileState): Promise<StoredFile | undefined> {
  const row = await ctx.db
    .selectFrom('screening_file')
    .selectAll()
    .where('id', '=', id)
    .where('step', '=', step)
    .where('state', '=', state)
    .forUpdate()
    .executeTakeFirst()
  return row as StoredFile | undefined
}

/** The number of the user's own files: those that a job reads or compares (`busy`), or all. */
export async function countFiles(ctx: Ctx, which: 'busy' | 'all'): Promise<number> {
  const { total } = await ctx.db
    .selectFrom('screening_file')
    .select(eb => eb.fn.countAll<number>().as('total'))
    .where('owner', '=', ctx.actor.id ?? 0)
    .$if(which === 'busy', query => query.where('state', 'in', ['reading', 'screening']))
    .executeTakeFirstOrThrow()
  return total
}

/** Deletes the user's own file with its rows; the caller releases its stored file. */
export async function removeFile(ctx: Ctx, id: number): Promise<{ file_key: string | null } | undefined> {
  return await ctx.db
    .deleteFrom('screening_file')
    .where('id', '=', id)
    .where('owner', '=', ctx.actor.id ?? 0)
    .returning('file_key')
    .executeTakeFirst()
}

/** Steps without progress since `before`: their worker died. */
export async function findStalled(ctx: Ctx, before: Date): Promise<(JobStep & { state: FileState })[]> {
  const rows = await ctx.db
    .selectFrom('screening_file')
    .select(['id', 'step', 'state'])
    .where('state', 'in', ['reading', 'screening'])
    .where('updated_at', '<', before.toISOString())
    .execute()
  return rows as (JobStep & { state: FileState })[]
}

/** Deletes older files; the caller releases their stored files. */
export async function removeFilesBefore(ctx: Ctx, before: Date): Promise<string[]> {
  const rows = await ctx.db
    .deleteFrom('screening_file')
    .where('updated_at', '<', before.toISOString())
    .where('state', 'not in', ['reading', 'screening'])
    .returning('file_key')
    .execute()
  return rows.flatMap(row => row.file_key ?? [])
}

/** The keys among these that a row names. */
export async function findStoredFiles(ctx: Ctx, keys: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ file_key: string }>`select file_key from screening_file
    where file_key = any(${keys}::text[])`.execute(ctx.db)
  return new Set(rows.map(row => row.file_key))
}
