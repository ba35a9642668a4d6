import type { TimelineNote } from '#contract/event-note.api.ts'
import { useT } from '#web/platform/i18n.ts'
import { hrefOf } from '#web/platform/route.ts'
import levels from '../event-level.module.css'
import { laneNameOf } from './lane-name.ts'
import css from './timeline.module.css'
import {
  cut,
  headHeight,
  type LaneBox,
  type MarkCluster,
  markTop,
  momentText,
  noteAt,
  type PlacedItem,
  type Scale,
  type TimelineBar,
  tickText,
} from './timeline-layout.ts'
import { timelineMessages } from './timeline-messages.ts'

export const axisHeight = 28
export const stripHeight = 24

type TimelineActs = {
  onFocus: (placed: PlacedItem | null, y: number) => void
  onOpen: (id: number) => void
  onNote: (note: TimelineNote) => void
  onSpan: (bar: TimelineBar) => void
  onHeap: (heap: MarkCluster) => void
}

/** Ticks for years, months, days or hours, with a line down through the lanes. */
export function Axis({ view, width, height }: { view: Scale; width: number; height: number }) {
  const ticks = view.ticks(Math.max(2, Math.floor(width / 96)))
  return (
    <g aria-hidden>
      {ticks.map(tick => (
        <g key={tick.getTime()} transform={`translate(${view(tick)},0)`}>
          <line className={css.tick} y1={axisHeight - 6} y2={height} />
          <text className={css.tickText} x={4} y={16}>
            {tickText(tick)}
          </text>
        </g>
      ))}
      <line className={css.axis} x1={0} x2={width} y1={axisHeight - 0.5} y2={axisHeight - 0.5} />
    </g>
  )
}

export function NoteFlags({
  notes,
  view,
  width,
  onNote,
}: { notes: readonly TimelineNote[]; view: Scale; width: number } & Pick<TimelineActs, 'onNote'>) {
  const t = useT(timelineMessages)
  return (
    <g transform={`translate(0,${axisHeight})`}>
      {notes.map(note => {
        const x = view(noteAt(note))
        if (x < -8 || x > width) return null
        return (
          // biome-ignore lint/a11y/useSemanticElements: an SVG cannot contain a button
          <g
            key={note.id}
            className={css.flag}
            transform={`translate(${x},0)`}
            role="button"
            tabIndex={0}
            aria-label={`${t('note')} ${note.at}: ${note.text}`}
            onClick={() => onNote(note)}
            onKeyDown={event => {
              if (event.key !== 'Enter' && event.key !== ' ') return
              event.preventDefault()
              event.stopPropagation()
              onNote(note)
            }}
          >
            <title>{`${note.at}\n${note.text}`}</title>
            <line y1={0} y2={stripHeight} />
            <path d="M0 3h12l-3 4.5L12 12H0Z" />
          </g>
        )
      })}
    </g>
  )
}

type LaneProps = { box: LaneBox; width: number; top: number; focused: PlacedItem | null; isFine: boolean } & Omit<
  TimelineActs,
  'onNote'
>

export function LanePicture({ box, width, top, focused, isFine, onFocus, onOpen, onSpan, onHeap }: LaneProps) {
  const t = useT(timelineMessages)
  const isNamed = box.top - box.y > headHeight
  const name = cut(laneNameOf(box.lane) ?? t('rest'), width - 16)
  return (
    <g>
      <line
        className={css.laneLine}
        x1={0}
        x2={width}
        y1={top + box.y + box.height - 0.5}
        y2={top + box.y + box.height - 0.5}
      />
      {box.bars.map(bar => (
        <SpanBar
          key={bar.span.from}
          bar={bar}
          base={top + box.top + box.barsHeight}
          height={box.barsHeight}
          isFine={isFine}
          onSpan={onSpan}
        />
      ))}
      {box.items.map(placed => (
        <Mark
          key={`${placed.item.event.id}-${placed.item.lane}`}
          placed={placed}
          y={top + markTop(box, placed.row)}
          isFocused={focused?.item === placed.item}
          onFocus={onFocus}
          onOpen={onOpen}
        />
      ))}
      {isNamed && (
        <text className={css.laneName} x={8} y={top + box.y + 12}>
          {name}
        </text>
      )}
      {box.heaps.map(heap => (
        <HeapDot
          key={heap.x}
          heap={heap}
          y={top + markTop(box, heap.row)}
          isFine={isFine}
          onOpen={() => onHeap(heap)}
        />
      ))}
    </g>
  )
}

type SpanProps = { bar: TimelineBar; base: number; height: number; isFine: boolean; onSpan: TimelineActs['onSpan'] }

function SpanBar({ bar, base, height, isFine, onSpan }: SpanProps) {
  const t = useT(timelineMessages)
  const { from, to, count } = bar.span
  const text = t('spanText', {
    from: momentText(new Date(from), isFine),
    to: momentText(new Date(to), isFine),
    count,
  })
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the table below and the keys do the same
    <g className={css.bar} onClick={() => onSpan(bar)}>
      <title>{text}</title>
      <rect className={css.barGround} x={bar.x} y={base - height} width={bar.width + 1} height={height} />
      <rect x={bar.x} y={base - bar.height} width={bar.width} height={bar.height} />
    </g>
  )
}

type HeapProps = { heap: MarkCluster; y: number; isFine: boolean; onOpen: () => void }

/** The diameter grows with the number of marks. */
function HeapDot({ heap: { x, count, from, to }, y, isFine, onOpen }: HeapProps) {
  const t = useT(timelineMessages)
  const text = t('heap', { from: momentText(from, isFine), to: momentText(to, isFine), count })
  const radius = Math.min(11, 7 + Math.log2(count))
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the table below and the keys do the same
    <g className={css.heap} onClick={onOpen}>
      <title>{text}</title>
      <circle cx={x + 16} cy={y + 9} r={radius} />
      <text x={x + 16} y={y + 13}>
        {count > 99 ? '99+' : count}
      </text>
    </g>
  )
}

type MarkProps = { placed: PlacedItem; y: number; isFocused: boolean } & Pick<TimelineActs, 'onFocus' | 'onOpen'>

function Mark({ placed, y, isFocused, onFocus, onOpen }: MarkProps) {
  const { item, x, width, label, isSpan, isLabelBefore } = placed
  const { event } = item
  const level = event.level
  return (
    <a
      className={`${levels.level} ${css.mark}`}
      data-level={level ?? undefined}
      data-event={event.id}
      data-focused={isFocused || undefined}
      data-status={event.status}
      href={hrefOf('event_detail', { params: { id: event.id } })}
      tabIndex={-1}
      aria-label={event.title}
      onClick={click => {
        if (click.metaKey || click.ctrlKey || click.shiftKey) return
        click.preventDefault()
        onOpen(event.id)
      }}
      onPointerEnter={() => onFocus(placed, y)}
      onPointerLeave={() => onFocus(null, 0)}
    >
      {isSpan && <rect className={css.span} x={x} y={y + 1} width={width} height={16} rx={3} />}
      <rect className={css.square} x={x + 0.5} y={y + 1.5} width={15} height={15} rx={3} />
      <text className={css.digit} x={x + 8} y={y + 13}>
        {level ?? '–'}
      </text>
      {label && (
        <text
          className={css.label}
          x={isLabelBefore ? x - 6 : x + 22}
          y={y + 13.5}
          textAnchor={isLabelBefore ? 'end' : 'start'}
        >
          {label}
        </text>
      )}
    </a>
  )
}
