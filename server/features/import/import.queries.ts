import { type Selectable, sql } from 'kysely'
import type { Import, ImportPlan } from '#contract/import.api.ts'
import type { ListPage } from '#contract/wire.ts'
import { type FilePage, fileTable, likeOf } from '#server/ingest/staging/file-table.queries.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Import as ImportTable } from '#server/platform/db/db-types.ts'
import type { DateReadings } from './draft.ts'
import type { StoredImportRow } from './explain.ts'
import { columnsKey } from './guess.ts'

export type ImportState = Import['state']
export type StoredImport = Omit<
  Selectable<ImportTable>,
  | 'plan'
  | 'sample'
  | 'counts'
  | 'creates'
  | 'links'
  | 'problems'
  | 'layout'
  | 'dates'
  | 'state'
  | 'noun'
  | 'format'
  | 'locale'
> &
  Pick<
    Import,
    'plan' | 'sample' | 'counts' | 'creates' | 'links' | 'problems' | 'layout' | 'state' | 'noun' | 'format'
  > & {
    locale: 'zh-CN' | 'en-US'
    dates: DateReadings
    /** Differs after each change of the row by any transaction. */
    version?: string
  }

/** Counts before a dry run; counts stored by an earlier version may lack some. */
export const noCounts = { new: 0, changed: 0, unchanged: 0, repeated: 0, wrong: 0 }

export const imports = fileTable<StoredImport>('import', {
  states: ['parsing', 'checking', 'running'],
  json: ['sample', 'plan', 'counts', 'creates', 'links', 'problems', 'dates', 'layout'],
})
/** The rows of files as read. */
export const importCells = { name: 'import_row', id: 'import_id' } as const

/** Condition for rows imported without some of their values. */
export function isTakenInPart() {
  return sql<boolean>`verdict not in ('wrong', 'repeated') and faults <> '[]'::jsonb`
}

/** Fields in which rows would change values that a person or other sources support, with the number of rows. */
export async function countHeldFields(ctx: Ctx, importId: number): Promise<Import['held']> {
  const { rows } = await sql<Import['held'][number]>`select change ->> 'field' as field, count(*)::int as count
    from import_row, jsonb_array_elements(changes) as change
    where import_id = ${importId}::bigint and verdict = 'changed' and change ? 'kept'
    group by 1 order by 2 desc, 1`.execute(ctx.db)
  return rows
}

/** Rows of an import that the caller may see. */
export async function findImportRows(
  ctx: Ctx,
  importId: number,
  query: FilePage & { verdict?: string | undefined; left_out?: boolean | undefined; differs?: boolean | undefined },
): Promise<ListPage<StoredImportRow>> {
  const rows = ctx.db
    .selectFrom('import_row')
    .where('import_id', '=', importId)
    .$if(query.verdict !== undefined, each => each.where('verdict', '=', query.verdict ?? ''))
    .$if(query.left_out === true, each => each.where(isTakenInPart()))
    .$if(query.differs === true, each => each.where('was', 'is not', null))
    .$if(!!query.keyword, each => each.where(sql`text_of(cells)`, 'ilike', likeOf(query.keyword)))
  const [items, count] = await Promise.all([
    rows
      .select(['n', 'cells', 'verdict', 'was', 'faults', 'changes', 'record_id'])
      .orderBy('n', query.sort === '-n' ? 'desc' : 'asc')
      .limit(query.pageSize)
      .offset((query.current - 1) * query.pageSize)
      .execute(),
    rows.select(eb => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  return { items: items as StoredImportRow[], total: count.total, current: query.current, pageSize: query.pageSize }
}

/** Starts the next step; jobs of earlier steps write nothing from here on. */
export async function startStep(
  ctx: Ctx,
  { id, step }: StoredImport,
  state: ImportState,
  { plan, locale, layout }: Partial<Pick<StoredImport, 'plan' | 'locale' | 'layout'>> = {},
): Promise<StoredImport> {
  const isCheck = state === 'checking'
  return await imports.change(ctx, id, {
    ...{ state, step: step + 1, error: null },
    ...(state !== 'cancelled' && { progress: 0, written: 0 }),
    ...(isCheck && { counts: noCounts, left_out: 0, creates: [], links: [], problems: [], dates: {} }),
    ...(plan && { plan, plan_remembered: false }),
    ...(locale && { locale }),
    ...(layout && { layout, row_count: 0 }),
  })
}

export async function rememberPlan(ctx: Ctx, row: StoredImport, plan: ImportPlan): Promise<void> {
  const values = { plan: JSON.stringify(plan), updated_at: ctx.now().toISOString() }
  await ctx.db
    .insertInto('import_plan')
    .values({ owner: row.owner ?? 0, noun: row.noun, columns_key: columnsKey(row.columns), ...values })
    .onConflict(conflict => conflict.columns(['owner', 'noun', 'columns_key']).doUpdateSet(values))
    .execute()
}

/** Meanings of words are stored for the source of the file, and apply to files with other columns too. */
export async function rememberMeanings(ctx: Ctx, noun: string, { source_id = null, means = {} }: ImportPlan) {
  if (source_id === null) return
  const rows = Object.entries(means).flatMap(([field, words]) =>
    Object.entries(words).map(([word, meaning]) => ({ field, word, means: meaning })),
  )
  const gone = rows.filter(({ means }) => means === null)
  if (gone.length > 0)
    await sql`delete from import_meaning using json_to_recordset(${JSON.stringify(gone)}::json) as given (field text, word text)
      where source_id = ${source_id}::bigint and noun = ${noun} and import_meaning.field = given.field
        and import_meaning.word = given.word`.execute(ctx.db)
  if (gone.length === rows.length) return
  await sql`insert into import_meaning (source_id, noun, field, word, means, updated_at)
    select ${source_id}::bigint, ${noun}, field, word, means, ${ctx.now().toISOString()}::timestamptz
    from json_to_recordset(${JSON.stringify(rows)}::json) as given (field text, word text, means text)
    where means is not null
    on conflict (source_id, noun, field, word) do update set means = excluded.means, updated_at = excluded.updated_at`.execute(
    ctx.db,
  )
}

export async function findMeanings(
  ctx: Ctx,
  noun: string,
  sourceId: number | null | undefined,
): Promise<NonNullable<ImportPlan['means']>> {
  if (!sourceId) return {}
  const rows = await ctx.db
    .selectFrom('import_meaning')
    .select(['field', 'word', 'means'])
    .where('source_id', '=', sourceId)
    .where('noun', '=', noun)
    .execute()
  const all: NonNullable<ImportPlan['means']> = {}
  for (const { field, word, means } of rows) all[field] = { ...all[field], [word]: means }
  return all
}

export async function findPlan(
  ctx: Ctx,
  owner: number,
  noun: string,
  columns: string[],
): Promise<ImportPlan | undefined> {
  const row = await ctx.db
    .selectFrom('import_plan')
    .select('plan')
    .$castTo<{ plan: ImportPlan }>()
    .where('owner', '=', owner)
    .where('noun', '=', noun)
    .where('columns_key', '=', columnsKey(columns))
    .executeTakeFirst()
  return row?.plan
}

/** Whether an import is being checked, written or undone; one without progress for a while does not count. */
export async function isImporting(ctx: Ctx): Promise<boolean> {
  return await isAtWork(ctx, ['checking', 'running'])
}

/** The same for imports that write. */
export async function isWriting(ctx: Ctx): Promise<boolean> {
  return await isAtWork(ctx, ['running'])
}

async function isAtWork(ctx: Ctx, states: ('checking' | 'running')[]): Promise<boolean> {
  const since = new Date(ctx.now().getTime() - 120_000).toISOString()
  const { rows } = await sql<{ is: boolean }>`select
      exists (select from import where state = any(${states}::text[]) and updated_at > ${since}::timestamptz)
      or exists (select from interchange where direction = 'import' and state = any(${states}::text[])
        and updated_at > ${since}::timestamptz)
      or exists (select from import_run where undo_state = any(${states}::text[]) and updated_at > ${since}::timestamptz)
    as is`.execute(ctx.db)
  return rows[0]!.is
}
