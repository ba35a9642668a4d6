import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import type { EventFilter, EventStatus } from '#contract/event.api.ts'
import { coverOf, isWholeDay } from '#contract/event-time.ts'
import { audit } from '#server/platform/audit.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { findDated } from './ical.queries.ts'

const eventsAtMost = 5_000
const dayMs = 86_400_000

const statuses: Record<EventStatus, ICalEventStatus> = {
  draft: ICalEventStatus.TENTATIVE,
  confirmed: ICalEventStatus.CONFIRMED,
  dismissed: ICalEventStatus.CANCELLED,
}

/** An export of the same file for one user, recorded in the audit log. */
export async function exportIcal(
  ctx: Ctx,
  filter: EventFilter,
  names: Parameters<typeof writeIcal>[2],
): Promise<string> {
  await audit(ctx, { act: 'export', noun: 'event', detail: { format: 'ics', query: filter } })
  return await writeIcal(ctx, filter, names)
}

/** The events of a filter as iCalendar (RFC 5545): the latest 5,000 that have a time. */
export async function writeIcal(
  ctx: Ctx,
  filter: EventFilter,
  { name, publicUrl }: { name: string; publicUrl: string | undefined },
): Promise<string> {
  const events = await findDated(ctx, filter, eventsAtMost)
  const calendar = ical({
    name,
    method: ICalCalendarMethod.PUBLISH,
    prodId: { company: 'Og Group', product: 'Events' },
  })
  for (const event of events) {
    const made = calendar.createEvent({
      // Composed of values that never change; the instant distinguishes two installations in one calendar program.
      id: `event-${event.id}-${Date.parse(event.created_at).toString(36)}@og-group`,
      ...timesOf(event.start_time, event.end_time),
      summary: event.title,
      description: event.desc,
      stamp: new Date(event.updated_at),
      created: new Date(event.created_at),
      lastModified: new Date(event.updated_at),
      status: statuses[event.status],
      // In iCalendar 1 is the highest priority and 0 is none; here level 5 is the most severe.
      priority: event.level === null ? 0 : 11 - 2 * event.level,
      url: publicUrl === undefined ? event.source_url : new URL(`/event/${event.id}`, publicUrl).href,
    })
    if (event.address !== null || event.lat !== null)
      made.location({
        title: event.address ?? `${event.lat}, ${event.lng}`,
        ...(event.lat !== null && event.lng !== null && { geo: { lat: event.lat, lon: event.lng } }),
      })
    const categories = event.category === null ? event.labels : [event.category, ...event.labels]
    for (const category of new Set(categories)) made.createCategory({ name: category })
  }
  return calendar.toString()
}

/** Whole days are dates with an exclusive end; instants are in UTC. With one of each, the days that both touch. */
function timesOf(startTime: string, endTime: string | null) {
  const start = coverOf(startTime)
  const end = endTime === null ? start : coverOf(endTime)
  if (!isWholeDay(startTime) && (endTime === null || !isWholeDay(endTime)))
    return { start: start.from, ...(endTime !== null && { end: end.to }) }
  const startDay = Math.floor(start.from.getTime() / dayMs) * dayMs
  const endDay = Math.ceil(Math.max(start.to.getTime(), end.to.getTime()) / dayMs) * dayMs
  return { allDay: true, start: new Date(startDay), end: new Date(Math.max(endDay, startDay + dayMs)) }
}
