import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { ChevronLeft } from 'lucide-react'
import { Suspense } from 'react'
import type { Event, EventField } from '#contract/event.ts'
import type { History } from '#contract/history.ts'
import { DuplicateBanner, MergedInto } from '#web/features/duplicate/duplicate.ts'
import { useReportTab } from '#web/features/report/report.ts'
import { ApiError } from '#web/platform/api.ts'
import { useT } from '#web/platform/i18n.ts'
import { PageLink, usePage, usePageTitle } from '#web/platform/page.tsx'
import { errorText } from '#web/platform/query.ts'
import { HistoryView } from '#web/ui/history/history-view.tsx'
import { RecordPage, type RecordTab } from '#web/ui/record/record-page.tsx'
import { RecordMessage, RecordSkeleton } from '#web/ui/record/record-state.tsx'
import { EventActs } from './event-acts.tsx'
import { bringEventValueBack, eventHistoryOptions, eventOptions } from './event-calls.ts'
import { useEventFacts } from './event-facts.tsx'
import { EventLevelTag } from './event-level.tsx'
import { type LinkedIds, linkedIds, useEventLooks } from './event-looks.tsx'
import { EventOverview } from './event-overview.tsx'
import css from './event-page.module.css'
import { eventValues } from './event-values.ts'
import { eventStatusMessages } from './level-messages.ts'
import { eventPageMessages } from './page-messages.ts'

export default function EventPage() {
  const id = Number(usePage().params.id)
  return Number.isSafeInteger(id) && id > 0 ? <EventById id={id} /> : <EventMissing />
}

function EventById({ id }: { id: number }) {
  const t = useT(eventPageMessages)
  const { data: event, error, refetch } = useQuery(eventOptions(id))
  usePageTitle(event?.title)
  if (event && !isGone(error)) return <EventRecord event={event} />
  if (!error) return <RecordSkeleton label={t('loading')} />
  if (isGone(error)) return <EventMissing id={id} />
  return (
    <RecordMessage title={t('failedTitle')} text={errorText(error)}>
      <Button type="primary" onClick={() => void refetch()}>
        {t('retry')}
      </Button>
    </RecordMessage>
  )
}

function isGone(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404
}

function EventMissing({ id }: { id?: number }) {
  const t = useT(eventPageMessages)
  return (
    <RecordMessage title={t('missingTitle')} text={t('missingText')}>
      <PageLink to="event">{t('toList')}</PageLink>
      {id !== undefined && (
        <Suspense>
          <MergedInto noun="event" id={id} />
        </Suspense>
      )}
    </RecordMessage>
  )
}

function EventRecord({ event }: { event: Event }) {
  const t = useT(eventPageMessages)
  const status = useT(eventStatusMessages)
  const client = useQueryClient()
  const history = useInfiniteQuery(eventHistoryOptions(event.id))
  const entries = history.data?.pages.flatMap(page => page.items) ?? []
  const looks = useEventLooks(linkedIdsOf(event, entries))
  const facts = useEventFacts(event, looks)
  const restoring = event.can.includes('update')
    ? {
        present: eventValues(event),
        restore: (entryId: number, field: string) =>
          bringEventValueBack(client, event, { id: entryId, field: field as EventField }),
      }
    : undefined
  const reportTab = useReportTab({ event: event.id })
  const tabs: RecordTab[] = [
    {
      key: 'overview',
      label: t('overview'),
      content: <EventOverview event={event} looks={looks} history={history} />,
    },
    ...reportTab,
    {
      key: 'history',
      label: t('history'),
      content: <HistoryView asked={history} looks={looks} restoring={restoring} />,
    },
  ]
  return (
    <RecordPage
      back={
        <PageLink to="event">
          <ChevronLeft size={16} aria-hidden />
          {t('list')}
        </PageLink>
      }
      title={event.title}
      marks={
        <>
          <PageLink to="event" search={{ level: event.level }}>
            <EventLevelTag level={event.level} />
          </PageLink>
          <span className={css.status} data-status={event.status}>
            {status(event.status)}
          </span>
          {event.is_demo && <span>{t('demo')}</span>}
        </>
      }
      acts={<EventActs event={event} />}
      banner={
        <Suspense>
          <DuplicateBanner noun="event" id={event.id} />
        </Suspense>
      }
      factsLabel={t('facts')}
      facts={facts}
      tabs={tabs}
    />
  )
}

function linkedIdsOf(event: Event, entries: readonly History[]): LinkedIds {
  const changes = entries.flatMap(entry => entry.changes)
  return linkedIds([
    { field: 'ogs', value: event.ogs.map(ref => ref.id) },
    { field: 'persons', value: event.persons.map(ref => ref.id) },
    ...changes.flatMap(({ field, from, to }) => [
      { field, value: from },
      { field, value: to },
    ]),
  ])
}
