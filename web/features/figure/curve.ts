import { type ScaleLinear, type ScaleTime, scaleLinear, scaleTime } from 'd3-scale'
import type { FigurePoint } from '#contract/figure.api.ts'

export type Box = { width: number; height: number; left: number; right: number; top: number; bottom: number }
export type Curve = { x: ScaleTime<number, number>; y: ScaleLinear<number, number>; line: string; held: string }

/**
 * The steps of a figure: solid while a version was present, dotted from then until the next version. `also`: values that
 * the vertical axis has to include.
 */
export function curveOf(points: readonly FigurePoint[], box: Box, also: readonly number[] = []): Curve {
  const times = points.flatMap(({ at, until }) => [Date.parse(at), Date.parse(until)])
  const values = [...points.map(({ value }) => value), ...also]
  const [from, to] = [Math.min(...times), Math.max(...times)]
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const room = low === high ? Math.abs(low) / 10 || 1 : (high - low) * 0.08
  const x = scaleTime([from, to === from ? from + 1 : to], [box.left, box.width - box.right])
  const y = scaleLinear([low - room, high + room], [box.height - box.bottom, box.top])
  const at = (time: string, value: number) => `${x(Date.parse(time)).toFixed(1)},${y(value).toFixed(1)}`
  let line = ''
  let held = ''
  for (const [index, point] of points.entries()) {
    line += `M${at(point.at, point.value)}L${at(point.until, point.value)}`
    const next = points[index + 1]
    if (next) held += `M${at(point.until, point.value)}L${at(next.at, point.value)}L${at(next.at, next.value)}`
  }
  return { x, y, line, held }
}
