import { cancelInterchange, type Interchange } from '#contract/interchange.api.ts'
import { call } from '#web/platform/api.ts'
import { useT } from '#web/platform/i18n.ts'
import { refresh, showError } from '#web/platform/query.ts'
import { WorkProgress } from '#web/ui/ingest/work-progress.tsx'
import { interchangeMessages } from './messages.ts'

/** Progress of the server, with a button to stop it. */
export function Working({ current }: { current: Interchange }) {
  const t = useT(interchangeMessages)
  const { id, state, direction, progress, total } = current
  const title = state === 'running' && direction === 'export' ? 'runningExport' : (state as 'queued' | 'checking')
  return (
    <WorkProgress
      title={t(title)}
      done={progress}
      total={total}
      counted={direction === 'export' ? t('written', { count: progress }) : t('read', { count: progress })}
      onStop={() => void call(cancelInterchange, { params: { id } }).then(() => refresh('interchange'), showError)}
    />
  )
}
