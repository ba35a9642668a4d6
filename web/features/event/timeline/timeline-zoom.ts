import { select } from 'd3-selection'
import { type ZoomBehavior, type ZoomTransform, zoom, zoomIdentity } from 'd3-zoom'
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { scaleOf } from './timeline-layout.ts'

const dayMs = 86_400_000
const step = 1.6

export type Zoom = ReturnType<typeof useTimelineZoom>

/**
 * The visible part of the whole time, at the beginning `first`. Wheel, pinch and drag on the chart move it, and so do the
 * returned functions.
 */
export function useTimelineZoom(
  picture: RefObject<SVGSVGElement | null>,
  whole: [Date, Date] | null,
  width: number,
  first: [Date, Date] | null,
) {
  const [transform, setTransform] = useState<ZoomTransform>(zoomIdentity)
  const behavior = useRef<ZoomBehavior<SVGSVGElement, unknown> | null>(null)
  const [from, to] = whole ? [whole[0].getTime(), whole[1].getTime()] : [0, dayMs]

  const [firstFrom, firstTo] = [first?.[0].getTime(), first?.[1].getTime()]

  useEffect(() => {
    const svg = picture.current
    if (!svg) return
    const made = zoom<SVGSVGElement, unknown>()
      .extent([
        [0, 0],
        [width, 1],
      ])
      .scaleExtent([0.5, Math.max(1, (to - from) / dayMs)])
      .translateExtent([
        [-width, 0],
        [width * 2, 1],
      ])
      // Two fingers pinch; one finger still scrolls the page vertically.
      .filter(event => !event.button && (event.type !== 'wheel' || !event.shiftKey))
      .on('zoom', event => setTransform(event.transform))
    behavior.current = made
    const selection = select(svg)
    selection.call(made).on('dblclick.zoom', null)
    const base = scaleOf(new Date(from), new Date(to), width)
    const start = firstFrom === undefined ? null : [base(new Date(firstFrom)), base(new Date(firstTo ?? firstFrom))]
    made.transform(selection, start ? windowOf(start[0] ?? 0, start[1] ?? width, width) : zoomIdentity)
    return () => {
      selection.on('.zoom', null)
    }
  }, [picture, from, to, width, firstFrom, firstTo])

  const view = useMemo(
    () => transform.rescaleX(scaleOf(new Date(from), new Date(to), width)),
    [transform, from, to, width],
  )
  const act = (run: (made: ZoomBehavior<SVGSVGElement, unknown>, svg: SVGSVGElement) => void) => () => {
    if (behavior.current && picture.current) run(behavior.current, picture.current)
  }
  return {
    view,
    zoomIn: act((made, svg) => made.scaleBy(select(svg), step)),
    zoomOut: act((made, svg) => made.scaleBy(select(svg), 1 / step)),
    earlier: act((made, svg) => made.translateBy(select(svg), width / 4 / transform.k, 0)),
    later: act((made, svg) => made.translateBy(select(svg), -width / 4 / transform.k, 0)),
    fit: act((made, svg) => made.transform(select(svg), zoomIdentity)),
    /** Shows this time; `share` is its part of the chart's width, the rest is margin. */
    show: (start: Date, end: Date, share = 0.8) => {
      const base = scaleOf(new Date(from), new Date(to), width)
      const [a, b] = [base(start), base(end)]
      const k = Math.min(Math.max(1, (to - from) / dayMs), (width / Math.max(b - a, 0.001)) * share)
      act((made, svg) =>
        made.transform(
          select(svg),
          zoomIdentity
            .translate(width / 2, 0)
            .scale(k)
            .translate(-(a + b) / 2, 0),
        ),
      )()
    },
  }
}

/** The transform that spreads the part from `a` to `b` over the whole width. */
function windowOf(a: number, b: number, width: number): ZoomTransform {
  return zoomIdentity.scale(width / Math.max(b - a, 0.001)).translate(-a, 0)
}
