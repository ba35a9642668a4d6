import { Button, Modal } from 'antd'
import { useT } from '#web/platform/i18n.ts'
import { editMessages } from '../editor/edit-messages.ts'

type Props = { isBusy: boolean; onStay: () => void; onLeave: () => void; onSave: () => void }

/** Choice for words that are not a version yet: leave them as a draft, or save them. */
export function LeaveDialog({ isBusy, onStay, onLeave, onSave }: Props) {
  const t = useT(editMessages)
  return (
    <Modal
      open
      title={t('leaveTitle')}
      onCancel={onStay}
      footer={[
        <Button key="stay" onClick={onStay}>
          {t('stay')}
        </Button>,
        <Button key="leave" onClick={onLeave}>
          {t('leave')}
        </Button>,
        <Button key="save" type="primary" loading={isBusy} onClick={onSave}>
          {t('save')}
        </Button>,
      ]}
    >
      <p>{t('leaveText')}</p>
    </Modal>
  )
}
