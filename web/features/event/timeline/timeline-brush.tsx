import { type KeyboardEvent, type PointerEvent, useMemo, useRef } from 'react'
import { useT } from '#web/platform/i18n.ts'
import { useSize } from '#web/ui/use-size.ts'
import css from './timeline-brush.module.css'
import { type TimelineGrouping, useTimeline, type ViewFilter } from './timeline-calls.ts'
import { momentText, type Timeline } from './timeline-layout.ts'
import { timelineMessages } from './timeline-messages.ts'

const dayMs = 86_400_000
const barWidth = 8
const height = 40
/** Pixels that a press can move without being a drag. */
const stillPx = 3

type Props = {
  filter: ViewFilter
  /** If single events are shown, the lanes of the chart; otherwise the counts have no lanes. */
  by: TimelineGrouping
  whole: [Date, Date]
  seen: [Date, Date]
  isFine: boolean
  onSeen: (from: Date, to: Date) => void
}
type Drag = { kind: DragKind; at: number; x: number; window: Span; hasMoved: boolean }

/**
 * A histogram of all events over time, with a window that marks the visible part. Mouse and keys draw, move and resize
 * it.
 */
export function TimelineBrush({ filter, by, whole: all, seen, isFine, onSeen }: Props) {
  const t = useT(timelineMessages)
  const [box, width] = useSize(960)
  const strip = useRef<HTMLDivElement>(null)
  const drag = useRef<Drag | null>(null)
  const { data } = useTimeline(filter, by, null)
  const whole: Span = useMemo(() => [all[0].getTime(), all[1].getTime()], [all])
  const window: Span = [Math.max(whole[0], seen[0].getTime()), Math.min(whole[1], seen[1].getTime())]
  const least = Math.min(dayMs, whole[1] - whole[0])
  const bins = useMemo(
    () => (data ? binsOf(data, whole, Math.max(10, Math.floor(width / barWidth))) : []),
    [data, whole, width],
  )
  const highest = Math.max(1, ...bins.map(bin => bin.count))
  const x = (at: number) => ((at - whole[0]) / (whole[1] - whole[0])) * width
  const show = ([from, to]: Span) => onSeen(new Date(from), new Date(to))

  const instantAt = (event: PointerEvent) => {
    const edge = strip.current?.getBoundingClientRect()
    const share = (event.clientX - (edge?.left ?? 0)) / (edge?.width || width)
    return whole[0] + Math.min(1, Math.max(0, share)) * (whole[1] - whole[0])
  }
  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0) return
    const part = (event.target as HTMLElement).dataset.drag as DragKind | undefined
    const isWhole = window[0] <= whole[0] && window[1] >= whole[1]
    // A window over the whole time cannot be moved: a drag inside it draws another one.
    const kind = part === undefined || (part === 'move' && isWhole) ? 'new' : part
    drag.current = { kind, at: instantAt(event), x: event.clientX, window, hasMoved: false }
    event.currentTarget.setPointerCapture?.(event.pointerId)
  }
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    const now = drag.current
    if (!now || (!now.hasMoved && Math.abs(event.clientX - now.x) < stillPx)) return
    now.hasMoved = true
    show(dragWindow(now.kind, now.window, [now.at, instantAt(event)], whole, least))
  }
  const onPointerUp = () => {
    const now = drag.current
    drag.current = null
    // A press outside the window moves the window there.
    if (now && !now.hasMoved && now.kind === 'new')
      show(shiftSpan(now.window, now.at - (now.window[0] + now.window[1]) / 2, whole))
  }
  const onKeyDown = (kind: 'from' | 'to' | 'move') => (event: KeyboardEvent) => {
    const step = (whole[1] - whole[0]) / (event.shiftKey ? 10 : 100)
    const at = kind === 'to' ? window[1] : window[0]
    const steps: Record<string, number> = {
      ArrowLeft: -step,
      ArrowDown: -step,
      ArrowRight: step,
      ArrowUp: step,
      PageDown: -10 * step,
      PageUp: 10 * step,
      Home: whole[0] - at,
      End: whole[1] - at,
    }
    const by = steps[event.key]
    if (by === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    show(dragWindow(kind, window, [0, by], whole, least))
  }
  const slider = (kind: 'from' | 'to' | 'move', at: number, label: string, text: string) => ({
    role: 'slider' as const,
    tabIndex: 0,
    'data-drag': kind,
    'aria-label': label,
    'aria-valuemin': 0,
    'aria-valuemax': 1000,
    'aria-valuenow': Math.round(((at - whole[0]) / (whole[1] - whole[0])) * 1000),
    'aria-valuetext': text,
    onKeyDown: onKeyDown(kind),
  })
  const [from, to] = [momentText(new Date(window[0]), isFine), momentText(new Date(window[1]), isFine)]
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms.
    <div ref={box} role="group" aria-label={t('brush')} className={css.brush}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: its handles do the same by keyboard. */}
      <div
        ref={strip}
        className={css.strip}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={onPointerUp}
        onPointerCancel={onPointerUp}
        onDoubleClick={() => show(whole)}
      >
        <svg className={css.bars} width={width} height={height} aria-hidden>
          {bins.map(bin => {
            const tall = Math.max(2, Math.round((bin.count / highest) * (height - 4)))
            const wide = Math.max(1, x(bin.to) - x(bin.from) - 1)
            const isSeen = bin.to > window[0] && bin.from < window[1]
            return (
              <rect key={bin.from} x={x(bin.from)} y={height - tall} width={wide} height={tall} data-seen={isSeen} />
            )
          })}
        </svg>
        <div
          className={css.window}
          style={{ left: x(window[0]), width: Math.max(2, x(window[1]) - x(window[0])) }}
          {...slider('move', (window[0] + window[1]) / 2, t('brushMove'), `${from} – ${to}`)}
        />
        <div
          className={css.handle}
          style={{ left: x(window[0]) }}
          {...slider('from', window[0], t('brushFrom'), from)}
        />
        <div className={css.handle} style={{ left: x(window[1]) }} {...slider('to', window[1], t('brushTo'), to)} />
      </div>
    </div>
  )
}

type Span = readonly [from: number, to: number]
type Bin = { from: number; to: number; count: number }
/** Effect of a drag over the histogram: it moves the window or one of its ends, or draws another window. */
type DragKind = 'move' | 'from' | 'to' | 'new'

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
