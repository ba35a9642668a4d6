import { Modal } from 'antd'
import { type List, loadListFile } from '#contract/list.ts'
import { upload } from '#web/platform/api.ts'
import { useT } from '#web/platform/i18n.ts'
import { refresh } from '#web/platform/query.ts'
import { FileDrop } from '#web/ui/file-drop.tsx'
import { listMessages } from './messages.ts'

/** Choose or drop the file of a new version; it is read in the background. */
export default function LoadDialog({ list, onClose }: { list: List; onClose: () => void }) {
  const t = useT(listMessages)
  return (
    <Modal open title={t('loadFileFor', { name: list.name })} footer={null} onCancel={onClose}>
      <FileDrop
        title={percent => (percent === null ? t('drop') : t('uploading', { percent: String(percent) }))}
        hint={t('dropHint')}
        progressLabel={t('loadFile')}
        accept=".json,.jsonl,.ndjson,.ftm,.xml,.csv,.zip"
        send={async (file, onProgress) => {
          await upload(loadListFile, file, { params: { id: list.id } }, { onProgress })
          await refresh('list')
          onClose()
        }}
      />
    </Modal>
  )
}
