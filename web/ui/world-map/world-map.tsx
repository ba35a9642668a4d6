import { Button } from 'antd'
import type { EChartsType } from 'echarts/core'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { useT } from '#web/platform/i18n.ts'
import { useLocale } from '#web/platform/locale.ts'
import { useSetting } from '#web/platform/setting.ts'
import { useIsDark } from '#web/platform/theme.ts'
import { useRegionName } from '#web/ui/region-name.ts'
import { worldMapMessages } from './messages.ts'
import type { Look, MapPoint } from './world-chart.ts'
import css from './world-map.module.css'
import { stepColours, stepOf, stepsOf } from './world-scale.ts'

export type RegionCount = { region: string | null; count: number }
export type { MapPoint } from './world-chart.ts'

type Props = {
  label: string
  /** Heading of the table's numbers. */
  countLabel: string
  counts: readonly RegionCount[]
  /** A region's name as the way to what is counted there. */
  link: (region: string, name: string) => ReactNode
  onOpen: (region: string) => void
  points?: readonly MapPoint[]
  onPoint?: (point: MapPoint) => void
  isRoaming?: boolean
}

const noPoints: readonly MapPoint[] = []
const grounds = { light: '#eef0f3', dark: '#303134' }

/** Counts by country as a map with its legend, and as the table of the same numbers. */
export default function WorldMap({
  label,
  countLabel,
  counts,
  link,
  onOpen,
  points = noPoints,
  onPoint,
  isRoaming = false,
}: Props) {
  const t = useT(worldMapMessages)
  const locale = useLocale()
  const nameOf = useRegionName()
  const colour = useSetting(setting => setting.theme_color)
  const isDark = useIsDark()
  const known = useMemo(
    () =>
      counts
        .flatMap(({ region, count }) => (region === null ? [] : [{ region, count }]))
        .sort((a, b) => b.count - a.count),
    [counts],
  )
  const steps = useMemo(() => stepsOf(known.map(each => each.count)), [known])
  const colours = useMemo(
    () => stepColours(isDark ? grounds.dark : grounds.light, colour, steps.length),
    [isDark, colour, steps.length],
  )
  const unknown = counts.find(each => each.region === null)?.count ?? 0
  const countText = (region: string) => (known.find(each => each.region === region)?.count ?? 0).toLocaleString(locale)
  const filled = new Map(known.map(({ region, count }) => [region, colours[stepOf(steps, count)] ?? '']))
  return (
    <div className={css.map}>
      <div className={css.side}>
        <Chart
          label={label}
          colours={filled}
          points={points}
          isRoaming={isRoaming}
          textOf={region => `${nameOf(region)}  ${countText(region)}`}
          onOpen={region => filled.has(region) && onOpen(region)}
          onPoint={onPoint}
        />
        <ul className={css.legend} aria-label={t('legend')}>
          {steps.map((step, at) => (
            <li key={step.from}>
              <span style={{ background: colours[at] }} aria-hidden />
              {step.from === step.to
                ? step.from.toLocaleString(locale)
                : `${step.from.toLocaleString(locale)}–${step.to.toLocaleString(locale)}`}
            </li>
          ))}
        </ul>
      </div>
      <div className={css.scroll}>
        <table className={css.table} aria-label={label}>
          <thead>
            <tr>
              <th scope="col">{t('region')}</th>
              <th scope="col">{countLabel}</th>
            </tr>
          </thead>
          <tbody>
            {known.map(({ region, count }) => (
              <tr key={region}>
                <td>{link(region, nameOf(region))}</td>
                <td>{count.toLocaleString(locale)}</td>
              </tr>
            ))}
            {unknown > 0 && (
              <tr>
                <td className={css.unknown}>{t('none')}</td>
                <td>{unknown.toLocaleString(locale)}</td>
              </tr>
            )}
          </tbody>
        </table>
        {counts.length === 0 && <p className={css.empty}>{t('empty')}</p>}
      </div>
    </div>
  )
}

type ChartProps = {
  label: string
  colours: ReadonlyMap<string, string>
  points: readonly MapPoint[]
  isRoaming: boolean
  textOf: (region: string) => string
  onOpen: (region: string) => void
  onPoint: ((point: MapPoint) => void) | undefined
}

/** The picture; the table beside it is its equivalent for keyboards and screen readers. */
function Chart(props: ChartProps) {
  const t = useT(worldMapMessages)
  const locale = useLocale()
  const isDark = useIsDark()
  const place = useRef<HTMLDivElement>(null)
  const chart = useRef<EChartsType>(undefined)
  const latest = useRef(props)
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading')
  const [attempt, setAttempt] = useState(0)
  const [hasSize, setHasSize] = useState(false)
  useEffect(() => {
    latest.current = props
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt makes the chart anew
  useEffect(() => {
    const element = place.current
    if (!element) return
    let isGone = false
    // A page hidden in its tab has no size; nothing can be drawn there.
    const observer = new ResizeObserver(() => {
      const isSeen = element.clientWidth > 0
      setHasSize(isSeen)
      if (isSeen) chart.current?.resize()
    })
    setState('loading')
    import('./world-chart.ts')
      .then(module => module.makeChart(element))
      .then(made => {
        if (isGone) return made.dispose()
        chart.current = made
        made.on('click', event => {
          const point = (event.data as { point?: MapPoint } | undefined)?.point
          if (point) latest.current.onPoint?.(point)
          else if (event.name) latest.current.onOpen(event.name)
        })
        observer.observe(element)
        setState('ready')
      })
      .catch(() => !isGone && setState('failed'))
    return () => {
      isGone = true
      observer.disconnect()
      chart.current?.dispose()
      chart.current = undefined
    }
  }, [attempt])

  const shape = JSON.stringify([[...props.colours], isDark, locale])
  // biome-ignore lint/correctness/useExhaustiveDependencies: `shape` stands for the colours, the theme and the language
  useEffect(() => {
    const made = chart.current
    if (state !== 'ready' || !hasSize || !made) return
    void import('./world-chart.ts').then(({ draw }) => {
      if (made.isDisposed()) return
      const { points, isRoaming, textOf } = latest.current
      draw(made, {
        look: lookOf(latest.current.colours, isDark),
        points,
        isRoaming,
        textOf: region => latest.current.textOf(region) || textOf(region),
        textOfPoint: ({ title, count }) => (count > 1 ? `${title}  (${count.toLocaleString(locale)})` : title),
      })
    })
  }, [state, hasSize, shape, props.points])

  return (
    <div className={css.frame}>
      <div ref={place} className={css.chart} aria-hidden data-state={state} />
      {state === 'loading' && (
        <p className={css.state} role="status">
          {t('loading')}
        </p>
      )}
      {state === 'failed' && (
        <p className={css.state} role="alert">
          {t('failed')}{' '}
          <Button type="link" onClick={() => setAttempt(before => before + 1)}>
            {t('retry')}
          </Button>
        </p>
      )}
    </div>
  )
}

function lookOf(colours: ReadonlyMap<string, string>, isDark: boolean): Look {
  const style = getComputedStyle(document.documentElement)
  const of = (name: string, otherwise: string) => style.getPropertyValue(name).trim() || otherwise
  return {
    colours,
    ground: isDark ? grounds.dark : grounds.light,
    line: of('--line-strong', '#c9cdd4'),
    text: of('--text', '#1d2129'),
    surface: of('--surface', '#ffffff'),
    point: of('--warning', '#a34500'),
    strong: of('--text-2', '#4e5969'),
  }
}
