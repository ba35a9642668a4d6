import { type KeyboardEvent, useEffect, useRef } from 'react'
import type { EventBrief } from '#contract/event.ts'
import { useT } from '#web/platform/i18n.ts'
import { PageLink } from '#web/platform/page.tsx'
import { EventLevelMark, useEventLevelName } from '../event-level.tsx'
import { timeText, wallTime } from '../event-time.ts'
import { eventStatusMessages } from '../level-messages.ts'
import css from './calendar.module.css'
import { type Day, dayByKey, isHourly } from './calendar-days.ts'

/** What every way of showing a calendar is given. */
export type CalendarProps = {
  days: readonly Day[]
  /** The day that the keyboard is on. */
  day: Day
  today: Day
  events: readonly EventBrief[]
  /** Events of each day, exact also where not all of them are drawn. */
  counts: ReadonlyMap<Day, number>
  isLoading: boolean
  setDay: (day: Day) => void
  onCreate: ((start: string) => void) | undefined
  onOpen: (day: Day) => void
}

/** Level, hour and title as a link to the event. */
export function EventChip({ event, isBar = false }: { event: EventBrief; isBar?: boolean }) {
  const level = useEventLevelName()
  const status = useT(eventStatusMessages)
  const hour = isHourly(event) ? wallTime(event.start_time ?? '').slice(11) : ''
  const hint = [event.title, timeText(event), level(event.level), status(event.status)].join('\n')
  return (
    <PageLink
      to="event_detail"
      params={{ id: event.id }}
      className={css.chip}
      data-bar={isBar || undefined}
      data-level={event.level}
      data-status={event.status}
      title={hint}
    >
      <EventLevelMark level={event.level} />
      {hour && <span className={css.hour}>{hour}</span>}
      <span className={css.chipTitle}>{event.title}</span>
    </PageLink>
  )
}

type Keys = Pick<CalendarProps, 'day' | 'today' | 'setDay' | 'onCreate' | 'onOpen'>

/** Keys of a grid of days: one of them can be reached by Tab, arrows go on from there, also beyond what is shown. */
export function useDayKeys({ day, today, setDay, onCreate, onOpen }: Keys) {
  const gridRef = useRef<HTMLDivElement>(null)
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

/** True for a press on the day itself, not on what stands in it. */
export function isOnGround(event: { target: EventTarget }): boolean {
  return !(event.target as HTMLElement).closest('a, button')
}
