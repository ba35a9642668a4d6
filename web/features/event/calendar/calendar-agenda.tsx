import { useMemo } from 'react'
import { useT } from '#web/platform/i18n.ts'
import { useLocale } from '#web/platform/locale.ts'
import { timeText } from '../event-time.ts'
import css from './calendar.module.css'
import { reachOf } from './calendar-days.ts'
import { calendarMessages } from './calendar-messages.ts'
import { type CalendarProps, EventChip } from './calendar-parts.tsx'

/** The month as a list by days. An event of several days is on its first day. */
export function CalendarAgenda({ days, day, today, events, counts, isLoading, onOpen }: CalendarProps) {
  const t = useT(calendarMessages)
  const locale = useLocale()
  const format = useMemo(
    () => new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric', weekday: 'short', timeZone: 'UTC' }),
    [locale],
  )
  const month = days.filter(each => each.slice(0, 7) === day.slice(0, 7))
  const [first, last] = [month[0] ?? day, month.at(-1) ?? day]
  const byDay = Map.groupBy(
    events.filter(event => {
      const reach = reachOf(event)
      return reach !== null && reach.first <= last && reach.last >= first
    }),
    event => {
      const begin = reachOf(event)?.first ?? first
      return begin < first ? first : begin
    },
  )
  const reaches = events.map(reachOf)
  const loadedOn = (each: string) => reaches.filter(reach => reach && reach.first <= each && reach.last >= each).length
  // Days without an event that starts on them are left out, unless some of their events are not loaded.
  const filled = month.filter(each => byDay.has(each) || (counts.get(each) ?? 0) > loadedOn(each))
  if (filled.length === 0) return <p className={css.none}>{isLoading ? '' : t('monthEmpty')}</p>
  return (
    <ol className={css.agenda}>
      {filled.map(each => {
        const count = counts.get(each) ?? 0
        const here = (byDay.get(each) ?? []).toSorted((a, b) => (a.start_time ?? '').localeCompare(b.start_time ?? ''))
        return (
          <li key={each}>
            <button
              type="button"
              className={css.agendaDay}
              data-today={each === today || undefined}
              aria-label={t('dayCount', { day: each, count })}
              onClick={() => onOpen(each)}
            >
              <span>{format.format(new Date(each))}</span>
              <span className="plain faint">{count}</span>
            </button>
            <ul>
              {here.map(event => (
                <li key={event.id}>
                  <EventChip event={event} />
                  {event.end_time !== null && <span className={css.agendaTime}>{timeText(event)}</span>}
                </li>
              ))}
            </ul>
          </li>
        )
      })}
    </ol>
  )
}
