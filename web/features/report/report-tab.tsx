import { lazy } from 'react'
import { reportReaders } from '#contract/role.ts'
import { useT } from '#web/platform/i18n.ts'
import { useRole } from '#web/platform/session.ts'
import type { RecordTab } from '#web/ui/record/record-page.tsx'
import { RecordPart } from '#web/ui/record/record-part.tsx'
import { reportPageMessages } from './page-messages.ts'
import type { RecordReportsProps } from './record-reports.tsx'

const RecordReports = lazy(() => import('./record-reports.tsx'))

/** The tab "reports" on a record's page: `...useReportTab({ og: 3 })`; none for roles that read no reports. */
export function useReportTab(of: RecordReportsProps): RecordTab[] {
  const t = useT(reportPageMessages)
  const role = useRole()
  if (role === null || !reportReaders.includes(role)) return []
  return [
    {
      key: 'reports',
      label: t('list'),
      content: (
        <RecordPart name="reports">
          <RecordReports {...of} />
        </RecordPart>
      ),
    },
  ]
}
