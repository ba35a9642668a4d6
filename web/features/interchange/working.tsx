import { Button, Progress } from 'antd'
import { cancelInterchange, type Interchange } from '#contract/interchange.api.ts'
import { call } from '#web/platform/api.ts'
import { useT } from '#web/platform/i18n.ts'
import { refresh, showError } from '#web/platform/query.ts'
import css from './interchange.module.css'
import { interchangeMessages } from './messages.ts'

/** Progress of the server, with a button to stop it. */
export function Working({ current }: { current: Interchange }) {
  const t = useT(interchangeMessages)
  const { id, state, direction, progress, total } = current
  const stop = () => call(cancelInterchange, { params: { id } }).then(() => refresh('interchange'), showError)
  const title = state === 'running' && direction === 'export' ? 'runningExport' : (state as 'queued' | 'checking')
  const isCounted = total !== null && total > 0
  const amount = direction === 'export' ? t('written', { count: progress }) : t('read', { count: progress })
  return (
    <div className={css.stack} role="status">
      <p>{t(title)}</p>
      {isCounted && <Progress percent={Math.floor((Math.min(progress, total) / total) * 100)} aria-label={t(title)} />}
      <p className="small quiet">{isCounted ? t('progress', { done: progress, total }) : amount}</p>
      <div>
        <Button onClick={() => void stop()}>{t('stop')}</Button>
      </div>
    </div>
  )
}
