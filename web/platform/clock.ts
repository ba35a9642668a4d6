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
