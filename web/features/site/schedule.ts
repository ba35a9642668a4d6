/** A schedule that can be described in words; all others are shown as cron expressions. */
export type SchedulePreset =
  | { kind: 'hourly'; minute: number }
  | { kind: 'hours'; every: number; minute: number }
  | { kind: 'daily'; hour: number; minute: number }
  | { kind: 'weekly'; days: number[]; hour: number; minute: number }

const number = (text: string, atMost: number): number | null => {
  const value = /^\d{1,2}$/.test(text) ? Number(text) : Number.NaN
  return value <= atMost ? value : null
}

/** Days of the week, 0 is Sunday (so is 7); lists and ranges of numbers. */
function daysOf(text: string): number[] | null {
  const days = new Set<number>()
  for (const part of text.split(',')) {
    const [from, to = from] = part.split('-').map(end => number(end, 7))
    if (from === null || from === undefined || to === null || to === undefined || from > to) return null
    for (let day = from; day <= to; day += 1) days.add(day % 7)
  }
  return [...days].toSorted((a, b) => a - b)
}

/** Parses a cron expression of five fields; null if no words fit. */
export function readSchedule(cron: string): SchedulePreset | null {
  const [minuteText = '', hourText = '', day, month, week = '', ...rest] = cron.trim().split(/\s+/)
  const minute = number(minuteText, 59)
  if (minute === null || rest.length > 0 || day !== '*' || month !== '*') return null
  const hour = number(hourText, 23)
  const every = /^\*\/(\d{1,2})$/.exec(hourText)?.[1]
  if (week === '*') {
    if (hourText === '*') return { kind: 'hourly', minute }
    // Only a divisor of 24 gives even intervals.
    if (every && Number(every) > 1 && 24 % Number(every) === 0) return { kind: 'hours', every: Number(every), minute }
    return hour === null ? null : { kind: 'daily', hour, minute }
  }
  const days = daysOf(week)
  if (hour === null || !days || days.length === 0) return null
  return days.length === 7 ? { kind: 'daily', hour, minute } : { kind: 'weekly', days, hour, minute }
}

export function writeSchedule(schedule: SchedulePreset): string {
  const { minute } = schedule
  switch (schedule.kind) {
    case 'hourly':
      return `${minute} * * * *`
    case 'hours':
      return `${minute} */${schedule.every} * * *`
    case 'daily':
      return `${minute} ${schedule.hour} * * *`
    case 'weekly':
      return `${minute} ${schedule.hour} * * ${schedule.days.join(',')}`
  }
}

const two = (value: number) => String(value).padStart(2, '0')

export const clockOf = ({ hour, minute }: { hour: number; minute: number }) => `${two(hour)}:${two(minute)}`
