import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import type { EventSummary } from '#contract/event-view.api.ts'
import { useT } from '#web/platform/i18n.ts'
import { PageLink } from '#web/platform/page.tsx'
import { EventLevelMark, useEventLevelName } from '../event-level.tsx'
import { timeText, wallTime } from '../event-time.ts'
import { eventStatusMessages } from '../level-messages.ts'
import css from './calendar.module.css'
import { barWidth, type CalendarBar, dayByKey, type IsoDay, isHourly } from './calendar-days.ts'
import { calendarMessages } from './calendar-messages.ts'

/** Props of every calendar view. */
export type CalendarProps = {
  days: readonly IsoDay[]
  /** The day that has the keyboard focus. */
  day: IsoDay
  today: IsoDay
  events: readonly EventSummary[]
  /** The number of events of each day; exact even if some are not drawn. */
  counts: ReadonlyMap<IsoDay, number>
  isLoading: boolean
  setDay: (day: IsoDay) => void
  onCreate: ((start: string) => void) | undefined
  onOpen: (day: IsoDay) => void
}

/** Level, hour and title as a link to the event. */
export function EventChip({ event, isBar = false }: { event: EventSummary; isBar?: boolean }) {
  const levelName = useEventLevelName()
  const level = event.level
  const status = useT(eventStatusMessages)
  const hour = isHourly(event) ? wallTime(event.start_time ?? '').slice(11) : ''
  const hint = [event.title, timeText(event), levelName(level), status(event.status)].join('\n')
  return (
    <PageLink
      to="event_detail"
      params={{ id: event.id }}
      className={css.chip}
      data-bar={isBar || undefined}
      data-level={level ?? undefined}
      data-status={event.status}
      title={hint}
    >
      <EventLevelMark level={level} />
      {hour && <span className={css.hour}>{hour}</span>}
      <span className={css.chipTitle}>{event.title}</span>
    </PageLink>
  )
}

/** Height of a lane in pixels. */
export const lanePx = 25

type DayProps = Pick<CalendarProps, 'day' | 'today' | 'setDay' | 'onCreate' | 'onOpen'> & {
  date: IsoDay
  title: ReactNode
  count: number
  /** Bars that start in this cell, and the number of lanes that are drawn. */
  bars: readonly CalendarBar<EventSummary>[]
  lanes: number
  /** The number of events that are not drawn. */
  hidden: number
  /** Offset of the first lane in pixels. */
  top: number
  isOther?: boolean
  /** True if single-day events have a frame too. */
  isFramed?: boolean
}

/** One day of a grid: its date, the bars that start on it, and the number of further events. */
export function DayCell({
  date,
  title,
  count,
  bars,
  lanes,
  hidden,
  top,
  isOther = false,
  isFramed = false,
  ...grid
}: DayProps) {
  const t = useT(calendarMessages)
  const { day, today, setDay, onCreate, onOpen } = grid
  return (
    // biome-ignore lint/a11y/useSemanticElements lint/a11y/useKeyWithClickEvents: the grid handles the keys.
    <div
      role="gridcell"
      tabIndex={date === day ? 0 : -1}
      className={css.day}
      data-day={date}
      data-other={isOther || undefined}
      data-today={date === today || undefined}
      aria-label={t('dayCount', { day: date, count })}
      aria-current={date === today ? 'date' : undefined}
      onClick={event => {
        if (!isOnEmptySpace(event)) return
        setDay(date)
        if (onCreate) onCreate(date)
        else onOpen(date)
      }}
    >
      <button type="button" className={css.date} tabIndex={-1} onClick={() => onOpen(date)}>
        {title}
      </button>
      {bars.map(bar => (
        <div
          key={bar.event.id}
          className={css.bar}
          data-begun={bar.hasEarlierDays || undefined}
          data-on={bar.hasLaterDays || undefined}
          style={{ top: `${top + lanePx * bar.lane}px`, width: barWidth(bar) }}
        >
          <EventChip
            event={bar.event}
            isBar={isFramed || bar.to > bar.from || bar.hasEarlierDays || bar.hasLaterDays}
          />
        </div>
      ))}
      {hidden > 0 && (
        <button
          type="button"
          className={css.more}
          style={{ top: `${top + lanePx * lanes}px` }}
          aria-haspopup="dialog"
          onClick={() => onOpen(date)}
        >
          {t('more', { count: hidden })}
        </button>
      )}
    </div>
  )
}

type Keys = Pick<CalendarProps, 'day' | 'today' | 'setDay' | 'onCreate' | 'onOpen'>

/** Keyboard navigation of a grid of days. Tab reaches one day; arrows move from there, also beyond the shown days. */
export function useDayKeys({ day, today, setDay, onCreate, onOpen }: Keys) {
  const gridRef = useRef<HTMLDivElement | null>(null)
  const isMoving = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus follows the day.
  useEffect(() => {
    if (!isMoving.current) return
    isMoving.current = false
    gridRef.current?.querySelector<HTMLElement>('[role=gridcell][tabindex="0"]')?.focus()
  }, [day])
  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const target = event.target as HTMLElement
    const isOnDay = target.getAttribute('role') === 'gridcell'
    if (!isOnDay || event.altKey || event.ctrlKey || event.metaKey) return
    const next = dayByKey(event.key, day, today)
    if (next !== undefined) {
      isMoving.current = next !== day
      setDay(next)
    } else if (event.key === 'Enter' && onCreate) onCreate(day)
    else if (event.key === ' ' || event.key === 'Enter') onOpen(day)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return { gridRef, onKeyDown }
}

/** True for a press on the day itself, not on an event or button in it. */
export function isOnEmptySpace(event: { target: EventTarget }): boolean {
  return !(event.target as HTMLElement).closest('a, button')
}
