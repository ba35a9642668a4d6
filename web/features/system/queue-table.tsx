import { queueCountLimit, type SystemState } from '#contract/system-state.api.ts'
import { useLocale, useT } from '#web/platform/i18n.ts'
import { useAge } from './age.ts'
import { useJobWord } from './job-words.ts'
import { systemMessages } from './messages.ts'
import { Section } from './section.tsx'
import css from './system.module.css'

/** Queues: the number of waiting items, and the age of the oldest. */
export function QueueTable({ state }: { state: SystemState }) {
  const t = useT(systemMessages)
  const locale = useLocale()
  const age = useAge()
  const late = new Set(
    state.troubles.filter(({ code }) => code === 'queue_slow' || code === 'queue_stuck').map(({ what }) => what),
  )
  return (
    <Section title={t('queues')} isKnown={state.queues !== null}>
      <table className={css.table}>
        <thead>
          <tr>
            <th>{t('queue')}</th>
            <th className={css.number}>{t('waiting')}</th>
            <th className={css.number}>{t('oldest')}</th>
          </tr>
        </thead>
        <tbody>
          {state.queues?.map(({ name, waiting, oldest_at }) => (
            <tr key={name} data-wrong={late.has(name) || undefined}>
              <td>{t(`queue_${name}`)}</td>
              <td className={css.number}>
                {waiting >= queueCountLimit ? t('atLeast', { count: waiting }) : waiting.toLocaleString(locale)}
              </td>
              <td className={css.number}>{oldest_at === null ? '–' : age(oldest_at, state.at)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  )
}

/** Background jobs by name, if there are any. */
export function TaskTable({ state }: { state: SystemState }) {
  const t = useT(systemMessages)
  const locale = useLocale()
  const age = useAge()
  const jobWord = useJobWord()
  return (
    <Section title={t('tasks')} isKnown={state.tasks !== null}>
      {state.tasks?.length === 0 && <p className="quiet">{t('noTasks')}</p>}
      {state.tasks && state.tasks.length > 0 && (
        <div className="scroll-x">
          <table className={`${css.table} ${css.stacked}`}>
            <thead>
              <tr>
                <th>{t('task')}</th>
                <th className={css.number}>{t('waiting')}</th>
                <th className={css.number}>{t('running')}</th>
                <th className={`${css.number} ${css.wide}`}>{t('later')}</th>
                <th className={css.number}>{t('failedJobs')}</th>
                <th className={css.number}>{t('oldest')}</th>
              </tr>
            </thead>
            <tbody>
              {state.tasks.map(({ name, waiting, running, later, failed, oldest_at }) => (
                <tr key={name} data-wrong={failed > 0 || undefined}>
                  <td title={name}>{jobWord(name)}</td>
                  {Object.entries({ waiting, running, later, failedJobs: failed }).map(([word, count]) => (
                    <td
                      key={word}
                      className={word === 'later' ? `${css.number} ${css.wide}` : css.number}
                      data-label={t(word as 'waiting')}
                    >
                      {count.toLocaleString(locale)}
                    </td>
                  ))}
                  <td className={css.number} data-label={t('oldest')}>
                    {oldest_at === null ? '–' : age(oldest_at, state.at)}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Section>
  )
}
