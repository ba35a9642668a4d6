import { Button, Dropdown } from 'antd'
import { FileDown } from 'lucide-react'
import { useState } from 'react'
import { exportReport, type Report, reportFormats } from '#contract/report.api.ts'
import { download, saveFile } from '#web/platform/api.ts'
import { useT } from '#web/platform/i18n.ts'
import { closeNotice, notify } from '#web/platform/notice.ts'
import { showError } from '#web/platform/query.ts'
import { ReasonDialog } from '#web/record/reason-dialog.tsx'
import { reportPageMessages } from './page-messages.ts'

type Format = (typeof reportFormats)[number]

/** Exports the shown version as DOCX, PDF or Markdown; requires a reason. */
export function ExportMenu({ report }: { report: Report }) {
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
