import { select } from 'd3-selection'
import { zoom } from 'd3-zoom'
import { memo, type PointerEvent, useEffect, useRef, useState } from 'react'
import { smallCountries } from './small-countries.ts'
import css from './world-map.module.css'
import { type WorldOutline, worldWidth } from './world-shape.ts'

export type MapPoint = { lat: number; lng: number; count: number; title: string; id: number }
type Props = {
  world: WorldOutline
  /** Colours of countries by code; others have the background colour of land. */
  colours: ReadonlyMap<string, string>
  ground: string
  points: readonly MapPoint[]
  isRoaming: boolean
  /** Name and count of a country. */
  textOf: (code: string) => string
  textOfPoint: (point: MapPoint) => string
  onOpen: (code: string) => void
  onPoint: ((point: MapPoint) => void) | undefined
}
/** The element under the pointer, and its position in the frame. */
type Under = { code?: string; point?: MapPoint; x: number; y: number; isRight: boolean }

const mostZoom = 40

/** Countries and dots, with a tooltip at the pointer; the table next to it is for keyboards and screen readers. */
export function WorldPicture({ world, points, isRoaming, textOf, textOfPoint, onOpen, onPoint, ...look }: Props) {
  const picture = useRef<SVGSVGElement>(null)
  const moved = useRef<SVGGElement>(null)
  const [under, setUnder] = useState<Under | null>(null)
  useEffect(() => {
    if (!isRoaming || !picture.current) return
    const roam = zoom<SVGSVGElement, unknown>()
      .scaleExtent([1, mostZoom])
      .translateExtent([
        [0, 0],
        [worldWidth, world.height],
      ])
      .on('zoom', ({ transform }) => moved.current?.setAttribute('transform', String(transform)))
    const selected = select(picture.current).call(roam)
    return () => void selected.on('.zoom', null)
  }, [isRoaming, world])

  const find = (target: EventTarget): Pick<Under, 'code' | 'point'> => {
    const { code, point } = (target as SVGElement).dataset
    return { code, point: point === undefined ? undefined : points[Number(point)] }
  }
  const onMove = (event: PointerEvent<SVGSVGElement>) => {
    const found = find(event.target)
    if (!found.code && !found.point) return setUnder(null)
    const box = event.currentTarget.getBoundingClientRect()
    const x = event.clientX - box.left
    setUnder({ ...found, x, y: event.clientY - box.top, isRight: x > box.width / 2 })
  }
  const hint = under?.point ? textOfPoint(under.point) : under?.code ? textOf(under.code) : ''
  return (
    <>
      <svg
        ref={picture}
        className={css.picture}
        viewBox={`0 0 ${worldWidth} ${world.height}`}
        aria-hidden
        onPointerMove={onMove}
        onPointerLeave={() => setUnder(null)}
        onClick={event => {
          const { code, point } = find(event.target)
          if (point) onPoint?.(point)
          else if (code) onOpen(code)
        }}
      >
        <g ref={moved}>
          <Land world={world} {...look} />
          {under?.code && <Outline world={world} code={under.code} />}
          <Points world={world} points={points} />
        </g>
      </svg>
      {under && hint && (
        <div className={under.isRight ? css.tipLeft : css.tip} style={{ left: under.x, top: under.y }} aria-hidden>
          {hint}
        </div>
      )}
    </>
  )
}

const Land = memo(function Land({ world, colours, ground }: Pick<Props, 'world' | 'colours' | 'ground'>) {
  const dots = Object.entries(smallCountries).filter(([code]) => colours.has(code))
  return (
    <>
      {world.countries.map(({ code, path }) => (
        <path
          // An area that the file contains separately has the code of its country.
          key={path}
          d={path}
          data-code={code}
          fill={colours.get(code) ?? ground}
          className={colours.has(code) ? css.open : css.country}
        />
      ))}
      {dots.map(([code, [lng, lat]]) => (
        <Dot key={code} at={world.placeOf(lng, lat)} size={7} data-code={code} colour={colours.get(code)} isStrong />
      ))}
    </>
  )
})

const Outline = ({ world, code }: { world: WorldOutline; code: string }) =>
  world.countries
    .filter(country => country.code === code)
    .map(({ path }) => <path key={path} d={path} className={css.outline} />)

const Points = memo(function Points({ world, points }: Pick<Props, 'world' | 'points'>) {
  return points.map((point, at) => (
    <Dot
      // biome-ignore lint/suspicious/noArrayIndexKey: two places can coincide, and places have no ids
      key={at}
      at={world.placeOf(point.lng, point.lat)}
      size={Math.min(28, 6 + Math.sqrt(point.count) * 1.6)}
      data-point={at}
      colour="var(--text-2)"
    />
  ))
})

type DotProps = {
  at: [x: number, y: number]
  size: number
  colour: string | undefined
  isStrong?: boolean
  'data-code'?: string
  'data-point'?: number
}

/**
 * A line of zero length with round or square ends: its size on the screen does not depend on the width of the map or on its zoom.
 */
function Dot({ at: [x, y], size, colour, isStrong, ...data }: DotProps) {
  const d = `M${x.toFixed(2)},${y.toFixed(2)}h0`
  return (
    <g className={isStrong ? css.dot : css.point}>
      <path d={d} strokeWidth={size + 2} className={css.rim} />
      <path d={d} strokeWidth={size} stroke={colour} {...data} />
    </g>
  )
}
