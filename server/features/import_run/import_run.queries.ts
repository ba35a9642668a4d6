import { type Selectable, sql } from 'kysely'
import type { Locale } from '#contract/error.ts'
import type { ImportRun } from '#contract/import_run.api.ts'
import type { ListPage } from '#contract/wire.ts'
import { fileTable } from '#server/ingest/staging/file-table.queries.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { ImportRun as Table } from '#server/platform/db/db-types.ts'

type Undo = NonNullable<ImportRun['undo']>
export type StoredRun = Omit<Selectable<Table>, 'undo_state' | 'undo_counts' | 'locale'> & {
  undo_state: Undo['state'] | null
  undo_counts: Undo['counts']
  locale: Locale
}
/** The import that a run belongs to. */
export type RunOf = { import_id: number } | { interchange_id: number }

type NewImportRun = RunOf & { file_name: string; source_id: number | null; made_source?: boolean }

export async function insertRun(ctx: Ctx, values: NewImportRun): Promise<number> {
  const at = ctx.now().toISOString()
  const { id } = await ctx.db
    .insertInto('import_run')
    .values({ ...values, owner: ctx.actor.id, locale: ctx.locale, started_at: at, updated_at: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The newest run of an import. */
export async function findLastRun(ctx: Ctx, of: RunOf): Promise<number | undefined> {
  const [[column, id]] = Object.entries(of) as [['import_id' | 'interchange_id', number]]
  const row = await ctx.db
    .selectFrom('import_run')
    .select('id')
    .where(column, '=', id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.id
}

/** The source of the last written file with this name, whichever user imported it. */
export async function findLastSource(ctx: Ctx, fileName: string): Promise<number | null> {
  const row = await ctx.db
    .selectFrom('import_run')
    .select('source_id')
    .where('file_name', '=', fileName)
    .where('source_id', 'is not', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.source_id ?? null
}

/** The user's own runs; administrators see all. */
const isOwnRun = (ctx: Ctx) => (ctx.actor.role === 'admin' ? sql<boolean>`true` : sql<boolean>`owner = ${ctx.actor.id}`)

export async function findRun(ctx: Ctx, id: number, { lock = false } = {}): Promise<StoredRun | undefined> {
  const row = await ctx.db
    .selectFrom('import_run')
    .selectAll()
    .where('id', '=', id)
    .where(isOwnRun(ctx))
    .$if(lock, query => query.forUpdate())
    .executeTakeFirst()
  return row as StoredRun | undefined
}

type Query = {
  current: number
  pageSize: number
  sort?: string | undefined
  keyword?: string | undefined
  import?: number | undefined
  interchange?: number | undefined
}

export async function findRuns(ctx: Ctx, query: Query): Promise<ListPage<StoredRun>> {
  const { current, pageSize } = query
  const pattern = `%${(query.keyword ?? '').replace(/[\\%_]/g, '\\$&')}%`
  const runs = ctx.db
    .selectFrom('import_run')
    .where(isOwnRun(ctx))
    .$if(query.import !== undefined, each => each.where('import_id', '=', query.import ?? 0))
    .$if(query.interchange !== undefined, each => each.where('interchange_id', '=', query.interchange ?? 0))
    .$if(!!query.keyword, each => each.where('file_name', 'ilike', pattern))
  const [items, count] = await Promise.all([
    runs
      .selectAll()
      .orderBy('id', query.sort === 'started_at' ? 'asc' : 'desc')
      .limit(pageSize)
      .offset((current - 1) * pageSize)
      .execute(),
    runs.select(eb => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  return { items: items as StoredRun[], total: count.total, current, pageSize }
}

/** Whether the import is being written now. */
export async function isWriting(ctx: Ctx, { import_id, interchange_id }: StoredRun): Promise<boolean> {
  const { rows } = await sql`select from import where id = ${import_id}::bigint and state = 'running'
    union all select from interchange where id = ${interchange_id}::bigint and state = 'running'`.execute(ctx.db)
  return rows.length > 0
}

/**
 * The runs that have something left to undo: created or changed records, or statements, even those that changed
 * nothing.
 */
export async function findLeft(ctx: Ctx, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const { rows } = await sql<{ id: number }>`select run.id from unnest(${ids}::bigint[]) as run (id)
    where exists (select from import_mark as mark where mark.run_id = run.id and not mark.is_undone)
      or exists (select from claim where claim.run_id = run.id)
      or exists (select from claim_again as again where again.run_id = run.id)`.execute(ctx.db)
  return new Set(rows.map(row => row.id))
}

export const importRuns = fileTable<StoredRun>('import_run', {
  states: ['checking', 'running'],
  json: ['undo_counts'],
  columns: { state: 'undo_state', step: 'undo_step' },
})

/** Marks history entries of the current job or request as effects of this run. */
export async function recordImportAct(ctx: Ctx, runId: number, isUndo: boolean): Promise<void> {
  await sql`insert into import_act (req_id, run_id, is_undo) values (${ctx.reqId}, ${runId}::bigint, ${isUndo})
    on conflict do nothing`.execute(ctx.db)
}
