import { Button, Modal } from 'antd'
import { type List, loadListFile, updateList } from '#contract/list.api.ts'
import { call, upload } from '#web/platform/api.ts'
import { useT } from '#web/platform/i18n.ts'
import { notifySuccess } from '#web/platform/notice.ts'
import { refresh, showError } from '#web/platform/query.ts'
import { FileDrop } from '#web/ui/ingest/file-drop.tsx'
import { sanctionListMessages } from './messages.ts'

/** Upload of the file of a new version; it is loaded in the background. */
export default function LoadDialog({ list, onClose }: { list: List; onClose: () => void }) {
  const t = useT(sanctionListMessages)
  const forget = async () => {
    try {
      await call(updateList, { params: { id: list.id }, body: { mapping: null, rev: list.rev } })
      notifySuccess(t('forgotten'))
    } catch (error) {
      showError(error)
    }
    await refresh('list')
    onClose()
  }
  return (
    <Modal open title={t('loadFileFor', { name: list.name })} footer={null} onCancel={onClose}>
      {list.mapping && (
        <p className="row gap-2 wrap below-3">
          <span className="quiet">{t('mappingKept')}</span>
          <Button size="small" onClick={() => void forget()}>
            {t('forget')}
          </Button>
        </p>
      )}
      <FileDrop
        hint={t('dropHint')}
        accept=".json,.jsonl,.ndjson,.ftm,.xml,.csv,.tsv,.txt,.xlsx,.zip"
        send={async (file, onProgress) => {
          await upload(loadListFile, file, { params: { id: list.id } }, { onProgress })
          await refresh('list')
          onClose()
        }}
      />
    </Modal>
  )
}
