import type { SystemState } from '#contract/system-state.api.ts'
import { formatInstant } from '#web/platform/clock.ts'
import { useT } from '#web/platform/i18n.ts'
import { useAge } from './age.ts'
import { systemMessages } from './messages.ts'
import { Section } from './section.tsx'
import css from './system.module.css'

/** Running processes: kind, host, version, and last heartbeat. */
export function ProcessTable({ state }: { state: SystemState }) {
  const t = useT(systemMessages)
  const age = useAge()
  return (
    <Section title={t('processes')} isKnown={state.processes !== null}>
      {state.processes?.length === 0 && <p className="quiet">{t('noProcesses')}</p>}
      {state.processes && state.processes.length > 0 && (
        <div className="scroll-x">
          <table className={css.table}>
            <thead>
              <tr>
                <th>{t('kind')}</th>
                <th>{t('place')}</th>
                <th className={css.wide}>{t('versionOf')}</th>
                <th className={css.wide}>{t('startedAt')}</th>
                <th className={css.number}>{t('lastBeat')}</th>
              </tr>
            </thead>
            <tbody>
              {state.processes.map(({ id, kind, host, pid, version, started_at, last_at, is_silent }) => (
                <tr key={id} data-wrong={is_silent || undefined}>
                  <td>{t(`kind_${kind}`)}</td>
                  <td className="small mono">
                    {host} · {pid}
                  </td>
                  <td className={css.wide}>{version}</td>
                  <td className={css.wide}>{formatInstant(started_at)}</td>
                  <td className={css.number}>
                    {is_silent && <b className="danger">{t('silent')} · </b>}
                    {age(last_at, state.at)}
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
