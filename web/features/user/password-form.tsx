import { Button, Form, Input } from 'antd'
import { useId, useState } from 'react'
import type { User } from '#contract/user.api.ts'
import { ApiError } from '#web/platform/api.ts'
import { useT } from '#web/platform/i18n.ts'
import { notifySuccess } from '#web/platform/notice.ts'
import { useLeaveGuard } from '#web/platform/page.tsx'
import { errorText } from '#web/platform/query.ts'
import { Failure } from '#web/ui/frame/failure.tsx'
import css from './info.module.css'
import { userInfoMessages } from './messages.ts'
import { notePassword } from './password.ts'
import { saveProfile } from './user.ts'

type PasswordFaults = { old_password?: string; password?: string; form?: string }

/** Changes the user's own password; the old one is required as proof of identity. */
export function PasswordForm({ user }: { user: User }) {
  const t = useT(userInfoMessages)
  const [old, setOld] = useState('')
  const [password, setPassword] = useState('')
  const [faults, setFaults] = useState<PasswordFaults>({})
  const [isBusy, setIsBusy] = useState(false)
  const id = useId()
  useLeaveGuard(() => password !== '')

  async function save() {
    if (isBusy || old === '' || password === '') return
    setIsBusy(true)
    setFaults({})
    try {
      await saveProfile(user.id, { old_password: old, password })
      setOld('')
      setPassword('')
      notifySuccess(t('passwordChanged'))
    } catch (error) {
      setFaults(faultsOf(error))
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <section className={css.panel}>
      <h2>{t('password')}</h2>
      <p className={css.explain}>{t('passwordText')}</p>
      <Form layout="vertical" requiredMark={false} onFinish={() => void save()} aria-label={t('password')}>
        {/* Password managers store the new password under this name. */}
        <input type="text" name="username" autoComplete="username" value={user.username} readOnly hidden />
        {faults.form && <Failure>{faults.form}</Failure>}
        <div className={css.pair}>
          <Form.Item
            label={t('oldPassword')}
            htmlFor={`${id}o`}
            validateStatus={faults.old_password ? 'error' : ''}
            help={faults.old_password}
          >
            <Input.Password
              id={`${id}o`}
              autoComplete="current-password"
              value={old}
              onChange={event => setOld(event.target.value)}
            />
          </Form.Item>
          <Form.Item
            label={t('newPassword')}
            htmlFor={`${id}n`}
            validateStatus={faults.password ? 'error' : ''}
            help={faults.password ?? <PasswordHint password={password} user={user} />}
          >
            <Input.Password
              id={`${id}n`}
              autoComplete="new-password"
              value={password}
              onChange={event => setPassword(event.target.value)}
            />
          </Form.Item>
        </div>
        <Button htmlType="submit" loading={isBusy} disabled={old === '' || password === ''}>
          {t('changePassword')}
        </Button>
      </Form>
    </section>
  )
}

function PasswordHint({ password, user }: { password: string; user: User }) {
  const t = useT(userInfoMessages)
  const note = notePassword(password, user)
  const text =
    note === null ? t('passwordRule') : note.kind === 'tooShort' ? t('tooShort', { count: note.missing }) : t(note.kind)
  return (
    <span className={css.note} data-kind={note?.kind} aria-live="polite">
      {text}
    </span>
  )
}

function faultsOf(error: unknown): PasswordFaults {
  const known = error instanceof ApiError ? error.errors : []
  const at = (path: string) => known.find(each => each.path === path)?.message
  const [old, password] = [at('old_password'), at('password')]
  if (!old && !password) return { form: errorText(error) }
  return { ...(old && { old_password: old }), ...(password && { password }) }
}
