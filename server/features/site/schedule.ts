import { Cron } from 'croner'
import type { SiteSettings } from '#contract/site.api.ts'

type CrawlSchedule = Pick<SiteSettings, 'cron' | 'zone' | 'jitter_min'>

/** The next time after `from` in a schedule, up to `jitter_min` minutes later (`chance` from 0 to 1). */
export function nextRoundAt({ cron, zone, jitter_min }: CrawlSchedule, from: Date, chance: number): Date | null {
  const next = new Cron(cron, { timezone: zone, mode: '5-part' }).nextRun(from)
  return next && new Date(next.getTime() + Math.floor(chance * jitter_min * 60_000))
}

/** The round that comes `rounds` rounds after one at `from`. */
export function laterRoundAt({ cron, zone }: Pick<CrawlSchedule, 'cron' | 'zone'>, from: Date, rounds: number): Date {
  if (rounds <= 0) return from
  return new Cron(cron, { timezone: zone, mode: '5-part' }).nextRuns(rounds, from).at(-1) ?? from
}

/** The days from one round to the next, on average over the next ones: schedules can leave out days. */
export function roundDays({ cron, zone }: Pick<CrawlSchedule, 'cron' | 'zone'>, from: Date): number {
  const runs = new Cron(cron, { timezone: zone, mode: '5-part' }).nextRuns(8, from).map(run => run.getTime())
  const [first, last] = [runs[0], runs.at(-1)]
  if (first === undefined || last === undefined || last === first) return 1
  return (last - first) / (runs.length - 1) / 86_400_000
}

export function isCron(cron: string): boolean {
  try {
    return new Cron(cron, { timezone: 'UTC', mode: '5-part' }).nextRun() !== null
  } catch {
    return false
  }
}

export function isZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
    return true
  } catch {
    return false
  }
}

/** Whether the platform can read this encoding. */
export function isCharset(charset: string): boolean {
  try {
    new TextDecoder(charset)
    return true
  } catch {
    return false
  }
}
