import { useEffect, useState } from 'react'
import { type BilingualText, bilingual } from '#contract/bilingual.ts'
import { locales } from '#contract/error.ts'
import { useLocale, useT } from '#web/platform/i18n.ts'
import { changeLocale } from '#web/platform/setting.ts'
import css from './login.module.css'
import { LoginForm } from './login-form.tsx'
import { useLoginWays } from './login-ways.ts'
import { sessionMessages } from './messages.ts'
import { ProviderList } from './provider-list.tsx'

const names: BilingualText = bilingual('中文', 'English')

export default function LoginPage() {
  const t = useT(sessionMessages)
  useEffect(() => {
    document.title = 'Login to Og Group'
  }, [])
  return (
    <div className={css.ground}>
      <LanguageSwitch />
      <main className={css.card}>
        <img src="/icon.svg" width={32} height={32} alt="" />
        <h1>{t('title')}</h1>
        <p className="small faint">{t('purpose')}</p>
        <Ways />
      </main>
    </div>
  )
}

/** The form, and a button for each identity provider; where passwords are off, the form is for administrators. */
function Ways() {
  const t = useT(sessionMessages)
  const { providers, hasPassword, hasPasskey } = useLoginWays()
  const [isForm, setIsForm] = useState(false)
  if (providers.length === 0) return <LoginForm hasPasskey={hasPasskey} />
  if (hasPassword || isForm)
    return <LoginForm hasPasskey={hasPasskey} others={<ProviderList providers={providers} isOnly={false} />} />
  return (
    <>
      <ProviderList providers={providers} isOnly />
      <button type="button" className={css.other} onClick={() => setIsForm(true)}>
        {t('usePassword')}
      </button>
    </>
  )
}

function LanguageSwitch() {
  const t = useT(sessionMessages)
  const locale = useLocale()
  return (
    <fieldset className={css.languages}>
      <legend className="visually-hidden">{t('language')}</legend>
      {locales.map(each => (
        <button
          key={each}
          type="button"
          lang={each}
          className={css.language}
          aria-pressed={each === locale}
          onClick={() => changeLocale(each)}
        >
          {names[each]}
        </button>
      ))}
    </fieldset>
  )
}
