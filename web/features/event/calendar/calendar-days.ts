import type { EventStatus } from '#contract/event.api.ts'
import { coverOf, isWholeDay } from '#contract/event-time.ts'
import { formatDay } from '#web/platform/clock.ts'
import type { Search } from '#web/platform/url.ts'

/** `2026-11-21`. Days are counted in UTC, where all have the same length. */
export type IsoDay = string
type TimeSpan = { start_time: string | null; end_time: string | null }

const dayMs = 86_400_000

export function dayAfter(day: IsoDay, count: number): IsoDay {
  return new Date(Date.parse(day) + count * dayMs).toISOString().slice(0, 10)
}

function daysBetween(from: IsoDay, to: IsoDay): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / dayMs)
}

export function daysFrom(from: IsoDay, count: number): IsoDay[] {
  return Array.from({ length: count }, (_, place) => dayAfter(from, place))
}

/** The Monday of a day's week. */
export function weekStart(day: IsoDay): IsoDay {
  return dayAfter(day, -((new Date(day).getUTCDay() + 6) % 7))
}

/** The whole weeks that cover the month of a day. */
export function monthDays(day: IsoDay): IsoDay[] {
  const first = weekStart(`${day.slice(0, 7)}-01`)
  const last = dayAfter(monthAfter(day, 1, true), -1)
  return daysFrom(first, Math.ceil((daysBetween(first, last) + 1) / 7) * 7)
}

/** The same day of another month, or its last one in a shorter month; with `isFirst` its first day. */
export function monthAfter(day: IsoDay, count: number, isFirst = false): IsoDay {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const at = new Date(Date.UTC(year, month - 1 + count, 1))
  const longest = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0)).getUTCDate()
  at.setUTCDate(isFirst ? 1 : Math.min(date, longest))
  return at.toISOString().slice(0, 10)
}

const isoDay = (at: Date) => at.toISOString().slice(0, 10)

/** First and last day of an event for the user: whole days unchanged, hours in the user's time zone. */
export function reachOf({ start_time, end_time }: TimeSpan): { first: IsoDay; last: IsoDay } | null {
  if (start_time === null) return null
  const end = end_time ?? start_time
  const lastOf = (time: string) => {
    if (isWholeDay(time)) return isoDay(new Date(coverOf(time).to.getTime() - 1))
    // An event that ends at midnight does not extend into the next day.
    const at = new Date(time).getTime()
    return formatDay(new Date(time === start_time ? at : at - 1))
  }
  const first = isWholeDay(start_time) ? isoDay(coverOf(start_time).from) : formatDay(start_time)
  const last = isWholeDay(start_time) && lastOf(start_time) > lastOf(end) ? lastOf(start_time) : lastOf(end)
  return { first, last: last < first ? first : last }
}

/** True if the event is drawn at its hour, not as a bar: it has an hour and ends within a day. */
export function isHourly(event: TimeSpan): boolean {
  if (event.start_time === null || isWholeDay(event.start_time)) return false
  if (event.end_time !== null && isWholeDay(event.end_time)) return false
  const reach = reachOf(event)
  return reach !== null && reach.first === reach.last
}

/**
 * The part of an event within one row of days: its columns, its lane, and whether it starts before or ends after the
 * row.
 */
export type CalendarBar<E> = {
  event: E
  from: number
  to: number
  lane: number
  hasEarlierDays: boolean
  hasLaterDays: boolean
}

type LaidEvent = TimeSpan & {
  id: number
  level: number | null
  status: EventStatus
  ogs: readonly unknown[]
  persons: readonly unknown[]
}

/** Dismissed events come last, those without a level before them; linked events before others of their level. */
function gravityOf({ level, status, ogs, persons }: LaidEvent): number {
  if (status === 'dismissed') return -1
  return (level ?? 0) + (ogs.length + persons.length > 0 ? 0.5 : 0)
}

/**
 * Puts each bar in the first free lane, the most serious first, because the last lanes are not drawn on a full day.
 * Longer bars precede shorter ones that are as serious, so that they stay in one line.
 */
export function layBars<E extends LaidEvent>(events: readonly E[], days: readonly IsoDay[]): CalendarBar<E>[] {
  const [first, last] = [days[0] ?? '', days.at(-1) ?? '']
  const bars = events.flatMap(event => {
    const reach = reachOf(event)
    if (!reach || reach.last < first || reach.first > last) return []
    const from = Math.max(0, daysBetween(first, reach.first))
    const to = Math.min(days.length - 1, daysBetween(first, reach.last))
    return [{ event, from, to, lane: 0, hasEarlierDays: reach.first < first, hasLaterDays: reach.last > last }]
  })
  const rank = (bar: (typeof bars)[number]) => (isHourly(bar.event) ? 1 : 0)
  bars.sort(
    (a, b) =>
      gravityOf(b.event) - gravityOf(a.event) ||
      b.to - b.from - (a.to - a.from) ||
      rank(a) - rank(b) ||
      (a.event.start_time ?? '').localeCompare(b.event.start_time ?? '') ||
      a.event.id - b.event.id,
  )
  const lanes: boolean[][] = []
  for (const bar of bars) {
    const places = Array.from({ length: bar.to - bar.from + 1 }, (_, n) => bar.from + n)
    let lane = lanes.findIndex(taken => places.every(place => !taken[place]))
    if (lane < 0) lane = lanes.push([]) - 1
    for (const place of places) (lanes[lane] as boolean[])[place] = true
    bar.lane = lane
  }
  return bars
}

/** Orders the drawn single-day events of a day by hour. Which ones are drawn still depends on their level. */
export function inTimeOrder<E extends TimeSpan>(bars: readonly CalendarBar<E>[], lanes: number): CalendarBar<E>[] {
  const isMovable = (bar: CalendarBar<E>) =>
    bar.from === bar.to && !bar.hasEarlierDays && !bar.hasLaterDays && bar.lane < lanes
  const moved = [...Map.groupBy(bars.filter(isMovable), bar => bar.from).values()].flatMap(day => {
    const free = day.map(bar => bar.lane).sort((a, b) => a - b)
    const ordered = day.toSorted((a, b) => (a.event.start_time ?? '').localeCompare(b.event.start_time ?? ''))
    return ordered.map((bar, place) => ({ ...bar, lane: free[place] ?? bar.lane }))
  })
  return [...bars.filter(bar => !isMovable(bar)), ...moved]
}

/** The width of a bar in its cell: over its days, without the margin at an end that continues beyond the row. */
export function barWidth({ from, to, hasEarlierDays, hasLaterDays }: CalendarBar<unknown>): string {
  return `calc(${100 * (to - from + 1)}% - ${(hasEarlierDays ? 0 : 4) + (hasLaterDays ? 0 : 4)}px)`
}

type CalendarBlock<E> = { event: E; from: number; to: number; column: number; columns: number }

const shortestMinutes = 30

/** Places events of one day side by side if they overlap; in minutes from midnight of the user's day. */
export function layHours<E extends TimeSpan>(events: readonly E[]): CalendarBlock<E>[] {
  const minuteOf = (time: string) => new Date(time).getHours() * 60 + new Date(time).getMinutes()
  const blocks = events
    .map(event => {
      const from = Math.min(minuteOf(event.start_time ?? ''), 1440 - shortestMinutes)
      const end = event.end_time === null ? from + 60 : minuteOf(event.end_time) || 1440
      return { event, from, to: Math.min(1440, Math.max(end, from + shortestMinutes)), column: 0, columns: 1 }
    })
    .sort((a, b) => a.from - b.from || b.to - a.to)
  let group: CalendarBlock<E>[] = []
  let ends: number[] = []
  for (const block of blocks) {
    if (ends.every(end => end <= block.from)) {
      group = []
      ends = []
    }
    const free = ends.findIndex(end => end <= block.from)
    block.column = free < 0 ? ends.length : free
    ends[block.column] = block.to
    group.push(block)
    for (const each of group) each.columns = ends.length
  }
  return blocks
}

/** The day that a key moves to; undefined for other keys. */
export function dayByKey(key: string, day: IsoDay, today: IsoDay): IsoDay | undefined {
  switch (key) {
    case 'ArrowLeft':
      return dayAfter(day, -1)
    case 'ArrowRight':
      return dayAfter(day, 1)
    case 'ArrowUp':
      return dayAfter(day, -7)
    case 'ArrowDown':
      return dayAfter(day, 7)
    case 'Home':
      return weekStart(day)
    case 'End':
      return dayAfter(weekStart(day), 6)
    case 'PageUp':
      return monthAfter(day, -1)
    case 'PageDown':
      return monthAfter(day, 1)
    case 't':
      return today
    default:
      return undefined
  }
}

/** The window sets the time; period and trash are filters of the list alone. */
export function viewQuery(filter: Search, from: IsoDay, to: IsoDay) {
  const { from: _from, to: _to, trash: _trash, ...rest } = filter
  const middle = new Date(`${from}T12:00`)
  middle.setDate(middle.getDate() + (Date.parse(to) - Date.parse(from)) / 172_800_000)
  return { ...rest, from, to, offset: String(-middle.getTimezoneOffset()) }
}
