import type { Ctx } from '#server/platform/ctx.ts'
import type { DayRange } from './dashboard.queries.ts'

const dayMs = 86_400_000

/** The days before today, and from today on, in the requester's time zone. */
export function daysAround(
  ctx: Ctx,
  { offset }: { offset: number },
  days: number,
): { coming: DayRange; past: DayRange } {
  const today = ctx.now().getTime() + offset * 60_000
  const day = (from: number) => new Date(today + from * dayMs).toISOString().slice(0, 10)
  return { coming: { from: day(0), to: day(days - 1) }, past: { from: day(-days), to: day(-1) } }
}
