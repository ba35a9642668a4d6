import { Settings2 } from 'lucide-react'
import { lazy, useState } from 'react'
import type { Report } from '#contract/report.api.ts'
import { useT } from '#web/platform/i18n.ts'
import { RecordActs } from '#web/record/record-acts.tsx'
import { LazyDialog } from '#web/ui/lazy-dialog.tsx'
import { ExportMenu } from './export-menu.tsx'
import { FlowBar } from './flow-bar.tsx'
import { reportPageMessages } from './page-messages.ts'
import { reportConfig } from './report-kit.ts'

const ReportForm = lazy(() => import('./report-form.tsx'))

type Props = { report: Report; onEdit: () => void }

/** Actions above a report: edit, next statuses, export; the menu changes its details. */
export function ReportActs({ report, onEdit }: Props) {
  const t = useT(reportPageMessages)
  const [isForm, setIsForm] = useState(false)
  const mayUpdate = report.can.includes('update')
  const details = {
    key: 'details',
    icon: <Settings2 size={14} aria-hidden />,
    label: t('details'),
    onClick: () => setIsForm(true),
  }
  return (
    <>
      <RecordActs
        kit={reportConfig}
        record={report}
        onEdit={mayUpdate && report.status === 'draft' ? onEdit : null}
        isEditQuiet
        after={
          <>
            <FlowBar
              report={report}
              onMoved={moved => moved.status === 'draft' && report.status === 'published' && onEdit()}
            />
            <ExportMenu report={report} />
          </>
        }
        menu={mayUpdate ? [details, { type: 'divider' }] : []}
      />
      <LazyDialog>{isForm && <ReportForm report={report} onClose={() => setIsForm(false)} />}</LazyDialog>
    </>
  )
}
