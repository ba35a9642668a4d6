import { Input, Modal } from 'antd'
import { useId, useState } from 'react'
import { ogSource } from '#web/features/og/og.ts'
import { ApiError } from '#web/platform/api.ts'
import { useT } from '#web/platform/i18n.ts'
import { notifySuccess } from '#web/platform/notice.ts'
import { errorText } from '#web/platform/query.ts'
import form from '#web/ui/form/form.module.css'
import { RecordPicker } from '#web/ui/picker/record-picker.tsx'
import { pageListMessages } from './messages.ts'
import { addPage } from './page-calls.ts'

type Props = { ogId: number | undefined; onClose: () => void }

/** Adds one address to watch. */
export default function AddPage({ ogId: preset, onClose }: Props) {
  const t = useT(pageListMessages)
  const id = useId()
  const [ogId, setOgId] = useState<number | null>(preset ?? null)
  const [url, setUrl] = useState('')
  const [fault, setFault] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const mayAdd = ogId !== null && url.trim() !== ''

  async function add() {
    if (!mayAdd || isBusy) return
    setIsBusy(true)
    setFault('')
    try {
      await addPage(ogId, url.trim())
      notifySuccess(t('added'))
      onClose()
    } catch (error) {
      const detail = error instanceof ApiError ? error.errors[0]?.message : undefined
      const isThere = error instanceof ApiError && error.status === 409
      setFault(isThere ? t('addDuplicate') : (detail ?? errorText(error)))
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <Modal
      open
      title={t('addTitle')}
      okText={t('addSave')}
      cancelText={t('cancel')}
      okButtonProps={{ disabled: !mayAdd, loading: isBusy && { delay: 200 } }}
      onOk={() => void add()}
      onCancel={onClose}
    >
      <form
        onSubmit={event => {
          event.preventDefault()
          void add()
        }}
      >
        <p className="below-4 quiet">{t('addText')}</p>
        <div className={`${form.field} below-3`}>
          <label className={form.label} htmlFor={`${id}o`}>
            {t('og')}
          </label>
          <RecordPicker id={`${id}o`} source={ogSource} value={ogId} onChange={setOgId} />
        </div>
        <div className={form.field}>
          <label className={form.label} htmlFor={id}>
            {t('address')}
          </label>
          <Input
            id={id}
            value={url}
            placeholder="https://"
            autoComplete="off"
            autoFocus
            status={fault ? 'error' : ''}
            aria-invalid={fault !== ''}
            aria-describedby={`${id}f`}
            onChange={event => {
              setUrl(event.target.value)
              setFault('')
            }}
          />
          <div id={`${id}f`} className={form.fault} role="alert">
            {fault}
          </div>
        </div>
      </form>
    </Modal>
  )
}
