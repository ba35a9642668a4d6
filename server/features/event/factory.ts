import { replaceLinks } from '#server/core/link.ts'
import { insertRecord } from '#server/core/table.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { type EventRow, type EventValues, eventTable } from './event.queries.ts'
import { eventLinks } from './link.ts'

let count = 0

/** An event for tests, owned by the context's user or by `owner`. */
export async function anEvent(
  ctx: Ctx,
  { ogs, persons, ...values }: EventValues & { ogs?: number[]; persons?: number[] } = {},
): Promise<EventRow> {
  count += 1
  const event = await insertRecord(ctx, eventTable, { title: `Event ${count}`, ...values })
  await replaceLinks(ctx, eventLinks, event.id, { ogs, persons })
  return event
}
