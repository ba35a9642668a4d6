import { Form, Modal, Select } from 'antd'
import { useState } from 'react'
import type { User } from '#contract/user.api.ts'
import { useT } from '#web/platform/i18n.ts'
import { notifySuccess } from '#web/platform/notice.ts'
import { errorText } from '#web/platform/query.ts'
import { useUser } from '#web/platform/session.ts'
import { useVisibleUsers } from '#web/ui/picker/visible-users.ts'
import { userManageMessages } from './messages.ts'
import { displayName, removeUser } from './user.ts'

type Props = { user: User; onClose: () => void }

/** Deletes a user permanently; requires a successor. */
export function DeleteUser({ user, onClose }: Props) {
  const t = useT(userManageMessages)
  const me = useUser()
  const { users, nameOf } = useVisibleUsers()
  const [heir, setHeir] = useState<number>(me.id)
  const [fault, setFault] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const name = user.username
  const options = users
    .filter(each => each.id !== user.id)
    .map(each => ({ value: each.id, label: displayName(each), words: `${each.name} ${each.username}`.toLowerCase() }))

  async function remove() {
    if (isBusy) return
    setIsBusy(true)
    setFault('')
    try {
      await removeUser(user.id, heir)
      notifySuccess(t('deleted', { name, heir: nameOf(heir) }))
      onClose()
    } catch (error) {
      setFault(errorText(error))
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <Modal
      open
      title={t('deleteTitle', { name })}
      okText={t('delete')}
      cancelText={t('cancel')}
      okButtonProps={{ danger: true, loading: isBusy }}
      onOk={() => void remove()}
      onCancel={onClose}
    >
      <p className="below-4 quiet">{t('deleteText')}</p>
      {user.status === 'active' && <p className="below-4 quiet">{t('deleteInstead')}</p>}
      <Form className="below-5" layout="vertical">
        <Form.Item label={t('heir')} htmlFor="heir" validateStatus={fault ? 'error' : ''} help={fault}>
          <Select
            id="heir"
            value={heir}
            onChange={setHeir}
            options={options}
            labelRender={({ value }) => nameOf(Number(value))}
            placeholder={t('heirPlaceholder')}
            showSearch={{
              filterOption: (typed, option) => option?.words.includes(typed.trim().toLowerCase()) ?? false,
            }}
          />
        </Form.Item>
      </Form>
    </Modal>
  )
}
