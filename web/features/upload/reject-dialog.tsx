import { Input, Modal } from 'antd'
import { useId, useState } from 'react'
import { useT } from '#web/platform/i18n.ts'
import { uploadReviewMessages } from './review-messages.ts'
import css from './view.module.css'

type Props = { name: string; isBusy: boolean; onReject: (reason: string) => void; onClose: () => void }

const reasonAtMost = 1000

/** Takes the reason of a rejection; Ctrl or Cmd with Enter submits. */
export default function RejectDialog({ name, isBusy, onReject, onClose }: Props) {
  const t = useT(uploadReviewMessages)
  const id = useId()
  const [reason, setReason] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  const send = () => {
    if (reason.trim() === '') setIsMissing(true)
    else onReject(reason.trim())
  }
  return (
    <Modal
      open
      title={t('rejectTitle', { name })}
      okText={t('reject')}
      okButtonProps={{ danger: true }}
      cancelText={t('cancel')}
      confirmLoading={isBusy}
      onOk={send}
      onCancel={onClose}
    >
      <p>{t('rejectText')}</p>
      <label htmlFor={id} className="block above-4 below-2">
        {t('reason')}
      </label>
      <Input.TextArea
        id={id}
        autoFocus
        value={reason}
        maxLength={reasonAtMost}
        autoSize={{ minRows: 3, maxRows: 8 }}
        status={isMissing && reason.trim() === '' ? 'error' : ''}
        aria-describedby={`${id}n`}
        onChange={event => setReason(event.target.value)}
        onKeyDown={event => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.nativeEvent.isComposing) send()
        }}
      />
      <div id={`${id}n`} className={css.fault} aria-live="polite">
        {isMissing && reason.trim() === '' && t('reasonNeeded')}
      </div>
    </Modal>
  )
}
