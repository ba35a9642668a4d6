import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { lazy, Suspense } from 'react'
import type { Report } from '#contract/report.ts'
import { supers } from '#contract/role.ts'
import { ApiError } from '#web/platform/api.ts'
import { useT } from '#web/platform/i18n.ts'
import { one, PageLink, usePage, usePageTitle } from '#web/platform/page.tsx'
import { errorText } from '#web/platform/query.ts'
import { useRole } from '#web/platform/session.ts'
import { RecordMessage, RecordSkeleton } from '#web/ui/record/record-state.tsx'
import { reportPageMessages } from './page-messages.ts'
import { reportOptions } from './report-calls.ts'
import { ReportReading } from './report-reading.tsx'

const ReportWriting = lazy(() => import('./report-writing.tsx'))

export default function ReportPage() {
  const id = Number(usePage().params.id)
  return Number.isSafeInteger(id) && id > 0 ? <ReportById id={id} /> : <ReportMissing />
}

function ReportById({ id }: { id: number }) {
  const t = useT(reportPageMessages)
  const { data: report, error, refetch } = useQuery(reportOptions(id))
  usePageTitle(report?.title)
  if (report && !isGone(error)) return <ReportRecord report={report} />
  if (!error) return <RecordSkeleton label={t('loading')} />
  if (isGone(error)) return <ReportMissing />
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

function ReportMissing() {
  const t = useT(reportPageMessages)
  return (
    <RecordMessage title={t('missingTitle')} text={t('missingText')}>
      <PageLink to="report">{t('toList')}</PageLink>
    </RecordMessage>
  )
}

/** Read, or written where the address says so and it may be. */
function ReportRecord({ report }: { report: Report }) {
  const t = useT(reportPageMessages)
  const role = useRole()
  const { search, setSearch } = usePage()
  const mayWrite = role !== null && supers.some(each => each === role)
  const isWriting = one(search.edit) === 'true' && report.status === 'draft' && report.can.includes('update')
  const setWriting = (writes: boolean) => setSearch(before => ({ ...before, edit: writes ? 'true' : null }))
  if (!isWriting) return <ReportReading report={report} mayWrite={mayWrite} onEdit={() => setWriting(true)} />
  return (
    <Suspense fallback={<RecordSkeleton label={t('loading')} />}>
      <ReportWriting key={report.id} report={report} onLeave={() => setWriting(false)} />
    </Suspense>
  )
}
