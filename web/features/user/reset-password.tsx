import { Button, Form, Input, Modal } from 'antd'
import { useState } from 'react'
import type { User } from '#contract/user.api.ts'
import { ApiError } from '#web/platform/api.ts'
import { useT } from '#web/platform/i18n.ts'
import { notifySuccess } from '#web/platform/notice.ts'
import { errorText } from '#web/platform/query.ts'
import { userManageMessages } from './messages.ts'
import { newPassword } from './password.ts'
import { saveUser } from './user.ts'

type Props = { user: User; onClose: () => void }

/** A new password for another user, in clear text because it has to be handed over. */
export function ResetPassword({ user, onClose }: Props) {
  const t = useT(userManageMessages)
  const [password, setPassword] = useState('')
  const [fault, setFault] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const name = user.username

  async function save() {
    if (isBusy || password === '') return
    setIsBusy(true)
    setFault('')
    try {
      await saveUser(user.id, { password })
      notifySuccess(t('resetDone', { name }))
      onClose()
    } catch (error) {
      const detail =
        error instanceof ApiError ? error.errors.find(each => each.path === 'password')?.message : undefined
      setFault(detail ?? errorText(error))
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <Modal
      open
      title={t('resetTitle', { name })}
      okText={t('resetPassword')}
      cancelText={t('cancel')}
      okButtonProps={{ disabled: password === '', loading: isBusy }}
      onOk={() => void save()}
      onCancel={onClose}
    >
      <p className="below-4 quiet">{t('resetText')}</p>
      <Form className="below-5" layout="vertical" onFinish={() => void save()}>
        <Form.Item
          label={t('newPassword')}
          htmlFor="reset-password"
          validateStatus={fault ? 'error' : ''}
          help={fault || t('passwordHint')}
        >
          <div className="flex gap-3">
            <Input
              id="reset-password"
              className="mono"
              autoFocus
              autoComplete="new-password"
              autoCapitalize="none"
              spellCheck={false}
              value={password}
              onChange={event => setPassword(event.target.value)}
            />
            <Button onClick={() => setPassword(newPassword())}>{t('generate')}</Button>
          </div>
        </Form.Item>
      </Form>
    </Modal>
  )
}
