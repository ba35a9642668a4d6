import { dateColumn } from '#server/ingest/columns/date-column.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { DatesByColumn } from './plan.ts'
import { countValues } from './row.queries.ts'
import type { StoredFile } from './screening_file.queries.ts'

/** How the dates of each column are read: an order of day and month that some values show applies to all of them. */
export async function readDates(ctx: Ctx, { id, plan }: Pick<StoredFile, 'id' | 'plan'>): Promise<DatesByColumn> {
  const dates: [number, ReturnType<ReturnType<typeof dateColumn>['context']>][] = []
  for (const [at, field] of plan.mapping.entries()) {
    if (field !== 'date') continue
    const column = dateColumn({ readsSerials: true })
    for (const { value, count } of await countValues(ctx, id, at)) column.add(value, count)
    dates.push([at, column.context(plan.date_order)])
  }
  return new Map(dates)
}
