import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Alert, Button, Segmented } from 'antd'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useMemo, useState } from 'react'
import { calendarEvents } from '#contract/event-view.api.ts'
import { PartialDate } from '#contract/wire.ts'
import { formatDay, now } from '#web/platform/clock.ts'
import { useT } from '#web/platform/i18n.ts'
import { useLocale } from '#web/platform/locale.ts'
import { useIsNarrow } from '#web/platform/media.ts'
import { one, type Search, usePage } from '#web/platform/page.tsx'
import { errorText, queryAddress } from '#web/platform/query.ts'
import { useShortcut } from '#web/platform/shortcut.tsx'
import css from './calendar.module.css'
import { CalendarAgenda } from './calendar-agenda.tsx'
import { CalendarDay } from './calendar-day.tsx'
import { dayAfter, daysFrom, type IsoDay, monthAfter, monthDays, viewQuery, weekStart } from './calendar-days.ts'
import { calendarMessages } from './calendar-messages.ts'
import { CalendarMonth } from './calendar-month.tsx'
import { CalendarWeek } from './calendar-week.tsx'

type Props = {
  filter: Search
  /** Creates an event on a day or at an instant; absent without permission. */
  onCreate: ((start: string) => void) | undefined
}

const eventsAtMost = 300

/** Events by month or week; on a narrow screen as a list by days. The address holds the day. */
export default function CalendarView({ filter, onCreate }: Props) {
  const t = useT(calendarMessages)
  const locale = useLocale()
  const isNarrow = useIsNarrow()
  const { search, setSearch, isActive } = usePage()
  const [opened, setOpened] = useState<IsoDay | null>(null)
  const today = formatDay(now())
  const requested = one(search.date)
  const day = requested?.length === 10 && PartialDate.safeParse(requested).success ? requested : today
  const isWeek = !isNarrow && one(search.span) === 'week'
  const days = useMemo(() => (isWeek ? daysFrom(weekStart(day), 7) : monthDays(day)), [day, isWeek])
  const query = viewQuery(filter, days[0] ?? day, days.at(-1) ?? day)
  const { data, error, isFetching, refetch } = useQuery({
    ...queryAddress(calendarEvents, { ...query, limit: String(eventsAtMost) }),
    placeholderData: keepPreviousData,
    enabled: isActive,
  })
  const setDay = (next: IsoDay) =>
    setSearch(before => ({ ...before, date: next === today ? null : next }), { replace: true })
  const step = (count: number) => setDay(isWeek ? dayAfter(day, 7 * count) : monthAfter(day, count))
  useShortcut('t', t('keyToday'), () => setDay(today))
  const counts = useMemo(() => new Map(data?.days.map(each => [each.day, each.count])), [data])
  const shown = { days, day, today, events: data?.items ?? [], counts, setDay, onCreate, onOpen: setOpened }
  const View = isNarrow ? CalendarAgenda : isWeek ? CalendarWeek : CalendarMonth
  const isLoading = data === undefined && !error
  return (
    <section className={css.view} aria-label={t('calendar')} aria-busy={isFetching}>
      <div className={css.head}>
        <Button onClick={() => setDay(today)}>{t('today')}</Button>
        <Button
          type="text"
          icon={<ChevronLeft size={16} aria-hidden />}
          aria-label={t('previous')}
          onClick={() => step(-1)}
        />
        <Button
          type="text"
          icon={<ChevronRight size={16} aria-hidden />}
          aria-label={t('next')}
          onClick={() => step(1)}
        />
        <h2 aria-live="polite">{titleOf(days, day, isWeek, locale)}</h2>
        {isLoading && <span className="faint">{t('loading')}</span>}
        {!isNarrow && (
          <Segmented
            className="push"
            aria-label={t('span')}
            value={isWeek ? 'week' : 'month'}
            options={[
              { value: 'month', label: t('month') },
              { value: 'week', label: t('week') },
            ]}
            onChange={span => setSearch(before => ({ ...before, span: span === 'week' ? 'week' : null }))}
          />
        )}
      </div>
      {error && !isFetching && (
        <Alert
          banner
          type="error"
          role="alert"
          title={`${t('failed')} ${errorText(error)}`}
          action={
            <Button size="small" onClick={() => void refetch()}>
              {t('retry')}
            </Button>
          }
        />
      )}
      {data?.is_cut && <p className="below-3 quiet">{t('cut', { shown: data.items.length })}</p>}
      <View {...shown} isLoading={isLoading} />
      {opened !== null && (
        <CalendarDay day={opened} filter={filter} onCreate={onCreate} onClose={() => setOpened(null)} />
      )}
    </section>
  )
}

function titleOf(days: readonly IsoDay[], day: IsoDay, isWeek: boolean, locale: string): string {
  const at = (text: IsoDay) => new Date(`${text}T00:00:00Z`)
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' })
  if (!isWeek) return format({ year: 'numeric', month: 'long' }).format(at(day))
  const whole = format({ year: 'numeric', month: 'short', day: 'numeric' })
  return whole.formatRange(at(days[0] ?? day), at(days.at(-1) ?? day))
}
