import { useEffect, useMemo, useRef } from 'react'
import { now } from '#web/platform/clock.ts'
import { useT } from '#web/platform/i18n.ts'
import { useLocale } from '#web/platform/locale.ts'
import css from './calendar.module.css'
import { type IsoDay, isHourly, layBars, layHours, reachOf } from './calendar-days.ts'
import { calendarMessages } from './calendar-messages.ts'
import { type CalendarProps, DayCell, EventChip, isOnEmptySpace, lanePx, useDayKeys } from './calendar-parts.tsx'

const hours = Array.from({ length: 24 }, (_, hour) => hour)
const hourPx = 44
const beginsAtHour = 7
const lanesAtMost = 6

/** A week: events without an hour at the top, the others at their hours. */
export function CalendarWeek(props: CalendarProps) {
  const t = useT(calendarMessages)
  const locale = useLocale()
  const { days, today, events, counts, onCreate } = props
  const { gridRef, onKeyDown } = useDayKeys(props)
  const scrollRef = useRef<HTMLElement>(null)
  useEffect(() => {
    scrollRef.current?.scrollTo?.({ top: beginsAtHour * hourPx })
  }, [])
  const title = useMemo(
    () => new Intl.DateTimeFormat(locale, { weekday: 'short', day: 'numeric', timeZone: 'UTC' }),
    [locale],
  )
  const bars = useMemo(
    () =>
      layBars(
        events.filter(event => !isHourly(event)),
        days,
      ),
    [events, days],
  )
  const lanes = Math.min(lanesAtMost, Math.max(0, ...bars.map(bar => bar.lane + 1)))
  const timed = useMemo(() => Map.groupBy(events.filter(isHourly), event => reachOf(event)?.first ?? ''), [events])
  const hiddenOn = (each: IsoDay, place: number) =>
    (counts.get(each) ?? 0) -
    bars.filter(bar => bar.lane < lanes && bar.from <= place && bar.to >= place).length -
    (timed.get(each)?.length ?? 0)
  const hasMore = days.some((each, place) => hiddenOn(each, place) > 0)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard.
    <section ref={scrollRef} className={css.weekView} aria-label={t('week')} tabIndex={0}>
      {/* biome-ignore lint/a11y/useSemanticElements: bars lie over several cells, which a table does not allow. */}
      <div ref={gridRef} role="grid" tabIndex={-1} aria-label={t('keys')} onKeyDown={onKeyDown}>
        {/* biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: a row of the grid above. */}
        <div role="row" className={css.weekHead} style={{ minHeight: `${34 + lanePx * lanes + (hasMore ? 26 : 4)}px` }}>
          {/* biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: a title in the grid above. */}
          <div role="rowheader" className={css.gutter}>
            {t('allDay')}
          </div>
          {days.map((each, place) => (
            <DayCell
              key={each}
              {...props}
              date={each}
              title={title.format(new Date(each))}
              count={counts.get(each) ?? 0}
              bars={bars.filter(bar => bar.from === place && bar.lane < lanes)}
              lanes={lanes}
              hidden={hiddenOn(each, place)}
              top={34}
              isFramed
            />
          ))}
        </div>
      </div>
      <div className={css.hours}>
        <div className={css.gutter} style={{ height: `${24 * hourPx}px` }}>
          {hours.slice(1).map(hour => (
            <span key={hour} style={{ top: `${hour * hourPx - 9}px` }}>
              {String(hour).padStart(2, '0')}:00
            </span>
          ))}
        </div>
        {days.map(each => (
          <HourColumn
            key={each}
            day={each}
            isToday={each === today}
            events={timed.get(each) ?? []}
            onCreate={onCreate}
          />
        ))}
      </div>
    </section>
  )
}

type ColumnProps = Pick<CalendarProps, 'events' | 'onCreate'> & { day: IsoDay; isToday: boolean }

function HourColumn({ day, isToday, events, onCreate }: ColumnProps) {
  const at = now()
  const blocks = useMemo(() => layHours(events), [events])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: the grid above creates events by keyboard.
    <div
      className={css.hourColumn}
      data-today={isToday || undefined}
      style={{ height: `${24 * hourPx}px`, backgroundSize: `100% ${hourPx}px` }}
      onClick={event => {
        if (!onCreate || !isOnEmptySpace(event)) return
        const hour = Math.floor((event.clientY - event.currentTarget.getBoundingClientRect().top) / hourPx)
        onCreate(new Date(`${day}T${String(hour).padStart(2, '0')}:00`).toISOString().replace(/:00\.000Z$/, 'Z'))
      }}
    >
      {isToday && (
        <div className={css.nowLine} style={{ top: `${((at.getHours() * 60 + at.getMinutes()) / 60) * hourPx}px` }} />
      )}
      {blocks.map(({ event, from, to, column, columns }) => (
        <div
          key={event.id}
          className={css.block}
          style={{
            top: `${(from / 60) * hourPx}px`,
            height: `${((to - from) / 60) * hourPx - 2}px`,
            left: `${(100 * column) / columns}%`,
            width: `calc(${100 / columns}% - 3px)`,
          }}
        >
          <EventChip event={event} isBar />
        </div>
      ))}
    </div>
  )
}
