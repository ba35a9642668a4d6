import { useQuery } from '@tanstack/react-query'
import { Button, Pagination, Skeleton } from 'antd'
import { useState } from 'react'
import { type EventBrief, listEvents } from '#contract/event.ts'
import { personEvent } from '#contract/person.ts'
import { useT } from '#web/platform/i18n.ts'
import { PageLink } from '#web/platform/page.tsx'
import { ask } from '#web/platform/query.ts'
import { EventLevelMark } from './event-level.tsx'
import { timeText } from './event-time.ts'
import { NewEventButton } from './new-event-button.tsx'
import css from './record-events.module.css'
import { recordEventsMessages } from './record-events-messages.ts'

const pageSize = 20

type Row = Pick<EventBrief, 'id' | 'title' | 'level' | 'start_time' | 'end_time' | 'status'>
type Props = { og?: number; person?: number }

/** The events of one organisation or person, latest first, and the way to a new one. */
export default function RecordEvents({ og, person }: Props) {
  const t = useT(recordEventsMessages)
  const [current, setCurrent] = useState(1)
  const ofPerson = useQuery({
    ...ask(personEvent, { params: { id: person ?? 0 }, query: { current, pageSize } }),
    enabled: person !== undefined,
    placeholderData: before => before,
  })
  const ofOg = useQuery({
    ...ask(listEvents, { query: { og: [String(og)], sort: '-start_time', current, pageSize } }),
    enabled: og !== undefined,
    placeholderData: before => before,
  })
  const { data, isError, refetch } = person === undefined ? ofOg : ofPerson
  return (
    <section className={css.events} aria-label={t('title')}>
      <div className={css.head}>
        <h2>{t('title')}</h2>
        {data && data.total > 0 && <span className={css.count}>{t('count', { count: data.total })}</span>}
        <NewEventButton {...(og !== undefined && { og })} {...(person !== undefined && { person })} />
      </div>
      {isError && !data && (
        <p role="alert">
          {t('failed')}
          <Button type="link" onClick={() => void refetch()}>
            {t('retry')}
          </Button>
        </p>
      )}
      {!isError && !data && (
        <div role="status" aria-busy aria-label={t('loading')}>
          <Skeleton active title={false} paragraph={{ rows: 4 }} />
        </div>
      )}
      {data?.items.length === 0 && <p className={css.none}>{t('none')}</p>}
      {data && data.items.length > 0 && (
        <ul className={css.list}>
          {data.items.map(event => (
            <EventRow key={event.id} event={event} />
          ))}
        </ul>
      )}
      {data && data.total > pageSize && (
        <Pagination
          size="small"
          current={current}
          pageSize={pageSize}
          total={data.total}
          showSizeChanger={false}
          onChange={setCurrent}
        />
      )}
    </section>
  )
}

function EventRow({ event }: { event: Row }) {
  const t = useT(recordEventsMessages)
  const when = timeText(event)
  return (
    <li className={css.row}>
      <span className={css.when}>{when || t('noTime')}</span>
      <EventLevelMark level={event.level} />
      <PageLink to="event_detail" params={{ id: event.id }} className={css.title} data-status={event.status}>
        {event.title}
      </PageLink>
      {event.status !== 'confirmed' && <span className={css.status}>{t(event.status)}</span>}
    </li>
  )
}
