import { useEffect, useRef, useState } from 'react'
import { finishLogin } from '#contract/identity.api.ts'
import { call } from '#web/platform/api.ts'
import { useT } from '#web/platform/i18n.ts'
import { takeBinding } from '#web/platform/login-binding.ts'
import { errorText } from '#web/platform/query.ts'
import { loginByToken } from '#web/platform/session.ts'
import css from './login.module.css'
import { sessionMessages } from './messages.ts'

/** Only paths of this site: `//host` is not one. */
const isOwnPath = (path: string) => /^\/(?![/\\])/.test(path)

/** `/login/callback/ID`: ends a login at an identity provider, which sent the browser here. */
export default function CallbackPage() {
  const t = useT(sessionMessages)
  const [failure, setFailure] = useState('')
  const isBegun = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, whatever the language
  useEffect(() => {
    if (isBegun.current) return
    isBegun.current = true
    document.title = t('title')
    void finish().catch((error: unknown) => setFailure(errorText(error)))
  }, [])

  async function finish() {
    const pending = takeBinding()
    if (!pending) return setFailure(t('otherTab'))
    const address = window.location.pathname + window.location.search
    // The code in the address is used now; it must not stay in the history of the browser.
    window.history.replaceState(null, '', window.location.pathname)
    const { token } = await call(finishLogin, { body: { binding: pending.binding, address } }, { isBackground: true })
    if (token) await loginByToken(token)
    window.location.replace(isOwnPath(pending.next) ? pending.next : '/')
  }

  return (
    <div className={css.ground}>
      <main className={css.card}>
        <img src="/icon.svg" width={32} height={32} alt="" />
        <h1>{t('title')}</h1>
        {failure === '' ? (
          <p className="quiet" role="status">
            {t('loggingIn')}
          </p>
        ) : (
          <>
            <p className={css.failure} role="alert">
              {failure}
            </p>
            <a className={css.back} href="/login">
              {t('back')}
            </a>
          </>
        )}
      </main>
    </div>
  )
}
