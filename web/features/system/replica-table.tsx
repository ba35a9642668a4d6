import type { SystemState } from '#contract/system-state.api.ts'
import { formatInstant } from '#web/platform/clock.ts'
import { useLocale, useT } from '#web/platform/i18n.ts'
import { systemMessages } from './messages.ts'
import { Section } from './section.tsx'
import css from './system.module.css'

/** Read replicas of the database: lag, number of queries, and last error. */
export function ReplicaTable({ state }: { state: SystemState }) {
  const t = useT(systemMessages)
  const locale = useLocale()
  const number = new Intl.NumberFormat(locale)
  const lag = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
  if (state.replicas.length === 0) return null
  return (
    <Section title={t('replicas')} text={t('replicasText')}>
      <div className="scroll-x">
        <table className={css.table}>
          <thead>
            <tr>
              <th>{t('replicaName')}</th>
              <th className={css.number}>{t('lag')}</th>
              <th className={css.number}>{t('answered')}</th>
              <th className={css.number}>{t('passedOver')}</th>
              <th>{t('lastError')}</th>
            </tr>
          </thead>
          <tbody>
            {state.replicas.map(({ name, lag_seconds, answered, passed_over, last_error, last_error_at }) => (
              <tr key={name} data-wrong={lag_seconds === null || undefined}>
                <td className="small mono">{name}</td>
                <td className={css.number}>
                  {lag_seconds === null ? <b>{t('leftAlone')}</b> : t('lagText', { seconds: lag.format(lag_seconds) })}
                </td>
                <td className={css.number}>{number.format(answered)}</td>
                <td className={css.number}>{number.format(passed_over)}</td>
                <td className="small">
                  {last_error_at !== null && `${formatInstant(last_error_at)} · `}
                  {last_error}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  )
}
