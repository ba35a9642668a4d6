import type { FigureAlert, FigureSeries } from '#contract/figure.api.ts'
import { formatDay, formatInstant } from '#web/platform/clock.ts'
import { useLocale, useT } from '#web/platform/i18n.ts'
import { useSize } from '#web/ui/use-size.ts'
import { type Box, curveOf } from './curve.ts'
import css from './figure.module.css'
import { nameOf } from './figure-words.ts'
import { figureMessages } from './messages.ts'

const small: Box = { width: 120, height: 28, left: 2, right: 4, top: 3, bottom: 3 }

/** A curve the size of a word; the list has its values as text. */
export function SmallCurve({ series }: { series: FigureSeries }) {
  const { line, held, x, y } = curveOf(series.points, small)
  const last = series.points.at(-1)
  return (
    <svg className={css.small} viewBox={`0 0 ${small.width} ${small.height}`} aria-hidden>
      <path className={css.held} d={held} />
      <path className={css.line} d={line} />
      {last && <circle className={css.point} cx={x(Date.parse(last.until))} cy={y(last.value)} r={2.5} />}
    </svg>
  )
}

type Props = { series: FigureSeries; alerts: readonly FigureAlert[]; onChoose: (versionId: number) => void }

/** The curve with axes; each point opens its version. */
export function FigureCurve({ series, alerts, onChoose }: Props) {
  const t = useT(figureMessages)
  const locale = useLocale()
  const [ref, width] = useSize(640)
  const limits = alerts.filter(({ rule }) => rule !== 'change').map(({ amount }) => amount)
  const box: Box = { width, height: 200, left: 56, right: 12, top: 12, bottom: 24 }
  const { x, y, line, held } = curveOf(series.points, box, limits)
  const number = new Intl.NumberFormat(locale, { notation: 'compact', maximumSignificantDigits: 4 })
  const days = x.ticks(Math.max(2, Math.floor(width / 140)))
  const isOneDay = days.length > 1 && formatDay(days[0] as Date) === formatDay(days.at(-1) as Date)
  const labels = days.map(day => (isOneDay ? formatInstant(day).slice(-5) : formatDay(day)))
  return (
    <figure ref={ref} className={css.chart} aria-label={t('curve', { name: nameOf(series) })}>
      {/* biome-ignore lint/a11y/noSvgWithoutTitle: the figure has a label, and a title would cover those of the points. */}
      <svg width={width} height={box.height}>
        {y.ticks(4).map(tick => (
          <g key={tick}>
            <line className={css.grid} x1={box.left} x2={width - box.right} y1={y(tick)} y2={y(tick)} />
            <text className={css.tick} x={box.left - 8} y={y(tick) + 4} textAnchor="end">
              {number.format(tick)}
            </text>
          </g>
        ))}
        {days.map((day, at) => (
          <text key={day.getTime()} className={css.tick} x={x(day)} y={box.height - 6} textAnchor="middle">
            {labels[at] !== labels[at - 1] && labels[at]}
          </text>
        ))}
        {limits.map(limit => (
          <line key={limit} className={css.limit} x1={box.left} x2={width - box.right} y1={y(limit)} y2={y(limit)} />
        ))}
        <path className={css.held} d={held} />
        <path className={css.line} d={line} />
        {series.points.map(({ version_id, at, until, value, text }) => {
          const [from, to] = [formatInstant(at), formatInstant(until)]
          const label =
            from === to ? t('point', { at: from, value: text }) : t('pointUntil', { at: from, until: to, value: text })
          return (
            <a
              key={version_id}
              href={`?version=${version_id}`}
              aria-label={label}
              onClick={event => {
                event.preventDefault()
                onChoose(version_id)
              }}
            >
              <title>{label}</title>
              <circle className={css.target} cx={x(Date.parse(at))} cy={y(value)} r={12} />
              <circle className={css.point} cx={x(Date.parse(at))} cy={y(value)} r={4} />
            </a>
          )
        })}
      </svg>
    </figure>
  )
}
