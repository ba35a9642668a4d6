import { lazy, Suspense } from 'react'
import type { Report } from '#contract/report.api.ts'
import { supers } from '#contract/role.ts'
import { useT } from '#web/platform/i18n.ts'
import { one, usePage } from '#web/platform/page.tsx'
import { useRole } from '#web/platform/session.ts'
import { RecordById } from '#web/record/record-by-id.tsx'
import { RecordSkeleton } from '#web/record/record-state.tsx'
import { reportPageMessages } from './page-messages.ts'
import { reportConfig } from './report-config.ts'
import { ReportReading } from './report-reading.tsx'

const ReportWriting = lazy(() => import('./report-writing.tsx'))

export default function ReportPage() {
  const id = Number(usePage().params.id)
  return (
    <RecordById config={reportConfig} id={id}>
      {report => <ReportRecord report={report} />}
    </RecordById>
  )
}

/** For reading; the editor opens if the address requests it and the user can write. */
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
