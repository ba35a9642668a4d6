/** The only function that reads the clock. */
export function now(): Date {
  return new Date()
}

const two = (value: number) => String(value).padStart(2, '0')

/** `2026-11-21`, in the user's time zone. */
export function formatDay(instant: string | Date): string {
  const at = new Date(instant)
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
}

/** `2026-11-21 14:05`, in the user's time zone; empty for invalid values. */
export function formatInstant(instant: string | Date | null | undefined): string {
  if (!instant) return ''
  const at = new Date(instant)
  if (Number.isNaN(at.getTime())) return ''
  return `${formatDay(at)} ${two(at.getHours())}:${two(at.getMinutes())}`
}

/** `2026-11-21 14:05:09`, in the user's time zone. */
export function formatSecond(instant: string): string {
  return `${formatInstant(instant)}:${two(new Date(instant).getSeconds())}`
}

/** Today's time `14:05`, this year's day `11-21`, otherwise the full date. Show the full instant in a tooltip. */
export function formatBriefly(instant: string): string {
  const day = formatDay(instant)
  const today = formatDay(now())
  if (day === today) return formatInstant(instant).split(' ')[1] ?? ''
  return day.split('-', 1)[0] === today.split('-', 1)[0] ? day.split('-').slice(1).join('-') : day
}
