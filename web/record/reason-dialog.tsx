import { Input, Modal } from 'antd'
import { useId, useState } from 'react'
import { useT } from '#web/platform/i18n.ts'
import { recordMessages } from './messages.ts'

type Props = {
  title: string
  text: string
  hint?: string
  onClose: () => void
  onDone: (reason: string) => void
}

/** Requires a reason before data leaves the console. */
export function ReasonDialog({ title, text, hint, onClose, onDone }: Props) {
  const t = useT(recordMessages)
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
      <p>{text}</p>
      <div className="grid gap-2 above-4">
        <label htmlFor={id}>{t('exportReason')}</label>
        <Input
          id={id}
          autoFocus
          required
          value={reason}
          maxLength={500}
          placeholder={hint}
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
