import { type Selectable, sql } from 'kysely'
import type { Locale } from '#contract/error.ts'
import type { Interchange, InterchangeKind, InterchangeRow } from '#contract/interchange.api.ts'
import type { ListPage } from '#contract/wire.ts'
import { type FilePage, fileTable, likeOf } from '#server/ingest/staging/file-table.queries.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Interchange as Table } from '#server/platform/db/db-types.ts'
import type { MappedEntity } from './ftm-in.ts'
import type { ExchangeFaultCode } from './words.ts'

export type ExchangeIds = { og?: number[] | undefined; person?: number[] | undefined; event?: number[] | undefined }
export type StoredExchange = Omit<
  Selectable<Table>,
  'direction' | 'state' | 'format' | 'kinds' | 'ids' | 'counts' | 'not_carried' | 'locale'
> &
  Pick<Interchange, 'direction' | 'state' | 'format' | 'kinds' | 'counts' | 'not_carried'> & {
    locale: Locale
    ids: ExchangeIds
  }
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

export const interchanges = fileTable<StoredExchange>('interchange', {
  states: ['queued', 'checking', 'running'],
  json: ['ids', 'counts', 'not_carried'],
})

/** Exchanges of the caller in one direction, or in both. */
export const findPage = (ctx: Ctx, { direction, ...query }: FilePage & { direction?: string | undefined }) =>
  interchanges.findMyPage(ctx, query, direction === undefined ? undefined : sql`direction = ${direction}`)

/** Deletes finished exchanges of a direction. */
export const removeBefore = (ctx: Ctx, direction: StoredExchange['direction'], before: Date) =>
  interchanges.removeBefore(ctx, before, sql`direction = ${direction}`)

export type ExchangeRow = Omit<InterchangeRow, 'faults'> & { faults: ExchangeFault[] }

/** Rows of an import. The caller has checked that the user owns it. */
export async function findRows(
  ctx: Ctx,
  id: number,
  query: FilePage & { verdict?: string | undefined; differs?: boolean | undefined },
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
