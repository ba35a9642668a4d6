import type { InboxKind } from '#contract/inbox.api.ts'
import { useT } from '#web/platform/i18n.ts'
import { Failure } from '#web/ui/frame/failure.tsx'
import { inboxMessages } from './messages.ts'

type Props = { failed: readonly InboxKind[]; isBusy: boolean; onRetry: () => void }

/** Names the kinds that could not be read, so that their absence is not taken for an empty inbox. */
export function InboxFailures({ failed, isBusy, onRetry }: Props) {
  const t = useT(inboxMessages)
  if (failed.length === 0) return null
  return (
    <Failure onRetry={onRetry} isRetrying={isBusy}>
      {t('someFailed', { kinds: failed.map(kind => t(kind)).join(t('comma')) })}
    </Failure>
  )
}
