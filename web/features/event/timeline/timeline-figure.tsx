import { Button, Skeleton } from 'antd'
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import type { TimelineNote } from '#contract/event-note.api.ts'
import { editors } from '#contract/role.ts'
import { now } from '#web/platform/clock.ts'
import { useT } from '#web/platform/i18n.ts'
import { useGo } from '#web/platform/page.tsx'
import { errorText } from '#web/platform/query.ts'
import { useRole } from '#web/platform/session.ts'
import { Failure } from '#web/ui/frame/failure.tsx'
import { Message } from '#web/ui/frame/message.tsx'
import { useDebounced } from '#web/ui/use-debounced.ts'
import { useSize } from '#web/ui/use-size.ts'
import { NoteDialog } from './note-dialog.tsx'
import css from './timeline.module.css'
import { TimelineBrush } from './timeline-brush.tsx'
import { type TimelineGrouping, type TimelineRecord, useNotes, useTimeline, type ViewFilter } from './timeline-calls.ts'
import { TimelineCard } from './timeline-card.tsx'
import { firstWindow, layOut, markTop, momentText, type PlacedItem } from './timeline-layout.ts'
import { timelineMessages } from './timeline-messages.ts'
import { Axis, axisHeight, LanePicture, NoteFlags, stripHeight } from './timeline-picture.tsx'
import { TimelineTable } from './timeline-table.tsx'
import { TimelineTools } from './timeline-tools.tsx'
import { useTimelineZoom } from './timeline-zoom.ts'

const settleMs = 200
const dayMs = 86_400_000
const fineBelowMs = 10 * dayMs

type Props = {
  filter: ViewFilter
  record: TimelineRecord | undefined
  by: TimelineGrouping
  onBy: (by: TimelineGrouping) => void
}
type Focus = { placed: PlacedItem; y: number }

export function TimelineFigure({ filter, record, by, onBy }: Props) {
  const t = useT(timelineMessages)
  const role = useRole()
  const go = useGo()
  const picture = useRef<SVGSVGElement>(null)
  const [box, width, room] = useSize(960)
  const all = useTimeline(filter, by, null)
  const notes = useNotes(record).data?.items ?? []
  const top = axisHeight + (notes.length > 0 ? stripHeight : 0)
  const whole = useMemo(() => fullSpanOf(all.data?.first, all.data?.last), [all.data?.first, all.data?.last])
  // A record's own timeline is shown whole.
  const first = useMemo(
    () => (whole && all.data && !record ? firstWindow(all.data, whole, now()) : null),
    [whole, all.data, record],
  )
  const zoom = useTimelineZoom(picture, whole, width, first)
  const seen = useMemo(() => zoom.view.domain() as [Date, Date], [zoom.view])
  const settled = useDebounced(
    useMemo(() => ({ seen, whole }), [seen, whole]),
    settleMs,
  )
  // A window of the previous time range does not apply to the present one.
  const isWhole = !whole || settled.whole !== whole || covers(settled.seen, whole)
  const part = useTimeline(filter, by, isWhole ? null : settled.seen)
  const shown = part.data ?? all.data
  const layout = useMemo(
    () => shown && layOut(shown, zoom.view, width, room - top),
    [shown, zoom.view, width, room, top],
  )
  const [focus, setFocus] = useState<Focus | null>(null)
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [noteOpen, setNoteOpen] = useState<{ note: TimelineNote | undefined; at: string } | null>(null)
  useEffect(() => () => clearTimeout(leaving.current), [])

  if (!all.data)
    return all.isError ? (
      <Message role="alert" title={t('failed')} text={errorText(all.error)}>
        <Button onClick={() => void all.refetch()}>{t('retry')}</Button>
      </Message>
    ) : (
      <div role="status" aria-label={t('loading')} className="pad-5">
        <Skeleton active paragraph={{ rows: 5 }} />
      </div>
    )

  const mayWrite = role !== null && editors.includes(role)
  const least = top + (layout?.height ?? 96)
  // The lines of the axis extend to the bottom of the filled area.
  const height = Math.max(least, room)
  const isFine = seen[1].getTime() - seen[0].getTime() < fineBelowMs
  const middle = new Date((seen[0].getTime() + seen[1].getTime()) / 2)
  // The delay lets the pointer cross gaps between marks; the card stays open while the pointer is over it.
  const later = (run: () => void) => {
    clearTimeout(leaving.current)
    leaving.current = setTimeout(run, 150)
  }
  const onFocus = (placed: PlacedItem | null, y: number) => {
    if (!placed) return later(() => setFocus(null))
    clearTimeout(leaving.current)
    setFocus({ placed, y })
  }
  const places = (layout?.lanes ?? []).flatMap(lane =>
    lane.items.map(placed => ({
      placed,
      y: top + markTop(lane, placed.row),
    })),
  )
  const walk = (step: 1 | -1) => {
    const at = places.findIndex(each => each.placed.item === focus?.placed.item)
    const next = places[at < 0 ? (step > 0 ? 0 : places.length - 1) : at + step]
    if (!next) return
    setFocus(next)
    picture.current
      ?.querySelector(`[data-event="${next.placed.item.event.id}"]`)
      ?.scrollIntoView?.({ block: 'nearest' })
  }
  const acts: Record<string, () => void> = {
    '+': zoom.zoomIn,
    '=': zoom.zoomIn,
    '-': zoom.zoomOut,
    _: zoom.zoomOut,
    ArrowLeft: zoom.earlier,
    ArrowRight: zoom.later,
    Home: zoom.fit,
    ArrowDown: () => walk(1),
    ArrowUp: () => walk(-1),
    Escape: () => setFocus(null),
    Enter: () => focus && go('event_detail', { params: { id: focus.placed.item.event.id } }),
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const act = event.metaKey || event.ctrlKey || event.altKey ? undefined : acts[event.key]
    if (!act || event.target !== event.currentTarget) return
    event.preventDefault()
    act()
  }
  return (
    <section className={css.figure}>
      <TimelineTools
        by={by}
        onBy={onBy}
        total={(part.data ?? all.data).total}
        from={momentText(seen[0], isFine)}
        to={momentText(seen[1], isFine)}
        isEmpty={!whole}
        zoom={zoom}
        picture={picture}
        onAddNote={mayWrite ? () => setNoteOpen({ note: undefined, at: momentText(middle, isFine) }) : undefined}
      />
      {whole && (
        <TimelineBrush
          filter={filter}
          by={all.data.spans.length > 0 ? 'none' : by}
          whole={whole}
          seen={seen}
          isFine={isFine}
          onSeen={(from, to) => zoom.show(from, to, 1)}
        />
      )}
      {part.isError && <Failure onRetry={() => void part.refetch()}>{t('failed')}</Failure>}
      {!whole && notes.length === 0 ? (
        <Message title={t('empty')} text={t('emptyText')} />
      ) : (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
        <div
          ref={box}
          className={css.frame}
          style={{ minHeight: least }}
          role="group"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the chart needs the focus for its keyboard controls
          tabIndex={0}
          aria-label={t('picture')}
          aria-busy={part.isPlaceholderData}
          onKeyDown={onKeyDown}
          onBlur={() => setFocus(null)}
        >
          <svg ref={picture} className={css.picture} width={width} height={height} aria-hidden={places.length === 0}>
            <title>{t('fileName')}</title>
            <Axis view={zoom.view} width={width} height={height} />
            {layout?.lanes.map(lane => (
              <LanePicture
                key={lane.lane.id ?? 'rest'}
                box={lane}
                width={width}
                top={top}
                focused={focus?.placed ?? null}
                isFine={isFine}
                onFocus={onFocus}
                onOpen={id => go('event_detail', { params: { id } })}
                onSpan={({ span }) => zoom.show(new Date(span.from), new Date(span.to))}
                onHeap={({ from, to }) => zoom.show(from, to)}
              />
            ))}
            <NoteFlags
              notes={notes}
              view={zoom.view}
              width={width}
              onNote={note => setNoteOpen({ note, at: note.at })}
            />
          </svg>
          {places.length === 0 && (layout?.lanes.every(lane => lane.bars.length === 0) ?? true) && (
            <p className={css.none}>{t('nothingHere')}</p>
          )}
          {focus && (
            <TimelineCard
              placed={focus.placed}
              y={focus.y}
              width={width}
              onEnter={() => clearTimeout(leaving.current)}
              onLeave={() => later(() => setFocus(null))}
            />
          )}
        </div>
      )}
      {shown && shown.total > 0 && <TimelineTable timeline={shown} isFine={isFine} />}
      {noteOpen && <NoteDialog {...noteOpen} record={record} onClose={() => setNoteOpen(null)} />}
    </section>
  )
}

/** From the first event to the last with a small margin; at least a day. */
function fullSpanOf(first: string | null | undefined, last: string | null | undefined): [Date, Date] | null {
  if (!first || !last) return null
  const [from, to] = [Date.parse(first), Date.parse(last)]
  const room = Math.max((to - from) * 0.04, dayMs / 2)
  return [new Date(from - room), new Date(to + room)]
}

function covers(seen: [Date, Date], whole: [Date, Date]): boolean {
  return seen[0] <= whole[0] && seen[1] >= whole[1]
}
