import { useEffect, useRef, useState } from 'react'
import { startProviderConfirmation } from '#contract/identity.api.ts'
import { call } from '#web/platform/api.ts'
import { reportConfirmed } from '#web/platform/confirmation.ts'
import { useT } from '#web/platform/i18n.ts'
import { leaveForProvider } from '#web/platform/login-binding.ts'
import { errorText } from '#web/platform/query.ts'
import css from './login.module.css'
import { sessionMessages } from './messages.ts'

const donePath = '/login/confirm/done'

/**
 * `/login/confirm/ID`, in a tab of its own: goes to the identity provider, and returns as `/login/confirm/done`, where it
 * informs the window that waits.
 */
export default function ConfirmPage() {
  const t = useT(sessionMessages)
  const [failure, setFailure] = useState('')
  const isBegun = useRef(false)
  const isDone = window.location.pathname === donePath
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, whatever the language
  useEffect(() => {
    if (isBegun.current) return
    isBegun.current = true
    document.title = t('confirmTitle')
    if (isDone) finish()
    else void begin().catch((error: unknown) => setFailure(errorText(error)))
  }, [])

  async function begin() {
    const provider = Number(window.location.pathname.split('/').at(-1))
    const started = await call(startProviderConfirmation, { body: { provider } }, { isBackground: true })
    leaveForProvider(started, donePath)
  }

  function finish() {
    reportConfirmed()
    // Browsers close only tabs that a page has opened; otherwise the text remains.
    window.close()
  }

  return (
    <div className={css.ground}>
      <main className={css.card}>
        <img src="/icon.svg" width={32} height={32} alt="" />
        <h1>{t('confirmTitle')}</h1>
        {failure === '' ? (
          <p className="quiet" role="status">
            {t(isDone ? 'confirmDone' : 'leaving')}
          </p>
        ) : (
          <p className={css.failure} role="alert">
            {failure}
          </p>
        )}
      </main>
    </div>
  )
}
