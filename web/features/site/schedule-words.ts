import { useLocale, useT } from '#web/platform/i18n.ts'
import { siteMessages } from './messages.ts'
import { clockOf, readSchedule } from './schedule.ts'

/** A cron expression in words: `Daily at 06:00`; unchanged if no words fit. */
export function useScheduleWords(): (cron: string) => string {
  const t = useT(siteMessages)
  const dayNames = useDayNames()
  const locale = useLocale()
  return cron => {
    const schedule = readSchedule(cron)
    switch (schedule?.kind) {
      case 'hourly':
        return t('hourly', { minute: String(schedule.minute) })
      case 'hours':
        return t('hours', { every: String(schedule.every), minute: String(schedule.minute) })
      case 'daily':
        return t('daily', { clock: clockOf(schedule) })
      case 'weekly': {
        const days = schedule.days.map(day => dayNames[day]).join(locale === 'zh-CN' ? '、' : ', ')
        return t('weekly', { days, clock: clockOf(schedule) })
      }
      default:
        return t('custom', { cron })
    }
  }
}

/** Sunday first, as in cron. */
export function useDayNames(): string[] {
  const t = useT(siteMessages)
  return (['day0', 'day1', 'day2', 'day3', 'day4', 'day5', 'day6'] as const).map(day => t(day))
}
