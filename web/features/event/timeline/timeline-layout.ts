import { type ScaleTime, scaleTime } from 'd3-scale'
import type { Reply } from '#contract/endpoint.ts'
import type { TimelineNote } from '#contract/event-note.api.ts'
import { coverOf, isWholeDay } from '#contract/event-time.ts'
import type { EventSummary, timelineEvents } from '#contract/event-view.api.ts'

export type Timeline = Reply<typeof timelineEvents>
type TimelineItem = Timeline['items'][number]
export type Scale = ScaleTime<number, number>

/** Moves a whole day to midnight of the user's time zone: a day starts at midnight everywhere. */
function localDay(at: Date): Date {
  const local = new Date(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate())
  local.setFullYear(at.getUTCFullYear())
  return local
}

/** The time that an event covers, by the user's clock. */
export function spanInDays({ start_time: start, end_time: end }: Pick<EventSummary, 'start_time' | 'end_time'>) {
  const first = start ?? ''
  const last = end ?? first
  const from = isWholeDay(first) ? localDay(coverOf(first).from) : new Date(first)
  const to = isWholeDay(last) ? localDay(coverOf(last).to) : new Date(last)
  const least = isWholeDay(first) ? localDay(coverOf(first).to) : from
  return { from, to: to < least ? least : to }
}

export function noteAt(note: Pick<TimelineNote, 'at'>): Date {
  return spanInDays({ start_time: note.at, end_time: null }).from
}

export function scaleOf(from: Date, to: Date, width: number): Scale {
  return scaleTime().domain([from, to]).range([0, width])
}

const two = (value: number) => String(value).padStart(2, '0')
const four = (value: number) => String(value).padStart(4, '0')

/** The label of a tick, reduced to its new part: a year, a month, a day or an hour. */
export function tickText(at: Date): string {
  if (at.getHours() || at.getMinutes() || at.getSeconds()) return `${two(at.getHours())}:${two(at.getMinutes())}`
  if (at.getDate() !== 1) return `${two(at.getMonth() + 1)}-${two(at.getDate())}`
  if (at.getMonth() !== 0) return `${four(at.getFullYear())}-${two(at.getMonth() + 1)}`
  return four(at.getFullYear())
}

/** A day; with its hour if the window is short. */
export function momentText(at: Date, isFine: boolean): string {
  const day = `${four(at.getFullYear())}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
  return isFine ? `${day} ${two(at.getHours())}:${two(at.getMinutes())}` : day
}

const rowHeight = 20
/** The y position of a mark in this row, below the lane's counts. */
export function markTop(lane: LaneBox, row: number): number {
  return lane.top + (lane.barsHeight > 0 ? lane.barsHeight + 6 : 0) + row * rowHeight
}

/** With one row of marks a named lane is 36 px high. */
export const headHeight = 14
const laneBarsHeight = 44
/** Minimum height of the counts in a lane with few events: all lanes share one scale. */
const leastBarsHeight = 16
const leastBar = 6
const wholeBarsHeight = 112
const lanePadding = 8
const namedLanePadding = 1
const markSize = 16
const gap = 6

export type PlacedItem = {
  item: TimelineItem
  x: number
  width: number
  row: number
  label: string
  isSpan: boolean
  isLabelBefore: boolean
}
/** Marks that would overlap others, combined in one dot with their number. */
export type MarkCluster = { x: number; row: number; count: number; from: Date; to: Date; first: PlacedItem }
export type TimelineBar = { x: number; width: number; height: number; span: Timeline['spans'][number] }
export type LaneBox = {
  lane: Timeline['lanes'][number]
  y: number
  height: number
  /** The y position of the marks. */
  top: number
  /** Height of the counts; zero if there are few events. */
  barsHeight: number
  items: PlacedItem[]
  heaps: MarkCluster[]
  bars: TimelineBar[]
  /** The number of events in the heaps. */
  hidden: number
}

const yearMs = 365 * 86_400_000
/** Space around the first window, as a share of its length. */
const windowMargin = 0.06

/**
 * The first visible time if the whole is much longer: the span of the events in named lanes; without such lanes, of
 * many events the last twelve months and the next three. Null: the whole.
 */
export function firstWindow(
  { lanes, items, spans }: Pick<Timeline, 'lanes' | 'items' | 'spans'>,
  whole: [Date, Date],
  today: Date,
): [Date, Date] | null {
  const isInLane = ({ lane }: { lane: number }) => lanes[lane]?.id != null
  const covers = [
    ...items.filter(isInLane).map(({ event }) => spanInDays(event)),
    ...spans.filter(isInLane).map(span => ({ from: new Date(span.from), to: new Date(span.to) })),
  ]
  const length = whole[1].getTime() - whole[0].getTime()
  const within = (from: number, to: number): [Date, Date] | null => {
    const [start, end] = [Math.max(from, whole[0].getTime()), Math.min(to, whole[1].getTime())]
    return end > start && end - start < length * 0.75 ? [new Date(start), new Date(end)] : null
  }
  if (covers.length > 0) {
    const from = Math.min(...covers.map(cover => cover.from.getTime()))
    const to = Math.max(...covers.map(cover => cover.to.getTime()))
    const margin = Math.max((to - from) * windowMargin, yearMs / 24)
    return within(from - margin, to + margin)
  }
  return spans.length > 0 ? within(today.getTime() - yearMs, today.getTime() + yearMs / 4) : null
}

/** Approximate width of a text at 12 px: full-width characters count twice. */
function textWidth(text: string): number {
  let width = 0
  for (const letter of text) width += letter.charCodeAt(0) > 0x2e80 ? 12 : 6.6
  return width
}

export function cut(text: string, most: number): string {
  if (textWidth(text) <= most) return text
  let kept = ''
  for (const letter of text) {
    if (textWidth(kept + letter) > most - 12) break
    kept += letter
  }
  return `${kept}…`
}

/**
 * Places the marks of each lane in rows without overlap, and the counts if there are many events. Marks without a free
 * row are combined in dots. `room` is the available height: a single lane without counts takes more rows of it.
 */
export function layOut(
  timeline: Timeline,
  scale: Scale,
  width: number,
  room = 0,
): { lanes: LaneBox[]; height: number } {
  const isCounted = timeline.spans.length > 0
  const isNamed = timeline.lanes.length > 1 || timeline.lanes[0]?.id != null
  const rowsAtMost = isNamed ? (isCounted ? 1 : 5) : isCounted ? 6 : Math.max(12, Math.floor(room / rowHeight) - 2)
  const mostBarsHeight = isNamed ? laneBarsHeight : wholeBarsHeight
  const highest = Math.max(1, ...timeline.spans.map(span => span.count))
  let y = 0
  const lanes = timeline.lanes.map((lane, index) => {
    const items = timeline.items.filter(item => item.lane === index)
    const packed = pack(items, scale, width, rowsAtMost, { hasLabels: !isCounted || !isNamed, hasHeaps: !isCounted })
    const spans = timeline.spans.filter(span => span.lane === index)
    const perEvent = mostBarsHeight / highest
    const bars = spans.flatMap(span => barOf(span, scale, width, perEvent))
    const highestHere = Math.max(0, ...spans.map(span => barHeight(span, perEvent)))
    const barsHeight = isNamed ? Math.max(leastBarsHeight, highestHere) : mostBarsHeight
    const padding = isNamed ? namedLanePadding : lanePadding
    const top = y + (isNamed ? headHeight : 0) + padding
    const rows = packed.rows * rowHeight
    const height = top - y + (isCounted ? barsHeight + 6 : 0) + Math.max(rows, isCounted ? 0 : rowHeight) + padding
    const box = {
      lane,
      y,
      height,
      top,
      barsHeight: isCounted ? barsHeight : 0,
      items: packed.placed,
      bars,
      heaps: packed.heaps,
      hidden: packed.heaps.reduce((sum, heap) => sum + heap.count, 0),
    }
    y += height
    return box
  })
  return { lanes, height: Math.max(y, 96) }
}

function barOf(span: Timeline['spans'][number], scale: Scale, width: number, perEvent: number): TimelineBar[] {
  const from = scale(new Date(span.from))
  const to = scale(new Date(span.to))
  if (to < 0 || from > width) return []
  return [{ x: from, width: Math.max(1, to - from - 1), height: barHeight(span, perEvent), span }]
}

/** One event remains visible in a lane next to thousands. */
function barHeight(span: Timeline['spans'][number], perEvent: number): number {
  return Math.max(leastBar, Math.round(span.count * perEvent))
}

/** Lanes with at most this many events have room for long names. */
const fewItems = 3

function pack(
  items: readonly TimelineItem[],
  scale: Scale,
  width: number,
  rowsAtMost: number,
  has: { hasLabels: boolean; hasHeaps: boolean },
) {
  const { hasLabels, hasHeaps } = has
  const ends: number[] = []
  const placed: PlacedItem[] = []
  const heaps = new Map<number, MarkCluster>()
  const widest = items.length <= fewItems ? 320 : 168
  for (const item of items) {
    const cover = spanInDays(item.event)
    const [from, to] = [scale(cover.from), scale(cover.to)]
    if (to < -markSize || from > width + markSize) continue
    const isSpan = to - from > markSize + 4
    const x = isSpan ? Math.max(0, from) : (from + Math.max(from, to)) / 2 - markSize / 2
    const length = isSpan ? Math.max(markSize, Math.min(width, to) - x) : markSize
    const room = Math.max(isSpan ? length - markSize - 8 : 0, widest)
    const after = width - x - markSize - gap
    // A mark at the right edge has its label before it: there is no space after it.
    const isLabelBefore = hasLabels && !isSpan && after < Math.min(96, textWidth(item.event.title))
    const label = hasLabels ? cut(item.event.title, Math.min(room, isLabelBefore ? x - gap : after)) : ''
    const start = isLabelBefore ? x - 4 - textWidth(label) : x
    const end = x + (isLabelBefore ? markSize : Math.max(length, markSize + 4 + textWidth(label))) + gap
    const free = ends.findIndex(taken => taken <= start)
    const row = free >= 0 ? free : ends.length
    if (row >= rowsAtMost) {
      if (hasHeaps) pile(heaps, cover, { item, x, width: markSize, row: rowsAtMost, label: '', ...plainItem })
      continue
    }
    ends[row] = end
    placed.push({ item, x, width: length, row, label, isSpan, isLabelBefore })
  }
  const all = [...heaps.values()]
  // A heap of one is drawn as a normal mark.
  const alone = all.flatMap(heap => (heap.count === 1 ? [heap.first] : []))
  return {
    placed: [...placed, ...alone],
    rows: ends.length + (all.length > 0 ? 1 : 0),
    heaps: all.filter(heap => heap.count > 1),
  }
}

const plainItem = { isSpan: false, isLabelBefore: false }
/** Distance between the dots of heaps in pixels. */
const heapWidth = 32

function pile(heaps: Map<number, MarkCluster>, { from, to }: { from: Date; to: Date }, mark: PlacedItem): void {
  const { row } = mark
  const place = Math.floor(mark.x / heapWidth)
  // A single mark is drawn at the place of its dot, so that it overlaps no other.
  const first = { ...mark, x: Math.min(mark.x, place * heapWidth + heapWidth - markSize) }
  const heap = heaps.get(place)
  if (!heap) {
    heaps.set(place, { x: place * heapWidth, row, count: 1, from, to, first })
    return
  }
  heap.count += 1
  if (from < heap.from) heap.from = from
  if (to > heap.to) heap.to = to
}
