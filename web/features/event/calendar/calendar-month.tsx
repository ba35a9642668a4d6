import { useCallback, useMemo } from 'react'
import { useT } from '#web/platform/i18n.ts'
import { useLocale } from '#web/platform/locale.ts'
import { useSize } from '#web/ui/use-size.ts'
import css from './calendar.module.css'
import { type IsoDay, inTimeOrder, layBars } from './calendar-days.ts'
import { calendarMessages } from './calendar-messages.ts'
import { type CalendarProps, DayCell, lanePx, useDayKeys } from './calendar-parts.tsx'

/** Height of the weekday names in pixels. */
const weekdaysHeight = 28
/** Height above the first line of a day in pixels. */
const dateHeight = 28
/**
 * Lines of a day: the minimum, and the number before its height is known. The last one shows how many more events there
 * are.
 */
const leastLines = 3
const usualLines = 4

/** Weeks one below the other, with events as bars over their days. */
export function CalendarMonth(props: CalendarProps) {
  const t = useT(calendarMessages)
  const locale = useLocale()
  const { days, isLoading } = props
  const { gridRef, onKeyDown } = useDayKeys(props)
  const weekday = useMemo(() => new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' }), [locale])
  const [box, , height] = useSize(0)
  const ref = useCallback(
    (element: HTMLDivElement | null) => {
      gridRef.current = element
      return box(element)
    },
    [box, gridRef],
  )
  const weeks = Array.from({ length: days.length / 7 }, (_, n) => days.slice(7 * n, 7 * n + 7))
  const lines =
    height > 0
      ? Math.max(leastLines, Math.floor(((height - weekdaysHeight) / weeks.length - dateHeight) / lanePx))
      : usualLines
  return (
    // biome-ignore lint/a11y/useSemanticElements: bars lie over several cells, which a table does not allow.
    <div
      ref={ref}
      className={css.month}
      role="grid"
      tabIndex={-1}
      aria-label={t('keys')}
      aria-busy={isLoading}
      onKeyDown={onKeyDown}
    >
      {/* biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: a row of the grid above. */}
      <div role="row" className={css.weekdays}>
        {days.slice(0, 7).map(day => (
          // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: a title in the grid above.
          <div key={day} role="columnheader" className={css.weekday}>
            {weekday.format(new Date(day))}
          </div>
        ))}
      </div>
      {weeks.map(week => (
        <Week key={week[0]} {...props} days={week} linesAtMost={lines} />
      ))}
    </div>
  )
}

function Week({ linesAtMost, ...props }: CalendarProps & { linesAtMost: number }) {
  const { days, events, counts } = props
  const laid = useMemo(() => layBars(events, days), [events, days])
  const drawn = (place: number, lanes: number) =>
    laid.filter(bar => bar.lane < lanes && bar.from <= place && bar.to >= place).length
  const countOf = (each: IsoDay, place: number) => counts.get(each) ?? drawn(place, laid.length)
  const isFull = days.some((each, place) => countOf(each, place) > drawn(place, linesAtMost))
  const lanes = isFull ? linesAtMost - 1 : linesAtMost
  const bars = inTimeOrder(laid, lanes)
  return (
    // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: a row of the grid around it.
    <div role="row" className={css.week}>
      {days.map((each, place) => {
        const hidden = countOf(each, place) - drawn(place, lanes)
        return (
          <DayCell
            key={each}
            {...props}
            date={each}
            title={Number(each.slice(8))}
            count={countOf(each, place)}
            bars={bars.filter(bar => bar.from === place && bar.lane < lanes)}
            lanes={lanes}
            hidden={hidden}
            top={dateHeight}
            isOther={each.slice(0, 7) !== props.day.slice(0, 7)}
          />
        )
      })}
    </div>
  )
}
