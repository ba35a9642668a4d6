import { Skeleton } from 'antd'
import { useT } from '#web/platform/i18n.ts'
import { errorText } from '#web/platform/query.ts'
import { Failure } from '#web/ui/frame/failure.tsx'
import { timeMessages } from './time-messages.ts'

/** A view of a version that failed to load. */
export function ViewFailure({ query }: { query: { error: unknown; refetch: () => Promise<unknown> } }) {
  const t = useT(timeMessages)
  return (
    <Failure isWhole onRetry={() => void query.refetch()}>
      {t('failed')} {errorText(query.error)}
    </Failure>
  )
}

export function ViewLoading() {
  const t = useT(timeMessages)
  return (
    <div role="status" aria-busy aria-label={t('loading')}>
      <Skeleton active title={false} paragraph={{ rows: 10, width: '80%' }} />
    </div>
  )
}
