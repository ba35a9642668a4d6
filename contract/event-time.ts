import * as z from 'zod/mini'
import { matches, PartialDate } from './wire.ts'

const instant = /^(?!0000)\d{4}-\d{2}-\d{2}T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,3})?)?Z$/

/**
 * When an event begins or ends: a partial date (`1958`, `1958-10`, `1958-10-13`: the whole period, in any time zone) or
 * an instant in UTC (`2026-11-21T14:05Z`).
 */
export const EventTime = z.union([
  PartialDate,
  z.string().check(
    z.maxLength(24),
    matches(instant, 'time'),
    // units: a date is ASCII
    z.refine(text => PartialDate.safeParse(text.slice(0, 10)).success, { params: { code: 'time' } }),
  ),
])

/** Whether a time is a day or longer, without an hour. */
export function isWholeDay(time: string): boolean {
  return !time.includes('T')
}

/**
 * The span that a time covers in UTC, from `from` inclusive to `to` exclusive: `1958` covers that whole year. For an
 * instant both are equal.
 */
export function coverOf(time: string): { from: Date; to: Date } {
  if (!isWholeDay(time)) {
    const at = new Date(time)
    return { from: at, to: at }
  }
  const [year = 0, month, day] = time.split('-').map(Number)
  const from = utc(year, (month ?? 1) - 1, day ?? 1)
  if (month === undefined) return { from, to: utc(year + 1, 0, 1) }
  return { from, to: day === undefined ? utc(year, month, 1) : utc(year, month - 1, day + 1) }
}

/** Whether two notations mean the same time: `T04:30Z` and `T04:30:00.000Z`. */
export function isSameTime(a: unknown, b: unknown): boolean {
  if (typeof a !== 'string' || typeof b !== 'string') return false
  const [one, other] = [coverOf(a), coverOf(b)]
  return one.from.getTime() === other.from.getTime() && one.to.getTime() === other.to.getTime()
}

/** `Date.UTC` maps the years 0 to 99 to 1900 to 1999. */
function utc(year: number, month: number, day: number): Date {
  const at = new Date(0)
  at.setUTCFullYear(year, month, day)
  return at
}
