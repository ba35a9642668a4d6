import { useRouter } from '@tanstack/react-router'
import { Eye, EyeOff } from 'lucide-react'
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import type { SecondStep as Step } from '#contract/factor.api.ts'
import type { User } from '#contract/user.api.ts'
import { ApiError } from '#web/platform/api.ts'
import { onReachedAgain } from '#web/platform/connection.ts'
import { translate, useT } from '#web/platform/i18n.ts'
import { notifySuccess } from '#web/platform/notice.ts'
import { login, loginByToken } from '#web/platform/session.ts'
import { readLocalStorage, writeStored } from '#web/platform/storage.ts'
import css from './login.module.css'
import { sessionMessages } from './messages.ts'
import { hasPasskeys, isCancelled, secondStepOf, tokenByPasskey } from './passkey.ts'
import { SecondStep } from './second-step.tsx'

const storageKey = 'username'

type Credentials = { username: string; password: string }

/**
 * The sentence above the fields. Too many attempts: how long to wait. A server that is unreachable or fails has not
 * checked the password, so it is not reported as wrong. Any other failure gives the one general sentence of the page.
 */
function failureText(error: unknown): string {
  const t = translate(sessionMessages)
  if (!(error instanceof ApiError)) return t('failed')
  if (error.status === 429 && error.message) return error.message
  if (error.status === 0 || (error.status >= 502 && error.status <= 504)) return t('away')
  return error.status >= 500 ? t('faulty') : t('failed')
}

/** Signs in, once at a time. The user name is remembered on request, the password never. */
function useLogin() {
  const router = useRouter()
  const isBusy = useRef(false)
  const [isRunning, setIsRunning] = useState(false)
  const [failure, setFailure] = useState('')
  const [step, setStep] = useState<Step>()
  // The server is reachable again, so the reported failure is outdated and the form can be sent again.
  useEffect(() => onReachedAgain(() => setFailure('')), [])

  async function submit(credentials: Credentials, isKept: boolean): Promise<boolean> {
    if (isBusy.current) return true
    isBusy.current = true
    setIsRunning(true)
    setFailure('')
    try {
      const user = await login(credentials)
      writeStored(storageKey, isKept ? credentials.username : null)
      await enter(user)
      return true
    } catch (error) {
      const next = secondStepOf(error)
      if (next) writeStored(storageKey, isKept ? credentials.username : null)
      setStep(next)
      setFailure(next ? '' : failureText(error))
      return false
    } finally {
      isBusy.current = false
      setIsRunning(false)
    }
  }

  async function enter(user: User) {
    notifySuccess(translate(sessionMessages)('welcome', { name: user.name || user.username }))
    // The guard of this page redirects a user who is logged in to the page in `redirect`.
    await router.invalidate()
  }

  async function enterWith(work: () => Promise<string>): Promise<void> {
    if (isBusy.current) return
    isBusy.current = true
    setFailure('')
    try {
      await enter(await loginByToken(await work()))
    } catch (error) {
      setFailure(isCancelled(error) ? translate(sessionMessages)('passkeyCancelled') : failureText(error))
    } finally {
      isBusy.current = false
    }
  }
  const finish = async (token: string) => enter(await loginByToken(token))

  return {
    step,
    setStep,
    finish,
    enterWith,
    remembered: readLocalStorage(storageKey) ?? '',
    failure,
    isRunning,
    submit,
  }
}

/**
 * Two fields and a button, without the component library, which loads after login. `others`: further ways to log in; they
 * are left out while the second step is open.
 */
export function LoginForm({ hasPasskey, others }: { hasPasskey: boolean; others?: ReactNode }) {
  const t = useT(sessionMessages)
  const { remembered, failure, isRunning, submit, step, setStep, finish, enterWith } = useLogin()
  const [username, setUsername] = useState(remembered)
  const [password, setPassword] = useState('')
  const [isKept, setIsKept] = useState(remembered !== '')
  const [isTried, setIsTried] = useState(false)
  const [isShown, setIsShown] = useState(false)
  const id = useId()
  const usernameField = useRef<HTMLInputElement>(null)
  const passwordField = useRef<HTMLInputElement>(null)

  const usernameFault = isTried && username.trim() === '' ? t('usernameEmpty') : ''
  const passwordFault = isTried && password === '' ? t('passwordEmpty') : ''

  async function onSubmit(event: FormEvent) {
    event.preventDefault()
    setIsTried(true)
    if (username.trim() === '') usernameField.current?.focus()
    else if (password === '') passwordField.current?.focus()
    else if (!(await submit({ username: username.trim(), password }, isKept))) passwordField.current?.select()
  }

  if (step) return <SecondStep step={step} onToken={finish} onBack={() => setStep(undefined)} />
  return (
    <>
      <form onSubmit={onSubmit} noValidate aria-busy={isRunning}>
        <div className={css.failure} role="alert">
          {failure}
        </div>
        <label className="block below-2 quiet" htmlFor={`${id}u`}>
          {t('username')}
        </label>
        <input
          ref={usernameField}
          id={`${id}u`}
          className={css.input}
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          // biome-ignore lint/a11y/noAutofocus: the page has this one purpose.
          autoFocus={remembered === ''}
          value={username}
          onChange={event => setUsername(event.target.value)}
          aria-invalid={usernameFault !== ''}
          aria-describedby={`${id}uf`}
        />
        <div className={css.fault} id={`${id}uf`} role="alert">
          {usernameFault}
        </div>
        <label className="block below-2 quiet" htmlFor={`${id}p`}>
          {t('password')}
        </label>
        <div className={`${css.secret} relative`}>
          <input
            ref={passwordField}
            id={`${id}p`}
            className={css.input}
            name="password"
            type={isShown ? 'text' : 'password'}
            autoComplete="current-password"
            // biome-ignore lint/a11y/noAutofocus: the name is filled in already.
            autoFocus={remembered !== ''}
            value={password}
            onChange={event => setPassword(event.target.value)}
            aria-invalid={passwordFault !== ''}
            aria-describedby={`${id}pf`}
          />
          <button
            type="button"
            className={css.eye}
            aria-label={isShown ? t('hidePassword') : t('showPassword')}
            aria-pressed={isShown}
            onClick={() => setIsShown(!isShown)}
          >
            {isShown ? <EyeOff size={16} aria-hidden /> : <Eye size={16} aria-hidden />}
          </button>
        </div>
        <div className={css.fault} id={`${id}pf`} role="alert">
          {passwordFault}
        </div>
        <label className={css.check}>
          <input type="checkbox" checked={isKept} onChange={event => setIsKept(event.target.checked)} />
          {t('remember')}
        </label>
        <button type="submit" className={css.submit} aria-disabled={isRunning}>
          {isRunning ? t('loggingIn') : t('login')}
        </button>
        {hasPasskey && hasPasskeys() && (
          <button
            type="button"
            className={css.passkey}
            aria-disabled={isRunning}
            onClick={() => void enterWith(tokenByPasskey)}
          >
            {t('withPasskey')}
          </button>
        )}
      </form>
      {others}
    </>
  )
}
