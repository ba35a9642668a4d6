import { isWholeDay } from '#contract/event-time.ts'
import { formatInstant } from '#web/platform/clock.ts'
import { normaliseDate } from '#web/ui/form/text.ts'

/** A time for display: a partial date unchanged, an instant as `2026-11-21 14:05` in the user's time zone. */
export function wallTime(time: string): string {
  return isWholeDay(time) ? time : formatInstant(time)
}

/** The period of an event without repeating the date; empty without a time. */
export function timeText(event: { start_time: string | null; end_time: string | null }): string {
  if (event.start_time === null) return ''
  const start = wallTime(event.start_time)
  const end = event.end_time === null ? start : wallTime(event.end_time)
  if (end === start) return start
  const isSameDay = end.length === 16 && end.slice(0, 10) === start.slice(0, 10)
  return `${start} – ${isSameDay && start.length === 16 ? end.slice(11) : end}`
}

const dateAndTime =
  /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?[T\s,]+(?:(上午|下午)\s*)?(\d{1,2})\s*[:.时点]\s*(\d{2})分?(?::\d{2})?\s*([ap]m)?$/i

/** Converts typed text to the API's format. Invalid text stays unchanged, so that validation reports it. */
export function normaliseTime(text: string): string | null {
  const trimmed = text.trim().normalize('NFKC')
  const parts = dateAndTime.exec(trimmed)
  if (!parts) return normaliseDate(trimmed)
  const [year, month, day, hour, minute] = [parts[1], parts[2], parts[3], parts[5], parts[6]].map(Number) as [
    number,
    number,
    number,
    number,
    number,
  ]
  const isLate = parts[4] === '下午' || parts[7]?.toLowerCase() === 'pm'
  const hours = parts[4] || parts[7] ? (hour % 12) + (isLate ? 12 : 0) : hour
  const at = new Date(year, month - 1, day, hours, minute)
  at.setFullYear(year, month - 1, day)
  const isReal = at.getMonth() === month - 1 && at.getDate() === day && hours < 24 && minute < 60
  return isReal ? at.toISOString().replace(/:\d{2}\.\d{3}Z$/, 'Z') : trimmed
}

/** `UTC+8`, `UTC−3:30`: the user's time zone at a moment. */
export function zoneText(at: Date): string {
  const minutes = -at.getTimezoneOffset()
  const rest = Math.abs(minutes) % 60
  const hours = Math.floor(Math.abs(minutes) / 60)
  return `UTC${minutes < 0 ? '−' : '+'}${hours}${rest === 0 ? '' : `:${String(rest).padStart(2, '0')}`}`
}
