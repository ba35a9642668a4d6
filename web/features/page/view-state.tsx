import { Button, Skeleton } from 'antd'
import { useT } from '#web/platform/i18n.ts'
import { errorText } from '#web/platform/query.ts'
import { timeMessages } from './time-messages.ts'
import css from './version.module.css'

/** A view of a version that failed to load. */
export function ViewFailure({ query }: { query: { error: unknown; refetch: () => Promise<unknown> } }) {
  const t = useT(timeMessages)
  return (
    <p className={css.note} role="alert">
      {t('failed')} {errorText(query.error)}
      <Button size="small" onClick={() => void query.refetch()}>
        {t('retry')}
      </Button>
    </p>
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
