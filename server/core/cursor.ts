import { sql } from 'kysely'
import type { Ctx } from '#server/platform/ctx.ts'
import { columnsOf, type RecordRow, type RecordTable, whereOf } from './table.ts'

const batchRows = 1_000

/** Records of a filter, read in one snapshot in the order of the list. */
type RecordBatches<Row> = { ctx: Ctx; total: number; batches: AsyncIterable<Row[]> }

/**
 * All records of the list in its order, from one snapshot: a concurrent change neither skips nor repeats a record. Rows
 * are read through a cursor, so that memory holds one batch; `ctx` reads in the same snapshot.
 */
export function readAllRecords<Row extends RecordRow, Filter extends { trash?: boolean | undefined }, T>(
  outer: Ctx,
  table: RecordTable<Row, Filter>,
  query: Filter & { sort?: string | undefined; current?: number; pageSize?: number },
  work: (records: RecordBatches<Row>) => Promise<T>,
): Promise<T> {
  const { sort = table.defaultSort } = query
  const direction = sort.startsWith('-') ? sql`desc` : sql`asc`
  const columns = [...(table.sorts[sort.replace('-', '')] ?? []), { column: 'id' }]
  const order = sql.join(columns.map(({ column }) => sql`${sql.ref(`${table.name}.${column}`)} ${direction}`))
  return outer.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async db => {
      const ctx = { ...outer, db }
      const of = sql`from ${sql.table(table.name)} where ${whereOf(ctx, table, query)}`
      const { rows: counted } = await sql<{ total: number }>`select count(*) as total ${of}`.execute(db)
      await sql`declare exported no scroll cursor for select ${columnsOf(table)} ${of} order by ${order}`.execute(db)
      async function* batches(): AsyncGenerator<Row[]> {
        for (;;) {
          const { rows } = await sql<Row>`fetch ${sql.raw(String(batchRows))} from exported`.execute(db)
          if (rows.length === 0) return
          yield rows
        }
      }
      return await work({ ctx, total: counted[0]?.total ?? 0, batches: batches() })
    })
}
