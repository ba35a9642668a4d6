import { Button, Dropdown } from 'antd'
import { FileDown, Settings2 } from 'lucide-react'
import { lazy, useState } from 'react'
import { exportReport, type Report, reportFormats } from '#contract/report.api.ts'
import { download, saveFile } from '#web/platform/api.ts'
import { useT } from '#web/platform/i18n.ts'
import { closeNotice, notify } from '#web/platform/notice.ts'
import { showError } from '#web/platform/query.ts'
import { ReasonDialog } from '#web/record/reason-dialog.tsx'
import { RecordActs } from '#web/record/record-acts.tsx'
import { LazyDialog } from '#web/ui/lazy-dialog.tsx'
import { FlowBar } from './flow-bar.tsx'
import { reportPageMessages } from './page-messages.ts'
import { reportConfig } from './report-config.ts'

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
        config={reportConfig}
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

type Format = (typeof reportFormats)[number]

/** Exports the shown version as DOCX, PDF or Markdown; requires a reason. */
function ExportMenu({ report }: { report: Report }) {
  const t = useT(reportPageMessages)
  const [format, setFormat] = useState<Format | null>(null)
  const items = reportFormats.map(each => ({ key: each, label: t(each), onClick: () => setFormat(each) }))

  async function write(chosen: Format, reason: string) {
    setFormat(null)
    const id = notify({ kind: 'loading', text: t('exportBusy', { format: chosen.toUpperCase() }) })
    try {
      const file = await download(exportReport, { params: { id: report.id }, query: { format: chosen, reason } })
      saveFile(file)
      notify({ id, kind: 'success', text: t('exportDone', { name: file.fileName }) })
    } catch (error) {
      closeNotice(id)
      showError(error)
    }
  }

  return (
    <>
      <Dropdown menu={{ items }} trigger={['click']} placement="bottomRight">
        <Button icon={<FileDown size={14} aria-hidden />} aria-haspopup="menu">
          {t('export')}
        </Button>
      </Dropdown>
      {format && (
        <ReasonDialog
          title={t('exportTitle', { number: report.number })}
          text={t('exportText')}
          hint={t('exportReasonHint')}
          onClose={() => setFormat(null)}
          onDone={reason => void write(format, reason)}
        />
      )}
    </>
  )
}
