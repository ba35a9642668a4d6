import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { ChevronLeft } from 'lucide-react'
import { Suspense } from 'react'
import { type Og, type OgField, ogFields } from '#contract/og.ts'
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
import { DangerLevelTag } from '#web/ui/danger-level.tsx'
import { HistoryView } from '#web/ui/history/history-view.tsx'
import { RecordPage, type RecordTab } from '#web/ui/record/record-page.tsx'
import { RecordPart } from '#web/ui/record/record-part.tsx'
import { RecordMessage, RecordSkeleton } from '#web/ui/record/record-state.tsx'
import { useMemberLook } from './member-look.ts'
import { OgActs } from './og-acts.tsx'
import { bringOgValueBack, ogHistoryOptions, ogOptions } from './og-calls.ts'
import { useOgFacts } from './og-facts.tsx'
import { useOgLooks } from './og-looks.tsx'
import { OgOverview } from './og-overview.tsx'
import { OgPersons } from './og-persons.tsx'
import { OgSiteTab } from './og-site.tsx'
import { ogPageMessages } from './page-messages.ts'

export default function OgPage() {
  const id = Number(usePage().params.id)
  return Number.isSafeInteger(id) && id > 0 ? <OgById id={id} /> : <OgMissing />
}

function OgById({ id }: { id: number }) {
  const t = useT(ogPageMessages)
  const { data: og, error, refetch } = useQuery(ogOptions(id))
  usePageTitle(og?.name)
  if (og && !isGone(error)) return <OgRecord og={og} />
  if (!error) return <RecordSkeleton label={t('loading')} />
  if (isGone(error)) return <OgMissing id={id} />
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

function OgMissing({ id }: { id?: number }) {
  const t = useT(ogPageMessages)
  return (
    <RecordMessage title={t('missingTitle')} text={t('missingText')}>
      <PageLink to="og">{t('toList')}</PageLink>
      {id !== undefined && (
        <Suspense>
          <MergedInto noun="og" id={id} />
        </Suspense>
      )}
    </RecordMessage>
  )
}

function OgRecord({ og }: { og: Og }) {
  const t = useT(ogPageMessages)
  const client = useQueryClient()
  const history = useInfiniteQuery(ogHistoryOptions(og.id))
  const entries = history.data?.pages.flatMap(page => page.items) ?? []
  const looks = useOgLooks(cateIdsOf(og, entries))
  const facts = useOgFacts(og, looks)
  const historyLooks = { ...looks, persons: useMemberLook(entries) }
  const mentionTab = useMentionTab({ og: og.id })
  const reportTab = useReportTab({ og: og.id })
  const uploadTab = useUploadTab({ og: og.id })
  const restoring = og.can.includes('update')
    ? {
        present: og,
        fields: ogFields,
        restore: (entryId: number, field: string) =>
          bringOgValueBack(client, og, { id: entryId, field: field as OgField }),
      }
    : undefined
  const tabs: RecordTab[] = [
    {
      key: 'overview',
      label: t('overview'),
      content: <OgOverview og={og} looks={historyLooks} history={history} />,
    },
    { key: 'persons', label: t('persons'), content: <OgPersons og={og} /> },
    {
      key: 'relations',
      label: t('relations'),
      content: (
        <RecordPart name="relations">
          <RelationPanel kind="og" id={og.id} />
        </RecordPart>
      ),
    },
    {
      key: 'events',
      label: t('events'),
      content: (
        <>
          <RecordPart name="timeline">
            <RecordTimeline og={og.id} />
          </RecordPart>
          <RecordPart name="events">
            <RecordEvents og={og.id} />
          </RecordPart>
        </>
      ),
    },
    { key: 'site', label: t('siteTab'), content: <OgSiteTab og={og} /> },
    ...uploadTab,
    ...reportTab,
    ...mentionTab,
    {
      key: 'history',
      label: t('history'),
      content: <HistoryView asked={history} looks={historyLooks} restoring={restoring} />,
    },
  ]
  return (
    <RecordPage
      back={
        <PageLink to="og">
          <ChevronLeft size={16} aria-hidden />
          {t('list')}
        </PageLink>
      }
      icon={<Avatar name={og.name} src={og.icon} size={32} />}
      title={og.name}
      subtitle={og.eng_name}
      marks={
        <>
          <PageLink to="og" search={{ danger_level: og.danger_level }}>
            <DangerLevelTag level={og.danger_level} />
          </PageLink>
          {og.region && (
            <PageLink to="og" search={{ region: og.region }}>
              {looks.region.show(og.region)}
            </PageLink>
          )}
          {og.is_demo && <span>{t('demo')}</span>}
        </>
      }
      acts={<OgActs og={og} />}
      banner={
        <Suspense>
          <DuplicateBanner noun="og" id={og.id} />
        </Suspense>
      }
      factsLabel={t('facts')}
      facts={facts}
      tabs={tabs}
    />
  )
}

function cateIdsOf(og: Og, entries: { changes: { field: string; from: unknown; to: unknown }[] }[]): number[] {
  const changed = entries.flatMap(entry => entry.changes.filter(({ field }) => field === 'category_id'))
  const ids = [og.category_id, ...changed.flatMap(({ from, to }) => [from, to])]
  return [...new Set(ids.filter(id => typeof id === 'number'))]
}
