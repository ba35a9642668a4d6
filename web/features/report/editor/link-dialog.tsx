import { Button, Input, Modal } from 'antd'
import { useState } from 'react'
import { WebAddress } from '#contract/wire.ts'
import { useT } from '#web/platform/i18n.ts'
import { Failure } from '#web/ui/frame/failure.tsx'
import { editMessages } from './edit-messages.ts'

type Props = { address: string; onClose: () => void; onDone: (address: string | null) => void }

/** Sets the address of the selected words; `null` removes the link. */
export function LinkDialog({ address, onClose, onDone }: Props) {
  const t = useT(editMessages)
  const [text, setText] = useState(address)
  const [isTried, setIsTried] = useState(false)
  const trimmed = text.trim()
  const full = /^[a-z][a-z\d+.-]*:/i.test(trimmed) ? trimmed : `https://${trimmed}`
  const isFaulty = isTried && !WebAddress.safeParse(full).success
  function finish() {
    setIsTried(true)
    if (WebAddress.safeParse(full).success) onDone(full)
  }
  return (
    <Modal
      open
      title={t('linkTitle')}
      onCancel={onClose}
      footer={[
        address && (
          <Button key="remove" onClick={() => onDone(null)}>
            {t('linkRemove')}
          </Button>
        ),
        <Button key="cancel" onClick={onClose}>
          {t('cancel')}
        </Button>,
        <Button key="ok" type="primary" onClick={finish}>
          {t('ok')}
        </Button>,
      ]}
    >
      <Input
        autoFocus
        value={text}
        maxLength={2_000}
        aria-label={t('linkTitle')}
        placeholder={t('linkHint')}
        status={isFaulty ? 'error' : ''}
        aria-invalid={isFaulty}
        onChange={event => setText(event.target.value)}
        onPressEnter={event => !event.nativeEvent.isComposing && finish()}
      />
      {isFaulty && <Failure>{t('linkFault')}</Failure>}
    </Modal>
  )
}
