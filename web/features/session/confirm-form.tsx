import { Button, Input, Spin } from 'antd'
import { type FormEvent, useCallback, useEffect, useId, useRef, useState } from 'react'
import { type ConfirmWays, confirmSession, startConfirmation } from '#contract/session.api.ts'
import { ApiError, type CallInput, call } from '#web/platform/api.ts'
import { onConfirmedElsewhere } from '#web/platform/confirmation.ts'
import { useT } from '#web/platform/i18n.ts'
import { errorText } from '#web/platform/query.ts'
import { Failure } from '#web/ui/frame/failure.tsx'
import { confirmMessages } from './confirm-messages.ts'
import { hasPasskeys, isCancelled, respond } from './passkey.ts'

type Props = { onConfirmed: () => void; onCancel: () => void }
type Proof = CallInput<typeof confirmSession>['body']

/** The ways to confirm the session, strongest first. */
export default function ConfirmForm({ onConfirmed, onCancel }: Props) {
  const t = useT(confirmMessages)
  const id = useId()
  const [ways, setWays] = useState<ConfirmWays>()
  const [text, setText] = useState('')
  const [failure, setFailure] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const [isAway, setIsAway] = useState(false)
  const field = useRef<HTMLInputElement>(null)

  const load = useCallback(async () => {
    setWays(await call(startConfirmation, {}, { isBackground: true }))
  }, [])
  const open = useCallback(() => void load().catch((error: unknown) => setFailure(errorText(error))), [load])
  const isBegun = useRef(false)
  useEffect(() => {
    if (isBegun.current) return
    isBegun.current = true
    open()
  }, [open])
  const confirmed = useRef(onConfirmed)
  useEffect(() => onConfirmedElsewhere(() => confirmed.current()), [])

  const methods = (ways?.methods ?? []).filter(each => each !== 'passkey' || hasPasskeys())
  const entered = methods.find(each => each === 'code' || each === 'password')

  async function confirm(proof: () => Promise<Proof>) {
    if (isBusy) return
    setIsBusy(true)
    setFailure('')
    try {
      await call(confirmSession, { body: await proof() }, { isBackground: true })
      onConfirmed()
    } catch (error) {
      setFailure(failureOf(error))
      setText('')
      field.current?.focus()
      // Each challenge is for one answer.
      if (ways?.passkey) await load().catch(() => undefined)
    } finally {
      setIsBusy(false)
    }
  }

  function failureOf(error: unknown): string {
    if (isCancelled(error)) return t('passkeyCancelled')
    if (entered === 'password' && error instanceof ApiError && error.status === 401) return t('passwordWrong')
    return (error instanceof ApiError && error.errors[0]?.message) || errorText(error)
  }

  const byPasskey = () =>
    confirm(async () => {
      const { binding, options } = ways?.passkey ?? { binding: '', options: {} }
      return { passkey: { binding, response: await respond(options) } }
    })

  function submit(event: FormEvent) {
    event.preventDefault()
    const given = entered === 'code' ? text.replace(/\s/g, '') : text
    if (entered && given !== '') void confirm(async () => ({ [entered]: given }))
  }

  if (!ways)
    return failure === '' ? (
      <Spin description={t('loading')}>
        <div className="below-5" />
      </Spin>
    ) : (
      <Failure onRetry={open}>{failure}</Failure>
    )
  return (
    <form className="stack gap-4" onSubmit={submit} noValidate aria-busy={isBusy}>
      <p>{t(methods.length === 0 ? 'none' : 'text')}</p>
      {methods.includes('passkey') && (
        <Button
          type={entered ? 'default' : 'primary'}
          block
          autoFocus
          loading={isBusy}
          onClick={() => void byPasskey()}
        >
          {t('usePasskey')}
        </Button>
      )}
      {methods.includes('passkey') && entered && <p className="center faint small">{t('or')}</p>}
      {entered && (
        <div className="stack gap-2">
          <label htmlFor={id}>{t(entered)}</label>
          {entered === 'code' ? (
            <Input
              id={id}
              ref={input => {
                field.current = input?.input ?? null
              }}
              autoFocus={!methods.includes('passkey')}
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={12}
              value={text}
              onChange={event => setText(event.target.value)}
            />
          ) : (
            <Input.Password
              id={id}
              ref={input => {
                field.current = input?.input ?? null
              }}
              autoFocus
              autoComplete="current-password"
              maxLength={500}
              value={text}
              onChange={event => setText(event.target.value)}
            />
          )}
        </div>
      )}
      {ways.providers.map(({ id: provider, name }, n) => (
        <Button
          key={provider}
          type={n === 0 ? 'primary' : 'default'}
          block
          autoFocus={n === 0}
          onClick={() => {
            setIsAway(true)
            window.open(`/login/confirm/${provider}`, '_blank')
          }}
        >
          {t('goTo', { name })}
        </Button>
      ))}
      {isAway && <p role="status">{t('elsewhere')}</p>}
      {failure !== '' && <Failure>{failure}</Failure>}
      {methods.length > 0 && <p className="small faint">{t('lost')}</p>}
      <div className="flex to-end gap-3">
        <Button onClick={onCancel}>{t('cancel')}</Button>
        {entered && (
          <Button type="primary" htmlType="submit" loading={isBusy} disabled={text === ''}>
            {t('confirm')}
          </Button>
        )}
      </div>
    </form>
  )
}
