import { formatInstant, formatSecond } from '#web/platform/clock.ts'

type TimedVersion = { id: number; fetched_at: string }

/** The time of each version to the minute, or to the second where another version has the same minute. */
export function versionTimes(versions: readonly TimedVersion[]): (version: TimedVersion) => string {
  const counts = new Map<string, number>()
  for (const { fetched_at } of versions) {
    const minute = formatInstant(fetched_at)
    counts.set(minute, (counts.get(minute) ?? 0) + 1)
  }
  return ({ fetched_at }) => {
    const minute = formatInstant(fetched_at)
    return (counts.get(minute) ?? 0) > 1 ? formatSecond(fetched_at) : minute
  }
}
