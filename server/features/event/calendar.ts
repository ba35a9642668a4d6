import type { Received, Reply } from '#contract/endpoint.ts'
import type { calendarEvents } from '#contract/event-view.api.ts'
import { PartialDate } from '#contract/wire.ts'
import { rememberRead } from '#server/core/list.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { fieldError } from '#server/platform/http/errors.ts'
import type { Immutable } from '#server/platform/http/immutable.ts'
import { findCalendar } from './calendar.queries.ts'

type Query = Received<typeof calendarEvents>['query']

const dayMs = 86_400_000
const daysAtMost = 62
/** No time zone is farther from UTC, in minutes. */
const offsetAtMost = 14 * 60

/** Events of some days in the requester's zone; the counts are exact even if the list of events is cut. */
export async function readCalendar(ctx: Ctx, query: Query): Promise<Immutable<Reply<typeof calendarEvents>>> {
  const { from, to, offset, limit, ...filter } = query
  const dayCount = daysBetween(from, to)
  if (Math.abs(offset) > offsetAtMost) throw fieldError('offset', 'wrong')
  return rememberRead(ctx, JSON.stringify(['event calendar', query]), async () => {
    const { items, begins, ends } = await findCalendar(ctx, filter, { from, dayCount, offset, limit })
    const total = Object.values(begins).reduce((sum, count) => sum + count, 0)
    let present = 0
    const days = Array.from({ length: dayCount }, (_, place) => {
      present += (begins[place] ?? 0) - (ends[place - 1] ?? 0)
      return { day: dayAfter(from, place), count: present }
    })
    return { items, days, total, is_cut: total > items.length }
  })
}

function daysBetween(from: string, to: string): number {
  for (const [path, day] of Object.entries({ from, to }))
    if (!PartialDate.safeParse(day).success) throw fieldError(path, 'date')
  const count = (Date.parse(to) - Date.parse(from)) / dayMs + 1
  if (count < 1) throw fieldError('to', 'time_order')
  if (count > daysAtMost) throw fieldError('to', 'days_many')
  return count
}

function dayAfter(day: string, places: number): string {
  return new Date(Date.parse(day) + places * dayMs).toISOString().slice(0, 10)
}
