import { Segmented } from 'antd'
import { type Locale, locales } from '#contract/error.ts'
import { useLocale, useT } from '#web/platform/i18n.ts'
import { changeLocale, changeSetting, useSetting } from '#web/platform/setting.ts'
import css from './info.module.css'
import { userInfoMessages } from './messages.ts'

const themes = ['light', 'dark', 'system'] as const
const languages: Record<Locale, string> = { 'zh-CN': '中文', 'en-US': 'English' }

/** The two settings that most people change; the others are in the settings drawer. */
export function Appearance() {
  const t = useT(userInfoMessages)
  const theme = useSetting(setting => setting.theme)
  const locale = useLocale()
  return (
    <section className={css.panel}>
      <h2>{t('appearance')}</h2>
      <p className={css.explain}>{t('appearanceText')}</p>
      <div className={css.choices}>
        <span id="appearance-theme">{t('theme')}</span>
        <Segmented
          aria-labelledby="appearance-theme"
          value={theme}
          options={themes.map(value => ({ value, label: t(value) }))}
          onChange={value => changeSetting({ theme: value })}
        />
        <span id="appearance-language">{t('language')}</span>
        <Segmented
          aria-labelledby="appearance-language"
          value={locale}
          options={locales.map(value => ({ value, label: languages[value] }))}
          onChange={changeLocale}
        />
      </div>
    </section>
  )
}
