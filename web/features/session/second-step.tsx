import { type FormEvent, useId, useState } from 'react'
import type { SecondStep as Step } from '#contract/factor.api.ts'
import { useT } from '#web/platform/i18n.ts'
import { errorText } from '#web/platform/query.ts'
import css from './login.module.css'
import { sessionMessages } from './messages.ts'
import { isCancelled, tokenBySecond, tokenBySecondPasskey } from './passkey.ts'

type Props = { step: Step; onToken: (token: string) => Promise<void>; onBack: () => void }

/** After the password: a passkey, a code of the authenticator app, or a recovery code. */
export function SecondStep({ step: { ticket, methods }, onToken, onBack }: Props) {
  const t = useT(sessionMessages)
  const id = useId()
  const [isRecovery, setIsRecovery] = useState(!methods.includes('code') && !methods.includes('passkey'))
  const [text, setText] = useState('')
  const [failure, setFailure] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const hasField = isRecovery || methods.includes('code')

  async function run(work: () => Promise<string>) {
    if (isBusy) return
    setIsBusy(true)
    setFailure('')
    try {
      await onToken(await work())
    } catch (error) {
      setFailure(isCancelled(error) ? t('passkeyCancelled') : failureOf(error))
    } finally {
      setIsBusy(false)
    }
  }
  const failureOf = (error: unknown) => {
    const status = (error as { status?: number }).status
    return status === 401 || status === 422 ? t('secondWrong') : errorText(error)
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    const entered = text.trim()
    if (entered !== '') void run(() => tokenBySecond({ ticket, [isRecovery ? 'recovery' : 'code']: entered }))
  }

  return (
    <form onSubmit={submit} noValidate aria-busy={isBusy}>
      <div className={css.failure} role="alert">
        {failure}
      </div>
      {methods.includes('passkey') && !isRecovery && (
        <button
          type="button"
          className={hasField ? css.provider : css.submit}
          aria-disabled={isBusy}
          onClick={() => void run(() => tokenBySecondPasskey(ticket))}
        >
          {t('usePasskey')}
        </button>
      )}
      {methods.includes('passkey') && !isRecovery && hasField && <p className={css.or}>{t('or')}</p>}
      {hasField && (
        <>
          <label className="block below-2 quiet" htmlFor={id}>
            {t(isRecovery ? 'recoveryCode' : 'oneTimeCode')}
          </label>
          <input
            key={String(isRecovery)}
            id={id}
            className={css.input}
            name="code"
            // biome-ignore lint/a11y/noAutofocus: the step has this one purpose.
            autoFocus
            autoComplete={isRecovery ? 'off' : 'one-time-code'}
            inputMode={isRecovery ? 'text' : 'numeric'}
            maxLength={isRecovery ? 40 : 12}
            spellCheck={false}
            value={text}
            onChange={event => setText(event.target.value)}
          />
          <div className={css.fault} />
          <button type="submit" className={css.submit} aria-disabled={isBusy}>
            {isBusy ? t('loggingIn') : t('login')}
          </button>
        </>
      )}
      <p className={css.others}>
        {methods.includes('recovery') && methods.length > 1 && (
          <button
            type="button"
            className={css.other}
            onClick={() => {
              setIsRecovery(!isRecovery)
              setText('')
            }}
          >
            {t(isRecovery ? 'noRecovery' : 'useRecovery')}
          </button>
        )}
        <button type="button" className={css.other} onClick={onBack}>
          {t('back')}
        </button>
      </p>
    </form>
  )
}
