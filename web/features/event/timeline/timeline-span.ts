import type { Timeline } from './timeline-layout.ts'

export type Span = readonly [from: number, to: number]
export type Bin = { from: number; to: number; count: number }
/** Effect of a drag over the histogram: it moves the window or one of its ends, or draws another window. */
export type DragKind = 'move' | 'from' | 'to' | 'new'

/** Events of the whole time in equal intervals: counts of the server, or single events if there are few. */
export function binsOf(timeline: Pick<Timeline, 'items' | 'spans'>, [first, last]: Span, most: number): Bin[] {
  if (timeline.spans.length > 0) {
    const bins = new Map<number, Bin>()
    for (const { from, to, count } of timeline.spans) {
      const at = Date.parse(from)
      const before = bins.get(at)?.count ?? 0
      bins.set(at, { from: at, to: Date.parse(to), count: before + count })
    }
    return [...bins.values()].sort((a, b) => a.from - b.from)
  }
  const length = (last - first) / most
  const counts = new Map<number, number>()
  const seen = new Set<number>()
  for (const { event, start_at } of timeline.items) {
    if (seen.has(event.id)) continue
    seen.add(event.id)
    const at = Math.min(most - 1, Math.max(0, Math.floor((Date.parse(start_at) - first) / length)))
    counts.set(at, (counts.get(at) ?? 0) + 1)
  }
  return [...counts]
    .sort(([a], [b]) => a - b)
    .map(([at, count]) => ({ from: first + at * length, to: first + (at + 1) * length, count }))
}

/** The window after a drag from one instant to another; within the whole time and never shorter than `least`. */
export function dragWindow(kind: DragKind, window: Span, [start, end]: Span, whole: Span, least: number): Span {
  const [from, to] = window
  const by = end - start
  if (kind === 'move') return shiftSpan(window, by, whole)
  if (kind === 'new') return extendSpan(Math.min(start, end), Math.max(start, end), whole, least)
  if (kind === 'from') return [Math.max(whole[0], Math.min(from + by, to - least)), to]
  return [from, Math.min(whole[1], Math.max(to + by, from + least))]
}

/** Moves the window by an offset at the same length, within the whole time. */
export function shiftSpan([from, to]: Span, by: number, whole: Span): Span {
  const step = Math.max(whole[0] - from, Math.min(by, whole[1] - to))
  return [from + step, to + step]
}

function extendSpan(from: number, to: number, whole: Span, least: number): Span {
  const start = Math.max(whole[0], Math.min(from, whole[1] - least))
  return [start, Math.min(whole[1], Math.max(to, start + least))]
}
