import { useT } from '#web/platform/i18n.ts'
import { systemMessages } from './messages.ts'
import { SettingForm } from './setting-form.tsx'
import css from './system.module.css'

/** `/admin/system`: what runs, waits and failed, and what is set for everybody. */
export default function SystemPage() {
  const t = useT(systemMessages)
  return (
    <article className={css.page}>
      <h1>{t('title')}</h1>
      <SettingForm />
    </article>
  )
}
