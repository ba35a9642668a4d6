import { lazy } from 'react'
import type { Event } from '#contract/event.api.ts'
import { useT } from '#web/platform/i18n.ts'
import { PageLink, usePage } from '#web/platform/page.tsx'
import { recordMessages } from '#web/record/messages.ts'
import { RecordById } from '#web/record/record-by-id.tsx'
import { RecordHistory, useRecordHistory } from '#web/record/record-history.tsx'
import { RecordShell } from '#web/record/record-shell.tsx'
import { StatusText } from './event-cells.tsx'
import { eventConfig } from './event-config.ts'
import { useEventFacts } from './event-facts.tsx'
import { eventLinkedIds, useEventFormatters } from './event-formatters.tsx'
import { EventLevelTag } from './event-level.tsx'
import { EventOverview } from './event-overview.tsx'
import { useStatusActs } from './event-status.tsx'
import { eventValues } from './form/event-values.ts'

const EventForm = lazy(() => import('./form/event-form.tsx'))

export default function EventPage() {
  const id = Number(usePage().params.id)
  return (
    <RecordById config={eventConfig} id={id}>
      {event => <EventRecord event={event} />}
    </RecordById>
  )
}

function EventRecord({ event }: { event: Event }) {
  const tRecord = useT(recordMessages)
  const { historyQuery, values } = useRecordHistory(eventConfig, event.id)
  const formatters = useEventFormatters(
    eventLinkedIds([
      { field: 'ogs', value: event.ogs.map(ref => ref.id) },
      { field: 'persons', value: event.persons.map(ref => ref.id) },
      ...values,
    ]),
  )
  const facts = useEventFacts(event, formatters)
  const acts = useStatusActs(event)
  const now = { present: eventValues(event) }
  return (
    <RecordShell
      config={eventConfig}
      record={event}
      named={{ title: 'title' }}
      marks={
        <>
          <PageLink to="event" search={{ level: event.level ?? 'none' }}>
            <EventLevelTag level={event.level} />
          </PageLink>
          <StatusText status={event.status} />
          {event.is_demo && <span>{tRecord('demo')}</span>}
        </>
      }
      acts={acts}
      form={close => <EventForm event={event} onClose={close} />}
      facts={facts}
      first={[
        {
          key: 'overview',
          label: tRecord('overview'),
          content: <EventOverview event={event} formatters={formatters} historyQuery={historyQuery} />,
        },
      ]}
      last={[
        {
          key: 'history',
          label: tRecord('history'),
          content: (
            <RecordHistory
              config={eventConfig}
              record={event}
              historyQuery={historyQuery}
              formatters={formatters}
              now={now}
            />
          ),
        },
      ]}
    />
  )
}
