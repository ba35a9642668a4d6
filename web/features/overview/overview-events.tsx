import type { Overview } from '#contract/overview.api.ts'
import { EventLevelMark, timeText } from '#web/features/event/event.ts'
import { now } from '#web/platform/clock.ts'
import { useT } from '#web/platform/i18n.ts'
import { PageLink } from '#web/platform/page.tsx'
import { overviewMessages } from './messages.ts'
import css from './overview.module.css'
import { Item, OverviewSection, type SectionProps } from './overview-section.tsx'

type Event = Overview['events'][number]

const pastListed = 3
const comingListed = 2

/** Past and coming events on a strip of time; the nearest ones are listed by name. */
export function OverviewEvents({ noun, id, overview: { events, reasons, counts, since } }: SectionProps) {
  const t = useT(overviewMessages)
  if (events.length === 0) return null
  const today = now().toISOString()
  // Reasons of the level name the event already.
  const named = new Set(reasons.events.map(event => event.id))
  const others = events.filter(event => !named.has(event.id))
  const past = others.filter(event => event.start_at <= today)
  const coming = others.filter(event => event.start_at > today)
  const listed = [...coming.slice(0, comingListed).toReversed(), ...past.toReversed().slice(0, pastListed)]
  if (listed.length === 0 && events.length <= 2) return null
  return (
    <OverviewSection of={{ noun, id }} title={t('events')} tab="events" shown={listed.length} total={counts.events}>
      {events.length > 2 && <Strip events={events} today={today} />}
      <ul>
        {listed.map(event => (
          <Item key={event.id} at={event.created_at} since={since}>
            <span className={css.date}>{timeText({ start_time: event.start_time, end_time: null })}</span>
            <EventLevelMark level={event.level} />
            <PageLink to="event_detail" params={{ id: event.id }} className="lines grow">
              {event.title}
            </PageLink>
            {event.start_at > today && <span className="tag">{t('coming')}</span>}
          </Item>
        ))}
      </ul>
    </OverviewSection>
  )
}

/**
 * The position of each event between the first and the last. It is hidden from screen readers, because the list below
 * has the same data.
 */
function Strip({ events, today }: { events: readonly Event[]; today: string }) {
  const t = useT(overviewMessages)
  const times = events.map(event => Date.parse(event.start_at))
  const present = Date.parse(today)
  const [from, to] = [Math.min(...times), Math.max(...times, present)]
  const placeOf = (time: number) => `${((time - from) / Math.max(1, to - from)) * 100}%`
  return (
    <div className={css.strip} aria-hidden>
      <div className={css.axis}>
        <span className={css.today} style={{ insetInlineStart: placeOf(present) }} />
        {events.map(event => (
          <PageLink
            key={event.id}
            to="event_detail"
            params={{ id: event.id }}
            tabIndex={-1}
            className={css.dot}
            data-coming={event.start_at > today || undefined}
            data-grave={(event.level ?? 0) >= 4 || undefined}
            style={{ insetInlineStart: placeOf(Date.parse(event.start_at)) }}
            title={`${timeText({ start_time: event.start_time, end_time: null })}  ${event.title}`}
          />
        ))}
      </div>
      <div className={css.ends}>
        <span>{new Date(from).toISOString().slice(0, 7)}</span>
        <span>{to === present ? t('today') : new Date(to).toISOString().slice(0, 7)}</span>
      </div>
    </div>
  )
}
