import { Eye, EyeOff } from 'lucide-react'
import { type FormEvent, useId, useRef, useState } from 'react'
import { useT } from '#web/platform/i18n.ts'
import css from './login.module.css'
import { sessionMessages } from './messages.ts'
import { useLogin } from './use-login.ts'

/** Two fields and a button, without the component library, which loads after login. */
export function LoginForm() {
  const t = useT(sessionMessages)
  const { remembered, failure, isRunning, submit } = useLogin()
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

  return (
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
    </form>
  )
}
