import { listEvents } from '#contract/event.api.ts'
import type { EventSummary } from '#contract/event-view.api.ts'
import { personEvent } from '#contract/person.api.ts'
import type { PartyEntity } from '#contract/registry.ts'
import { useT } from '#web/platform/i18n.ts'
import { PageLink } from '#web/platform/page.tsx'
import panel from '#web/record/linked-panel.module.css'
import { LinkedPanel } from '#web/record/linked-panel.tsx'
import { EventLevelMark } from './event-level.tsx'
import { timeText } from './event-time.ts'
import { NewEventButton } from './new-event-button.tsx'
import css from './record-events.module.css'
import { recordEventsMessages } from './record-events-messages.ts'

type Row = Pick<EventSummary, 'id' | 'title' | 'level' | 'start_time' | 'end_time' | 'status'>
type Props = { noun: PartyEntity; id: number }

/** The events of one organisation or person, latest first, with a button for a new one. */
export default function RecordEvents({ noun, id }: Props) {
  const t = useT(recordEventsMessages)
  const texts = { title: t('title'), loading: t('loading'), failed: t('failed'), none: t('none') }
  const shared = {
    ...texts,
    count: ({ total }: { total: number }) => t('count', { count: total }),
    acts: <NewEventButton noun={noun} id={id} />,
    rowKey: (event: Row) => event.id,
    children: (event: Row) => <EventRow event={event} />,
  }
  // The endpoint of a person also returns events that the user can read only through that person.
  return {
    og: <LinkedPanel {...shared} endpoint={listEvents} sent={{ query: { og: [String(id)], sort: '-start_time' } }} />,
    person: <LinkedPanel {...shared} endpoint={personEvent} sent={{ params: { id } }} />,
  }[noun]
}

function EventRow({ event }: { event: Row }) {
  const t = useT(recordEventsMessages)
  const when = timeText(event)
  return (
    <li className={panel.row}>
      <span>{when || t('noTime')}</span>
      <EventLevelMark level={event.level} />
      <PageLink
        to="event_detail"
        params={{ id: event.id }}
        className={event.status === 'dismissed' ? css.dismissed : undefined}
      >
        {event.title}
      </PageLink>
      {event.status !== 'confirmed' && <span className="small faint">{t(event.status)}</span>}
    </li>
  )
}
