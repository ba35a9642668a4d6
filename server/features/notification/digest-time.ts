const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** Hour of the day in the user's time zone. */
const digestHour = 8
const monday = 1

/** The last time up to `now` at which a digest was due: 08:00 in the zone, daily or on Mondays. */
export function lastDue(now: Date, zone: string, mode: 'daily' | 'weekly'): Date {
  // A day may have 23 or 25 hours, so 08:00 is computed separately for each of the last days.
  for (let back = 0; back <= 8; back += 1) {
    const due = morningOf(new Date(now.getTime() - back * dayMs), zone)
    if (due.at <= now.getTime() && (mode === 'daily' || due.weekday === monday)) return new Date(due.at)
  }
  return new Date(0)
}

/** 08:00 of the day that contains this instant in the zone. */
function morningOf(instant: Date, zone: string): { at: number; weekday: number } {
  const day = wallOf(instant, zone)
  const wanted = Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate(), digestHour)
  let at = wanted - (day.getTime() - instant.getTime())
  // The offset at that hour may differ from the offset at the instant.
  at += wanted - wallOf(new Date(at), zone).getTime()
  return { at, weekday: day.getUTCDay() }
}

/** The wall clock of the zone, as if it were UTC. */
function wallOf(instant: Date, zone: string): Date {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  }).formatToParts(instant)
  const part = (type: string) => Number(parts.find(each => each.type === type)?.value)
  return new Date(
    Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second')) +
      instant.getUTCMilliseconds(),
  )
}
