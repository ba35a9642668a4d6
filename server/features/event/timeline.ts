import type { Received, Reply } from '#contract/endpoint.ts'
import type { EventFilter } from '#contract/event.api.ts'
import type { EventSummary, timelineEvents } from '#contract/event-view.api.ts'
import type { Ref } from '#server/core/link.ts'
import { rememberRead } from '#server/core/list.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { fieldError } from '#server/platform/http/errors.ts'
import type { Immutable } from '#server/platform/http/immutable.ts'
import { briefsOf } from './event.service.ts'
import {
  countLaneSpans,
  countSpans,
  findExtent,
  findFew,
  findGravest,
  findLaneNames,
  findSpans,
  type LaneKind,
  type SpanCount,
  type TimeWindow,
} from './timeline.queries.ts'

type Query = Received<typeof timelineEvents>['query']
type Timeline = Reply<typeof timelineEvents>
type By = Query['by']

const spansPerWindow = 120
const lanesAtMost = 50
const dayMs = 86_400_000

/** Events of a window: all of them if they are few, else counts per time span and the most severe events. */
export function readTimeline(ctx: Ctx, query: Query): Promise<Immutable<Timeline>> {
  return rememberRead(ctx, JSON.stringify(['event timeline', query]), async () => {
    const { from, to, by, limit, ...filter } = query
    const extent = await findExtent(ctx, filter)
    if (extent.first === null || extent.last === null) return emptyTimeline(from, to)
    const window = windowOf(from ?? extent.first, to ?? extent.last, from === undefined || to === undefined)
    const few = await findFew(ctx, filter, window, limit)
    const part = few ? await listEachEvent(ctx, few, by) : await countPerSpan(ctx, filter, window, by, limit)
    return { ...window, ...extent, ...part }
  })
}

function emptyTimeline(from: string | undefined, to: string | undefined): Timeline {
  return { from: from ?? null, to: to ?? null, first: null, last: null, total: 0, lanes: [], items: [], spans: [] }
}

/** A requested window must have a positive length; one derived from the events gets at least a day. */
function windowOf(from: string, to: string, isGiven: boolean): TimeWindow {
  const start = Date.parse(from)
  if (Date.parse(to) > start) return { from, to }
  if (!isGiven) throw fieldError('to', 'time_order')
  return { from, to: new Date(start + dayMs).toISOString() }
}

type Part = Pick<Timeline, 'total' | 'lanes' | 'items' | 'spans'>

async function listEachEvent(ctx: Ctx, ids: number[], by: By): Promise<Part> {
  const events = await briefsOf(ctx, ids)
  const lanes = lanesOf(events, by)
  return { total: events.length, lanes: lanes.list, items: await placeEvents(ctx, events, lanes.of), spans: [] }
}

/** The lanes with most of these events, then one for the others. */
function lanesOf(events: readonly EventSummary[], by: By) {
  const counts = new Map<number, { name: string; eng_name?: string | null | undefined; count: number }>()
  for (const { id, name, eng_name } of events.flatMap(event => refsOf(event, by)))
    counts.set(id, { name, eng_name, count: (counts.get(id)?.count ?? 0) + 1 })
  const top = [...counts].sort(([a, one], [b, other]) => other.count - one.count || a - b).slice(0, lanesAtMost)
  const index = new Map(top.map(([id], at) => [id, at]))
  const named = top.map(([id, { name, eng_name }]) => ({ id, name, ...(eng_name && { eng_name }) }))
  const of = (event: EventSummary) => lanesIn(index, event, by)
  const hasRest = by === 'none' || events.some(event => of(event).includes(top.length))
  return { list: hasRest ? [...named, { id: null, name: null }] : named, of }
}

function refsOf(event: EventSummary, by: By): Ref[] {
  return { og: event.ogs as unknown as Ref[], person: event.persons, none: [] }[by]
}

function lanesIn(index: ReadonlyMap<number, number>, event: EventSummary, by: By): number[] {
  const found = refsOf(event, by).flatMap(({ id }) => index.get(id) ?? [])
  return found.length > 0 ? found : [index.size]
}

async function placeEvents(ctx: Ctx, events: readonly EventSummary[], of: (event: EventSummary) => number[]) {
  const spans = await findSpans(
    ctx,
    events.map(event => event.id),
  )
  return events.flatMap(event => {
    const span = spans.get(event.id)
    if (!span) return []
    return of(event).map(lane => ({ lane, event, start_at: span.start_at, end_at: span.end_at }))
  })
}

async function countPerSpan(ctx: Ctx, filter: EventFilter, window: TimeWindow, by: By, limit: number): Promise<Part> {
  const spanMs = Math.max(1, Math.ceil((Date.parse(window.to) - Date.parse(window.from)) / spansPerWindow))
  const [all, byLane, gravest] = await Promise.all([
    countSpans(ctx, filter, window, spanMs),
    by === 'none' ? undefined : countLaneSpans(ctx, filter, window, spanMs, by, lanesAtMost),
    findGravest(ctx, filter, window, limit).then(ids => briefsOf(ctx, ids)),
  ])
  const counts = byLane ?? all
  const lanes = await countedLanes(ctx, counts, by)
  const index = new Map(lanes.flatMap(({ id }, at) => (id === null ? [] : [[id, at] as const])))
  return {
    total: all.reduce((sum, { count }) => sum + count, 0),
    lanes,
    items: await placeEvents(ctx, gravest, event => lanesIn(index, event, by).filter(lane => lane < lanes.length)),
    spans: counts.map(({ bin, count, lane }) => ({
      lane: lane === null ? index.size : (index.get(lane) ?? index.size),
      from: bin,
      to: new Date(Math.min(Date.parse(bin) + spanMs, Date.parse(window.to))).toISOString(),
      count,
    })),
  }
}

async function countedLanes(ctx: Ctx, counts: readonly SpanCount[], by: By): Promise<Part['lanes']> {
  const sums = new Map<number | null, number>()
  for (const { lane, count } of counts) sums.set(lane, (sums.get(lane) ?? 0) + count)
  const rest = sums.has(null) ? [{ id: null, name: null }] : []
  const ids = [...sums]
    .filter((pair): pair is [number, number] => pair[0] !== null)
    .sort(([a, one], [b, other]) => other - one || a - b)
    .map(([id]) => id)
  if (ids.length === 0) return rest
  const names = await findLaneNames(ctx, by as LaneKind, ids)
  return [...ids.map(id => ({ id, name: names.get(id) ?? null })), ...rest]
}
