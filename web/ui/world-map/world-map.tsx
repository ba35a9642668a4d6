import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react'
import { useT } from '#web/platform/i18n.ts'
import { useLocale } from '#web/platform/locale.ts'
import { useSetting } from '#web/platform/setting.ts'
import { useIsDark } from '#web/platform/theme.ts'
import { Failure } from '#web/ui/frame/failure.tsx'
import { useRegionName } from '#web/ui/region-name.ts'
import { worldMapMessages } from './messages.ts'
import css from './world-map.module.css'
import { type MapPoint, WorldPicture } from './world-picture.tsx'
import { loadWorld, type WorldOutline } from './world-shape.ts'

type ScaleStep = { from: number; to: number }

const stepsAtMost = 5

/**
 * Classes whose bounds grow by the same factor, so that a country with 60 records never has the colour of one with
 * 1,400. Classes without a country are left out; the others begin and end with counts that exist.
 */
export function stepsOf(counts: readonly number[]): ScaleStep[] {
  const sorted = counts.filter(count => count > 0).sort((a, b) => a - b)
  const [least = 1, most = 1] = [sorted[0], sorted.at(-1)]
  const factor = (most / least) ** (1 / stepsAtMost)
  const classes = Map.groupBy(sorted, count =>
    factor > 1 ? Math.min(stepsAtMost - 1, Math.floor(Math.log(count / least) / Math.log(factor) + 1e-9)) : 0,
  )
  return [...classes.values()].map(members => ({ from: members[0] ?? 0, to: members.at(-1) ?? 0 }))
}

export function stepOf(steps: readonly ScaleStep[], count: number): number {
  return steps.findIndex(step => count <= step.to)
}

/** From the background colour to the given one: higher counts are stronger. */
function stepColours(ground: string, colour: string, count: number): string[] {
  return Array.from({ length: count }, (_, at) =>
    blend(ground, colour, count === 1 ? 0.7 : 0.25 + (0.75 * at) / (count - 1)),
  )
}

function blend(from: string, to: string, share: number): string {
  const parts = (hex: string) => [1, 3, 5].map(at => Number.parseInt(hex.slice(at, at + 2), 16))
  const [a, b] = [parts(from), parts(to)]
  return `#${a
    .map((part, at) =>
      Math.round(part + ((b[at] ?? 0) - part) * share)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
}

type RegionCount = { region: string | null; count: number }

type Props = {
  label: string
  /** Heading of the table's numbers. */
  countLabel: string
  counts: readonly RegionCount[]
  /** A region's name with a link to the records counted there. */
  link: (region: string, name: string) => ReactNode
  onOpen: (region: string) => void
  points?: readonly MapPoint[]
  onPoint?: (point: MapPoint) => void
  isRoaming?: boolean
  /** True if it fills the height of its column. */
  isFilling?: boolean
}

const noPoints: readonly MapPoint[] = []
const grounds = { light: '#eef0f3', dark: '#303134' }

/** Counts by country as a map with a legend, and as a table with the same numbers. */
export default function WorldMap({
  label,
  countLabel,
  counts,
  link,
  onOpen,
  points = noPoints,
  onPoint,
  isRoaming = false,
  isFilling = false,
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
    <div className={css.map} data-filling={isFilling || undefined}>
      <div className="stack shrink">
        <Chart
          colours={filled}
          points={points}
          isRoaming={isRoaming}
          textOf={region => `${nameOf(region)}  ${countText(region)}`}
          onOpen={region => filled.has(region) && onOpen(region)}
          onPoint={onPoint}
        />
        <ul className={css.legend} aria-label={t('legend')}>
          {steps.map((step, at) => (
            <li key={step.from} className="row gap-2">
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
                <td className="faint">{t('none')}</td>
                <td>{unknown.toLocaleString(locale)}</td>
              </tr>
            )}
          </tbody>
        </table>
        {counts.length === 0 && <p className="faint">{t('empty')}</p>}
      </div>
    </div>
  )
}

type ChartProps = {
  colours: ReadonlyMap<string, string>
  points: readonly MapPoint[]
  isRoaming: boolean
  textOf: (region: string) => string
  onOpen: (region: string) => void
  onPoint: ((point: MapPoint) => void) | undefined
}

/** The map, after its borders have loaded. */
function Chart({ colours, points, isRoaming, textOf, onOpen, onPoint }: ChartProps) {
  const t = useT(worldMapMessages)
  const locale = useLocale()
  const isDark = useIsDark()
  const [world, setWorld] = useState<WorldOutline | 'loading' | 'failed'>('loading')
  const load = useCallback(() => {
    setWorld('loading')
    loadWorld().then(setWorld, () => setWorld('failed'))
  }, [])
  useEffect(load, [load])

  return (
    <div className={css.frame} data-state={typeof world === 'object' ? 'ready' : world}>
      {typeof world === 'object' && (
        <WorldPicture
          world={world}
          colours={colours}
          ground={isDark ? grounds.dark : grounds.light}
          points={points}
          isRoaming={isRoaming}
          textOf={textOf}
          textOfPoint={({ title, count }) => (count > 1 ? `${title}  (${count.toLocaleString(locale)})` : title)}
          onOpen={onOpen}
          onPoint={onPoint}
        />
      )}
      {world === 'loading' && (
        <p className={css.state} role="status">
          {t('loading')}
        </p>
      )}
      {world === 'failed' && <Failure onRetry={load}>{t('failed')}</Failure>}
    </div>
  )
}
