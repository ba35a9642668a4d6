import { Button, Dropdown, Input, Modal } from 'antd'
import { FileDown } from 'lucide-react'
import { useId, useState } from 'react'
import { exportReport, type Report, reportFormats } from '#contract/report.ts'
import { download, saveFile } from '#web/platform/api.ts'
import { useT } from '#web/platform/i18n.ts'
import { closeNotice, notify } from '#web/platform/notice.ts'
import { showError } from '#web/platform/query.ts'
import { reportPageMessages } from './page-messages.ts'

type Format = (typeof reportFormats)[number]

/** DOCX, PDF or Markdown of the version that is read, for a reason. */
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
          onClose={() => setFormat(null)}
          onDone={reason => void write(format, reason)}
        />
      )}
    </>
  )
}

type ReasonProps = { title: string; onClose: () => void; onDone: (reason: string) => void }

function ReasonDialog({ title, onClose, onDone }: ReasonProps) {
  const t = useT(reportPageMessages)
  const id = useId()
  const [reason, setReason] = useState('')
  const [isTried, setIsTried] = useState(false)
  const isFaulty = isTried && !reason.trim()
  function finish() {
    setIsTried(true)
    if (reason.trim()) onDone(reason.trim())
  }
  return (
    <Modal
      open
      title={title}
      okText={t('export')}
      cancelText={t('cancel')}
      onOk={finish}
      onCancel={onClose}
      destroyOnHidden
    >
      <p>{t('exportText')}</p>
      <div className="grid gap-2 above-4">
        <label htmlFor={id}>{t('exportReason')}</label>
        <Input
          id={id}
          autoFocus
          required
          value={reason}
          maxLength={500}
          placeholder={t('exportReasonHint')}
          status={isFaulty ? 'error' : ''}
          aria-invalid={isFaulty}
          onChange={event => setReason(event.target.value)}
          onPressEnter={event => !event.nativeEvent.isComposing && finish()}
        />
        {isFaulty && <small className="above-2 danger">{t('exportReasonNeeded')}</small>}
      </div>
    </Modal>
  )
}
