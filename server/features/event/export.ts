import { bilingual } from '#contract/bilingual.ts'
import { EventQuery, eventLinkWords, eventSchema } from '#contract/event.api.ts'
import { isWholeDay } from '#contract/event-time.ts'
import { ogReaders } from '#contract/role.ts'
import { readAllRecords } from '#server/core/cursor.ts'
import { withLinks } from '#server/core/link.ts'
import {
  cellsOfSchema,
  type ExportAdapter,
  type ExportCell,
  exportLabelsOf,
  queryParser,
} from '#server/features/export/export.service.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { type EventRow, eventTable } from './event.queries.ts'
import { eventLinks } from './link.ts'

/** The export of events. */
export const eventExport: ExportAdapter = {
  noun: 'event',
  roles: ogReaders,
  labels: { ...exportLabelsOf(eventSchema), ...eventLinkWords },
  fileName: bilingual('事件', 'events'),
  parseQuery: queryParser(EventQuery),
  read: (ctx, query, columns, work) =>
    readAllRecords(ctx, eventTable, query as EventQuery, ({ ctx, total, batches }) =>
      work({ total, batches: attachLinks(ctx, columns, batches) }),
    ),
  cellsOf: cellsOfSchema(eventSchema, async () => ({ start_time: timeCell, end_time: timeCell })),
}

async function* attachLinks(
  ctx: Ctx,
  columns: readonly string[],
  batches: AsyncIterable<EventRow[]>,
): AsyncGenerator<Record<string, unknown>[]> {
  for await (const rows of batches) {
    if (!columns.includes('ogs') && !columns.includes('persons')) yield rows
    else
      yield (await withLinks(ctx, eventLinks, rows)).map(row => ({
        ...row,
        ogs: row.ogs.map(ref => ref.name),
        persons: row.persons.map(ref => ref.name),
      }))
  }
}

/** A whole day stays a date; a time of day is an instant, written as it is stored. */
function timeCell(value: unknown): ExportCell {
  const time = String(value)
  return isWholeDay(time) ? { date: time } : { instant: time }
}
