import { formatDay, formatInstant, now } from '#web/platform/clock.ts'
import { useT } from '#web/platform/i18n.ts'
import { inboxMessages } from './messages.ts'

const dayMs = 86_400_000

/** `today 06:10`, `yesterday 18:04`, else the day and the hour. */
export function useWhen(): (at: string) => string {
  const t = useT(inboxMessages)
  return at => {
    const time = formatInstant(at).slice(11)
    const day = formatDay(at)
    if (day === formatDay(now())) return t('today', { time })
    if (day === formatDay(new Date(now().getTime() - dayMs))) return t('yesterday', { time })
    return formatInstant(at)
  }
}
