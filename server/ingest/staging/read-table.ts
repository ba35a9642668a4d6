import { cutText } from '#contract/text.ts'
import { type DateContext, type DateOrder, dateColumn } from '#server/ingest/columns/date-column.ts'
import { IngestFault } from '#server/ingest/fault.ts'
import { type LayoutWish, maxRows, type TableReading } from '#server/ingest/formats/layout.ts'
import { inBatches, openTable } from '#server/ingest/formats/table.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { type CellTable, countCells, insertCells } from './cells.queries.ts'
import type { FileTable } from './file-table.queries.ts'
import type { StepWork } from './step.ts'

const sampleRows = 5
const sampleChars = 300
const guessRows = 50

type TableFile = { id: number; file_key: string | null; file_name: string; progress: number }
/** A stored table; `first`: its first rows, by which columns are guessed; `sample`: the same for users. */
type StagedTable = TableReading & { sample: string[][]; first: readonly string[][]; count: number }

/**
 * Reads the stored file of a step into rows. An interrupted reading starts again: rows that already exist are the same.
 * `watch` sees each row.
 */
export async function stageTable<Row extends TableFile>(
  ctx: Ctx,
  { table, cells, mostRows = maxRows }: { table: FileTable<Row>; cells: CellTable; mostRows?: number },
  { row, work }: { row: Row; work: StepWork<Row> },
  wish: LayoutWish,
  watch: (row: readonly string[]) => void = () => undefined,
): Promise<StagedTable> {
  const key = row.file_key
  if (key === null || (await ctx.blobs.size(key)) === null) throw new IngestFault('file_gone')
  const reading = await openTable(() => ctx.blobs.read(key), row.file_name, wish)
  let first: readonly string[][] = []
  let count = 0
  for await (const rows of inBatches(reading, mostRows)) {
    if (count === 0) first = rows.slice(0, guessRows)
    const from = count + 1
    count += rows.length
    for (const row of rows) watch(row)
    await work.inStep(ctx, async ctx => {
      await insertCells(ctx, cells, row.id, { first: from, rows })
      await table.change(ctx, row.id, { progress: count } as Partial<Row>)
    })
    work.pause()
  }
  const sample = first.slice(0, sampleRows).map(cells => cells.map(cell => cutText(cell, sampleChars)))
  return { ...reading, sample, first, count }
}

/** How the dates of a column are read: by the order that its values show, otherwise by the chosen one. */
export async function readColumnDates(
  ctx: Ctx,
  cells: CellTable,
  { id, at, order }: { id: number; at: number; order?: DateOrder | null | undefined },
): Promise<DateContext> {
  const column = dateColumn({ readsSerials: true })
  for (const { value, count } of await countCells(ctx, cells, id, at)) column.add(value, count)
  return column.context(order)
}
