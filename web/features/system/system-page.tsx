import { useQuery } from '@tanstack/react-query'
import { Button, Skeleton } from 'antd'
import { getSystem, type SystemState } from '#contract/system-state.api.ts'
import { formatInstant } from '#web/platform/clock.ts'
import { useT } from '#web/platform/i18n.ts'
import { endpointQuery, errorText } from '#web/platform/query.ts'
import { PageFrame } from '#web/ui/frame/page-frame.tsx'
import { FactList } from './fact-list.tsx'
import { systemMessages } from './messages.ts'
import { ProcessTable } from './process-table.tsx'
import { QueueTable, TaskTable } from './queue-table.tsx'
import { ReplicaTable } from './replica-table.tsx'
import { QuarantineTable } from './set-aside-table.tsx'
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
        <p role="alert" className="danger">
          {t('failed', { reason: errorText(error) })}
          <Button type="link" onClick={() => void refetch()}>
            {t('retry')}
          </Button>
        </p>
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
