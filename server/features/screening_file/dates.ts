import { readColumnDates } from '#server/ingest/staging/read-table.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { DatesByColumn } from './plan.ts'
import { fileCells, type StoredFile } from './screening_file.queries.ts'

/** How the dates of each column are read: an order of day and month that some values show applies to all of them. */
export async function readDates(ctx: Ctx, { id, plan }: Pick<StoredFile, 'id' | 'plan'>): Promise<DatesByColumn> {
  const dates: DatesByColumn = new Map()
  for (const [at, field] of plan.mapping.entries())
    if (field === 'date') dates.set(at, await readColumnDates(ctx, fileCells, { id, at, order: plan.date_order }))
  return dates
}
