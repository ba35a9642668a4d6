import { useQuery } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import { getSystem, type SystemState } from '#contract/system-state.api.ts'
import { formatInstant } from '#web/platform/clock.ts'
import { useLocale, useT } from '#web/platform/i18n.ts'
import { endpointQuery, errorText } from '#web/platform/query.ts'
import { Failure } from '#web/ui/frame/failure.tsx'
import { PageFrame } from '#web/ui/frame/page-frame.tsx'
import { useAge } from './age.ts'
import { FactList } from './fact-list.tsx'
import { systemMessages } from './messages.ts'
import { QuarantineTable } from './quarantine-table.tsx'
import { QueueTable, TaskTable } from './queue-table.tsx'
import { Section } from './section.tsx'
import { SettingForm } from './setting-form.tsx'
import css from './system.module.css'
import { TroubleList } from './trouble-list.tsx'

const renewMs = 10_000

/** `/admin/system`: problems with their remedies, the running system, and the global settings. */
export default function SystemPage() {
  const t = useT(systemMessages)
  const { data, error, refetch } = useQuery({
    ...endpointQuery(getSystem, {}),
    refetchInterval: renewMs,
    meta: { quiet: true },
  })
  return (
    <PageFrame
      title={t('system')}
      meta={data && `${t('version', { version: data.version })} · ${t('measuredAt', { at: formatInstant(data.at) })}`}
      text={t('systemText')}
    >
      {error && (
        <Failure isWhole onRetry={() => void refetch()}>
          {t('failed', { reason: errorText(error) })}
        </Failure>
      )}
      {data && <State state={data} />}
      {!data && !error && <Skeleton active title={false} paragraph={{ rows: 12 }} />}
      <SettingForm />
    </PageFrame>
  )
}

function State({ state }: { state: SystemState }) {
  return (
    <>
      <TroubleList state={state} />
      <QuarantineTable renewMs={renewMs} />
      <div className={css.columns}>
        <QueueTable state={state} />
        <FactList state={state} />
      </div>
      <ProcessTable state={state} />
      <ReplicaTable state={state} />
      <TaskTable state={state} />
    </>
  )
}

/** Running processes: kind, host, version, and last heartbeat. */
function ProcessTable({ state }: { state: SystemState }) {
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

/** Read replicas of the database: lag, number of queries, and last error. */
function ReplicaTable({ state }: { state: SystemState }) {
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
