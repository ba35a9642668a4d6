import { Button, Input, Modal, QRCode } from 'antd'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { ApiError } from '#web/platform/api.ts'
import { useT } from '#web/platform/i18n.ts'
import { notifyError, notifySuccess } from '#web/platform/notice.ts'
import { errorText } from '#web/platform/query.ts'
import { Failure } from '#web/ui/frame/failure.tsx'
import { beginCode, dropFactor, finishCode, makePasskey, makeRecoveryCodes } from './factor.ts'
import { factorMessages } from './factor-messages.ts'
import css from './info.module.css'

export type FactorAct =
  | { kind: 'passkey' }
  | { kind: 'app' }
  | { kind: 'recovery' }
  /** `passkey`: its id; absent: the authenticator app. */
  | { kind: 'remove'; name: string; passkey?: number | undefined }

type Props = { act: FactorAct; userId: number; hasPassword: boolean; onClose: () => void }
type Step = { kind: 'start' } | { kind: 'code'; secret: string; uri: string } | { kind: 'recovery'; codes: string[] }

/** Adds or removes a second factor: the password, then the factor, then the recovery codes. */
export default function FactorDialog({ act, userId, hasPassword, onClose }: Props) {
  const t = useT(factorMessages)
  const id = useId()
  const [step, setStep] = useState<Step>({ kind: 'start' })
  const [password, setPassword] = useState('')
  const [name, setName] = useState('')
  const [code, setCode] = useState('')
  const [failure, setFailure] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const given = hasPassword ? password : undefined
  const isReady = step.kind === 'code' ? code.trim() !== '' : !hasPassword || password !== ''

  function finish(codes: string[]) {
    if (codes.length > 0) return setStep({ kind: 'recovery', codes })
    notifySuccess(t('added'))
    onClose()
  }

  async function proceed() {
    if (step.kind === 'code') return finish(await finishCode(userId, code.trim()))
    if (act.kind === 'passkey') return finish(await makePasskey(userId, name.trim() || t('passkeyNameHint'), given))
    if (act.kind === 'recovery') return finish(await makeRecoveryCodes(userId, given))
    if (act.kind === 'app') return setStep({ kind: 'code', ...(await beginCode(userId, given)) })
    if (act.kind !== 'remove') return
    await dropFactor(userId, given, act.passkey)
    notifySuccess(t('removed', { name: act.name }))
    onClose()
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isBusy || !isReady) return
    setIsBusy(true)
    setFailure('')
    try {
      await proceed()
    } catch (error) {
      setFailure(failureOf(error))
    } finally {
      setIsBusy(false)
    }
  }

  function failureOf(error: unknown): string {
    if (error instanceof ApiError) return error.errors[0]?.message ?? errorText(error)
    if (error instanceof Error && error.name === 'InvalidStateError') return t('passkeyKnown')
    if (error instanceof Error && /NotAllowed|Abort/.test(error.name)) return t('passkeyCancelled')
    return errorText(error)
  }

  const title =
    act.kind === 'remove'
      ? t('removeNamed', { name: act.name })
      : t(act.kind === 'passkey' ? 'addPasskey' : act.kind === 'app' ? 'addApp' : 'renew')

  if (step.kind === 'recovery') return <Recovery codes={step.codes} onClose={onClose} />
  return (
    <Modal open title={title} footer={null} onCancel={onClose} width={480} mask={{ closable: false }}>
      <form className="stack gap-4" onSubmit={event => void submit(event)}>
        {step.kind === 'code' ? (
          <>
            <p>{t('scan')}</p>
            <div className="center">
              <QRCode value={step.uri} size={180} bordered color="#000" bgColor="#fff" />
            </div>
            <Labelled id={`${id}k`} label={t('key')}>
              <Input id={`${id}k`} className="mono" readOnly value={step.secret.replace(/(.{4})(?=.)/g, '$1 ')} />
            </Labelled>
            <Labelled id={`${id}c`} label={t('code')}>
              <Input
                id={`${id}c`}
                autoFocus
                inputMode="numeric"
                autoComplete="one-time-code"
                maxLength={12}
                value={code}
                onChange={event => setCode(event.target.value)}
              />
            </Labelled>
          </>
        ) : (
          <>
            {act.kind === 'passkey' && (
              <>
                <p>{t('passkeyNow')}</p>
                <Labelled id={`${id}n`} label={t('name')}>
                  <Input
                    id={`${id}n`}
                    autoFocus
                    maxLength={60}
                    placeholder={t('passkeyNameHint')}
                    value={name}
                    onChange={event => setName(event.target.value)}
                  />
                </Labelled>
              </>
            )}
            {hasPassword && (
              <Labelled id={`${id}p`} label={t('currentPassword')}>
                <Input.Password
                  id={`${id}p`}
                  autoFocus={act.kind !== 'passkey'}
                  autoComplete="current-password"
                  value={password}
                  onChange={event => setPassword(event.target.value)}
                />
              </Labelled>
            )}
          </>
        )}
        {failure && <Failure>{failure}</Failure>}
        <div className="flex to-end gap-3">
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="primary" htmlType="submit" danger={act.kind === 'remove'} loading={isBusy} disabled={!isReady}>
            {step.kind === 'code' ? t('confirm') : act.kind === 'remove' ? t('remove') : t('next')}
          </Button>
        </div>
      </form>
    </Modal>
  )
}

function Labelled({ id, label, children }: { id: string; label: string; children: ReactNode }) {
  return (
    <div className="stack gap-2">
      <label htmlFor={id}>{label}</label>
      {children}
    </div>
  )
}

/** Recovery codes, which the server stores only as hashes. */
function Recovery({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const t = useT(factorMessages)
  async function copy() {
    try {
      await navigator.clipboard.writeText(codes.join('\n'))
      notifySuccess(t('copied'))
    } catch {
      notifyError(t('copyFailed'))
    }
  }
  return (
    <Modal
      open
      title={t('recoveryTitle')}
      width={480}
      closable={false}
      mask={{ closable: false }}
      keyboard={false}
      footer={[
        <Button key="copy" onClick={() => void copy()}>
          {t('copyAll')}
        </Button>,
        <Button key="kept" type="primary" onClick={onClose}>
          {t('kept')}
        </Button>,
      ]}
    >
      <p className="below-4">{t('recoveryText')}</p>
      <ul className={css.recovery}>
        {codes.map(code => (
          <li key={code}>{code}</li>
        ))}
      </ul>
    </Modal>
  )
}
