import { useState } from 'react'
import { startLogin } from '#contract/identity.api.ts'
import { call } from '#web/platform/api.ts'
import { useT } from '#web/platform/i18n.ts'
import { leaveForProvider } from '#web/platform/login-binding.ts'
import { errorText } from '#web/platform/query.ts'
import css from './login.module.css'
import { sessionMessages } from './messages.ts'

type Props = { providers: readonly { id: number; name: string }[]; isOnly: boolean }

/** A button for each identity provider. After the login the user returns to the page that `/login` was opened with. */
export function ProviderList({ providers, isOnly }: Props) {
  const t = useT(sessionMessages)
  const [leaving, setLeaving] = useState<number>()
  const [failure, setFailure] = useState('')

  async function leave(id: number) {
    if (leaving !== undefined) return
    setLeaving(id)
    setFailure('')
    try {
      const started = await call(startLogin, { params: { id } }, { isBackground: true })
      leaveForProvider(started, `/login${window.location.search}`)
    } catch (error) {
      setFailure(errorText(error))
      setLeaving(undefined)
    }
  }

  return (
    <div className={isOnly ? css.providersOnly : css.providers}>
      {!isOnly && <p className={css.or}>{t('or')}</p>}
      {failure !== '' && (
        <p className={css.failure} role="alert">
          {failure}
        </p>
      )}
      {providers.map(({ id, name }) => (
        <button
          key={id}
          type="button"
          className={css.provider}
          aria-disabled={leaving !== undefined}
          onClick={() => void leave(id)}
        >
          {leaving === id ? t('leaving') : t('loginWith', { name })}
        </button>
      ))}
    </div>
  )
}
