import { useQuery } from '@tanstack/react-query'
import { Button, Popconfirm, Progress, Skeleton } from 'antd'
import { useEffect, useRef } from 'react'
import { getScreeningRule, type ScreeningRuleState, setScreeningRule } from '#contract/screening_rule.api.ts'
import { call } from '#web/platform/api.ts'
import { formatInstant } from '#web/platform/clock.ts'
import { useT } from '#web/platform/i18n.ts'
import { notifySuccess } from '#web/platform/notice.ts'
import { usePage } from '#web/platform/page.tsx'
import { endpointQuery, errorText, refresh, showError } from '#web/platform/query.ts'
import { Failure } from '#web/ui/frame/failure.tsx'
import { PageFrame } from '#web/ui/frame/page-frame.tsx'
import css from './rule.module.css'
import { RuleForm } from './rule-form.tsx'
import { ruleMessages } from './rule-messages.ts'

const busyMs = 2_000

/** `/admin/screening/rule`: the points that each criterion adds or subtracts, and the effect of changes to them. */
export default function RulePage() {
  const t = useT(ruleMessages)
  const { isActive } = usePage()
  const { data, error, refetch } = useQuery({
    ...endpointQuery(getScreeningRule, {}),
    refetchInterval: query => (isActive && query.state.data?.progress ? busyMs : false),
  })
  useRefreshed(data?.progress !== null)
  const meta =
    data && (data.set_at === null ? t('unset') : t('setBy', { ...versionOf(data), at: formatInstant(data.set_at) }))
  return (
    <PageFrame
      title={t('title')}
      meta={meta}
      text={t('text')}
      acts={data && !data.is_default && <Restore state={data} />}
    >
      {error && !data && (
        <Failure isWhole onRetry={() => void refetch()}>
          {t('failed')} {errorText(error)}
        </Failure>
      )}
      {!data && !error && <Skeleton active title={false} paragraph={{ rows: 12 }} />}
      {data?.progress && <Running {...data.progress} />}
      {data && <RuleForm key={data.version} state={data} />}
    </PageFrame>
  )
}

function versionOf({ version, set_by }: ScreeningRuleState) {
  return { version: String(version), name: set_by?.name ?? '' }
}

/** Hits change after everything has been compared again. */
function useRefreshed(isRunning: boolean): void {
  const wasRunning = useRef(false)
  useEffect(() => {
    if (wasRunning.current && !isRunning) void refresh('screening')
    wasRunning.current = isRunning
  }, [isRunning])
}

function Running({ done, total }: { done: number; total: number }) {
  const t = useT(ruleMessages)
  return (
    <div className={css.running} role="status">
      <span>{t('progress', { done: done.toLocaleString('en-US'), total: total.toLocaleString('en-US') })}</span>
      <Progress
        percent={total === 0 ? 0 : Math.floor((done / total) * 100)}
        size="small"
        showInfo={false}
        aria-hidden
      />
    </div>
  )
}

function Restore({ state: { version } }: { state: ScreeningRuleState }) {
  const t = useT(ruleMessages)
  async function restore() {
    try {
      await call(setScreeningRule, { body: { rule: null, version } })
      notifySuccess(t('defaultDone'))
    } catch (error) {
      showError(error)
    }
    await refresh('screening')
  }
  return (
    <Popconfirm title={t('defaultSure')} okText={t('restoreDefault')} cancelText={t('cancel')} onConfirm={restore}>
      <Button>{t('allDefault')}</Button>
    </Popconfirm>
  )
}
