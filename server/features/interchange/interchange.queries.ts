import { type Selectable, sql } from 'kysely'
import type { Locale } from '#contract/error.ts'
import type { Interchange, InterchangeKind, InterchangeRow } from '#contract/interchange.api.ts'
import type { ListPage } from '#contract/wire.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Interchange as Table } from '#server/platform/db/db-types.ts'
import type { MappedEntity } from './ftm-in.ts'
import type { ExchangeFaultCode } from './words.ts'

type State = Interchange['state']
export type ExchangeIds = { og?: number[] | undefined; person?: number[] | undefined; event?: number[] | undefined }
export type StoredExchange = Omit<
  Selectable<Table>,
  'direction' | 'state' | 'format' | 'kinds' | 'ids' | 'counts' | 'not_carried' | 'locale'
> &
  Pick<Interchange, 'direction' | 'state' | 'format' | 'kinds' | 'counts' | 'not_carried'> & {
    locale: Locale
    ids: ExchangeIds
  }
export type JobStep = { id: number; step: number }
/** An import and the source whose ids its file uses; null until the source is known. */
export type ImportWithSource = Pick<StoredExchange, 'id' | 'source_id'>

/** A row of an import's file before it becomes a record. */
export type EntityRow = Pick<MappedEntity, 'own_id' | 'ids' | 'name' | 'values' | 'ends'> & {
  n: number
  kind: InterchangeKind
  key: string
}
export type ExchangeFault = { code: ExchangeFaultCode; detail?: Record<string, unknown> }

export async function readInstallation(ctx: Ctx): Promise<string> {
  const { id } = await ctx.db.selectFrom('installation').select('id').executeTakeFirstOrThrow()
  return id
}

/** Number of the caller's jobs that are queued or running. */
export async function countOpen(ctx: Ctx): Promise<number> {
  const { total } = await ctx.db
    .selectFrom('interchange')
    .select(eb => eb.fn.countAll<number>().as('total'))
    .where('owner', '=', ctx.actor.id ?? 0)
    .where('state', 'in', ['queued', 'checking', 'running'])
    .executeTakeFirstOrThrow()
  return total
}

type NewExchange = Pick<StoredExchange, 'direction' | 'state' | 'file_name'> &
  Partial<Pick<StoredExchange, 'file_key' | 'size' | 'kinds' | 'ids' | 'source_id'>>

export async function insertInterchange(ctx: Ctx, { ids = {}, ...values }: NewExchange): Promise<StoredExchange> {
  const at = ctx.now().toISOString()
  const row = await ctx.db
    .insertInto('interchange')
    .values({
      ...values,
      ids: JSON.stringify(ids),
      locale: ctx.locale,
      owner: ctx.actor.id ?? 0,
      created_at: at,
      updated_at: at,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return row as StoredExchange
}

/** An exchange of the caller; those of other users do not exist for them. */
export async function findMine(
  ctx: Ctx,
  id: number,
  options: { lock?: boolean } = {},
): Promise<StoredExchange | undefined> {
  const row = await ctx.db
    .selectFrom('interchange')
    .selectAll()
    .where('id', '=', id)
    .where('owner', '=', ctx.actor.id ?? 0)
    .$if(options.lock === true, query => query.forUpdate())
    .executeTakeFirst()
  return row as StoredExchange | undefined
}

type Paging = { current: number; pageSize: number; sort?: string | undefined; keyword?: string | undefined }
const likeOf = (keyword = '') => `%${keyword.replace(/[\\%_]/g, '\\$&')}%`

export async function findPage(
  ctx: Ctx,
  query: Paging & { direction?: string | undefined },
): Promise<ListPage<StoredExchange>> {
  const mine = ctx.db
    .selectFrom('interchange')
    .where('owner', '=', ctx.actor.id ?? 0)
    .$if(query.direction !== undefined, each => each.where('direction', '=', query.direction ?? ''))
    .$if(!!query.keyword, each => each.where('file_name', 'ilike', likeOf(query.keyword)))
  const [items, count] = await Promise.all([
    mine
      .selectAll()
      .orderBy('id', query.sort === 'created_at' ? 'asc' : 'desc')
      .limit(query.pageSize)
      .offset((query.current - 1) * query.pageSize)
      .execute(),
    mine.select(eb => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  return { items: items as StoredExchange[], total: count.total, current: query.current, pageSize: query.pageSize }
}

export type ExchangeRow = Omit<InterchangeRow, 'faults'> & { faults: ExchangeFault[] }

/** Rows of an import. The caller has checked that the user owns it. */
export async function findRows(
  ctx: Ctx,
  id: number,
  query: Paging & { verdict?: string | undefined; differs?: boolean | undefined },
): Promise<ListPage<ExchangeRow>> {
  const rows = ctx.db
    .selectFrom('interchange_row')
    .where('interchange_id', '=', id)
    .where('verdict', 'is not', null)
    .$if(query.verdict !== undefined, each => each.where('verdict', '=', query.verdict ?? ''))
    .$if(query.differs === true, each => each.where('was', 'is not', null))
    .$if(!!query.keyword, each => each.where('name', 'ilike', likeOf(query.keyword)))
  const [items, count] = await Promise.all([
    rows
      .select(['n', 'kind', 'name', 'verdict', 'was', 'faults', 'changes', 'record_id'])
      .$castTo<ExchangeRow>()
      .orderBy('n', query.sort === '-n' ? 'desc' : 'asc')
      .limit(query.pageSize)
      .offset((query.current - 1) * query.pageSize)
      .execute(),
    rows.select(eb => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  const { current, pageSize } = query
  return { items: items, total: count.total, current, pageSize }
}

/** The exchange if this step is still the present one; locked, so that two jobs of a step take turns. */
export async function lockStep(ctx: Ctx, { id, step }: JobStep, states: State[]): Promise<StoredExchange | undefined> {
  const row = await ctx.db
    .selectFrom('interchange')
    .selectAll()
    .where('id', '=', id)
    .where('step', '=', step)
    .where('state', 'in', states)
    .forUpdate()
    .executeTakeFirst()
  return row as StoredExchange | undefined
}

type Changes = Partial<
  Omit<StoredExchange, 'id' | 'owner' | 'locale' | 'direction' | 'created_at' | 'ids' | 'read_user' | 'write_user'>
> & {
  read_user?: number[]
  write_user?: number[]
}

export async function updateExchange(
  ctx: Ctx,
  id: number,
  { counts, not_carried, ...rest }: Changes,
): Promise<StoredExchange> {
  const row = await ctx.db
    .updateTable('interchange')
    .set({
      ...rest,
      ...(counts && { counts: JSON.stringify(counts) }),
      ...(not_carried && { not_carried: JSON.stringify(not_carried) }),
      updated_at: ctx.now().toISOString(),
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return row as StoredExchange
}

/** Steps without progress since `before`: their worker died. */
export async function findStalled(ctx: Ctx, before: Date): Promise<StoredExchange[]> {
  const rows = await ctx.db
    .selectFrom('interchange')
    .selectAll()
    .where('state', 'in', ['queued', 'checking', 'running'])
    .where('updated_at', '<', before.toISOString())
    .forUpdate()
    .skipLocked()
    .execute()
  return rows as StoredExchange[]
}

/** Deletes finished exchanges: exports after a day, imports after a month; returns the keys of files to be removed. */
export async function removeBefore(ctx: Ctx, before: { export: Date; import: Date }): Promise<string[]> {
  const { rows } = await sql<{ file_key: string | null }>`delete from interchange
    where state not in ('queued', 'checking', 'running') and updated_at <
      case direction when 'export' then ${before.export.toISOString()}::timestamptz
      else ${before.import.toISOString()}::timestamptz end
    returning file_key`.execute(ctx.db)
  return rows.flatMap(row => row.file_key ?? [])
}

export async function findStrangers(ctx: Ctx, userIds: number[]): Promise<Set<number>> {
  if (userIds.length === 0) return new Set()
  const known = await ctx.db.selectFrom('user').select('id').where('id', 'in', userIds).execute()
  return new Set(userIds.filter(id => !known.some(user => user.id === id)))
}

/** Those of these files that belong to an exchange. */
export async function findStoredFiles(ctx: Ctx, keys: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ file_key: string }>`select file_key from interchange
    where file_key = any(${keys}::text[])`.execute(ctx.db)
  return new Set(rows.map(row => row.file_key))
}
