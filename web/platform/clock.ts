/** The one place that reads the time. */
export function now(): Date {
  return new Date()
}

const two = (value: number) => String(value).padStart(2, '0')

/** `2026-11-21`, in the reader's time zone. */
export function formatDay(instant: string | Date): string {
  const at = new Date(instant)
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
}

/** `2026-11-21 14:05`, in the reader's time zone; empty text for what is no instant. */
export function formatInstant(instant: string | Date | null | undefined): string {
  if (!instant) return ''
  const at = new Date(instant)
  if (Number.isNaN(at.getTime())) return ''
  return `${formatDay(at)} ${two(at.getHours())}:${two(at.getMinutes())}`
}

/** The time of today, `14:05`; the day of this year, `11-21`; else all of the day. What shows it tells the rest on hover. */
export function formatBriefly(instant: string): string {
  const day = formatDay(instant)
  const today = formatDay(now())
  if (day === today) return formatInstant(instant).split(' ')[1] ?? ''
  return day.split('-', 1)[0] === today.split('-', 1)[0] ? day.split('-').slice(1).join('-') : day
}
