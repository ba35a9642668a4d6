import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { ChevronLeft, Star } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import type { Person, PersonField } from '#contract/person.ts'
import { DuplicateBanner, MergedInto } from '#web/features/duplicate/duplicate.ts'
import { RecordEvents, RecordTimeline } from '#web/features/event/event.ts'
import { useMentionTab } from '#web/features/mention/mention.ts'
import { RelationPanel } from '#web/features/relation/relation.ts'
import { useReportTab } from '#web/features/report/report.ts'
import { useUploadTab } from '#web/features/upload/upload.ts'
import { ApiError } from '#web/platform/api.ts'
import { useT } from '#web/platform/i18n.ts'
import { PageLink, usePage, usePageTitle } from '#web/platform/page.tsx'
import { errorText } from '#web/platform/query.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { HistoryView } from '#web/ui/history/history-view.tsx'
import { RecordPage, type RecordTab } from '#web/ui/record/record-page.tsx'
import { RecordPart } from '#web/ui/record/record-part.tsx'
import { RecordMessage, RecordSkeleton } from '#web/ui/record/record-state.tsx'
import { personPageMessages } from './page-messages.ts'
import { PersonActs } from './person-acts.tsx'
import { bringPersonValueBack, personHistoryOptions, personOptions } from './person-calls.ts'
import { usePersonFacts } from './person-facts.tsx'
import { linkedIdsOf, usePersonLooks } from './person-looks.tsx'
import { PersonOverview } from './person-overview.tsx'
import css from './person-page.module.css'
import { personHistoryValues } from './person-values.ts'

export default function PersonPage() {
  const id = Number(usePage().params.id)
  return Number.isSafeInteger(id) && id > 0 ? <PersonById id={id} /> : <PersonMissing />
}

function PersonById({ id }: { id: number }) {
  const t = useT(personPageMessages)
  const { data: person, error, refetch } = useQuery(personOptions(id))
  usePageTitle(person?.name)
  if (person && !isGone(error)) return <PersonRecord person={person} />
  if (!error) return <RecordSkeleton label={t('loading')} />
  if (isGone(error)) return <PersonMissing id={id} />
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

function PersonMissing({ id }: { id?: number }) {
  const t = useT(personPageMessages)
  return (
    <RecordMessage title={t('missingTitle')} text={t('missingText')}>
      <PageLink to="person">{t('toList')}</PageLink>
      {id !== undefined && (
        <Suspense>
          <MergedInto noun="person" id={id} />
        </Suspense>
      )}
    </RecordMessage>
  )
}

function PersonRecord({ person }: { person: Person }) {
  const t = useT(personPageMessages)
  const client = useQueryClient()
  const history = useInfiniteQuery(personHistoryOptions(person.id))
  const entries = history.data?.pages.flatMap(page => page.items) ?? []
  const looks = usePersonLooks(linkedIdsOf(person, entries))
  const facts = usePersonFacts(person, looks)
  const mentionTab = useMentionTab({ person: person.id })
  const reportTab = useReportTab({ person: person.id })
  const uploadTab = useUploadTab({ person: person.id })
  const restoring = person.can.includes('update')
    ? {
        present: personHistoryValues(person),
        restore: (entryId: number, field: string) =>
          bringPersonValueBack(client, person, { id: entryId, field: field as PersonField }),
      }
    : undefined
  const tabs: RecordTab[] = [
    {
      key: 'overview',
      label: t('overview'),
      content: <PersonOverview person={person} looks={looks} history={history} />,
    },
    {
      key: 'relations',
      label: t('relations'),
      content: (
        <RecordPart name="relations">
          <RelationPanel kind="person" id={person.id} />
        </RecordPart>
      ),
    },
    {
      key: 'events',
      label: t('events'),
      content: (
        <>
          <RecordPart name="timeline">
            <RecordTimeline person={person.id} />
          </RecordPart>
          <RecordPart name="events">
            <RecordEvents person={person.id} />
          </RecordPart>
        </>
      ),
    },
    ...uploadTab,
    ...reportTab,
    ...mentionTab,
    {
      key: 'history',
      label: t('history'),
      content: <HistoryView asked={history} looks={looks} restoring={restoring} />,
    },
  ]
  return (
    <RecordPage
      back={
        <PageLink to="person">
          <ChevronLeft size={16} aria-hidden />
          {t('list')}
        </PageLink>
      }
      icon={<Avatar name={person.name} src={person.icon} size={32} />}
      title={person.name}
      subtitle={person.position}
      marks={<PersonMarks person={person} regionName={person.region && looks.region.show(person.region)} />}
      acts={<PersonActs person={person} />}
      banner={
        <Suspense>
          <DuplicateBanner noun="person" id={person.id} />
        </Suspense>
      }
      factsLabel={t('facts')}
      facts={facts}
      tabs={tabs}
    />
  )
}

function PersonMarks({ person, regionName }: { person: Person; regionName: ReactNode }) {
  const t = useT(personPageMessages)
  return (
    <>
      {person.is_focus && (
        <PageLink to="person" className={css.focus}>
          <Star size={14} fill="currentColor" aria-hidden />
          {t('focus')}
        </PageLink>
      )}
      {person.region && (
        <PageLink to="person" search={{ region: person.region, is_focus: 'any' }}>
          {regionName}
        </PageLink>
      )}
      {person.is_demo && <span>{t('demo')}</span>}
    </>
  )
}
