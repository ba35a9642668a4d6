import { Button } from 'antd'
import type { InboxKind } from '#contract/inbox.api.ts'
import { useT } from '#web/platform/i18n.ts'
import { inboxMessages } from './messages.ts'

type Props = { failed: readonly InboxKind[]; isBusy: boolean; onRetry: () => void }

/** Names the kinds that could not be read, so that their absence is not taken for an empty inbox. */
export function InboxFailures({ failed, isBusy, onRetry }: Props) {
  const t = useT(inboxMessages)
  if (failed.length === 0) return null
  return (
    <p role="alert" className="pad-x-5 pad-y-4">
      {t('someFailed', { kinds: failed.map(kind => t(kind)).join(t('comma')) })}{' '}
      <Button size="small" loading={isBusy} onClick={onRetry}>
        {t('retry')}
      </Button>
    </p>
  )
}
