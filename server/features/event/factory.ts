import type { Ctx } from '#server/platform/ctx.ts'
import { replaceLinks } from '#server/record/link.ts'
import { insertRecord } from '#server/record/table.ts'
import { eventLinks } from './link.ts'
import { type EventRow, type EventValues, eventTable } from './queries.ts'

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
