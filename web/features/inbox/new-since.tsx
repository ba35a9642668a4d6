import type { InboxItem } from '#contract/inbox.api.ts'
import { useT } from '#web/platform/i18n.ts'
import { inboxMessages } from './messages.ts'
import { useWhen } from './use-when.ts'

/** Whether an item began to wait, or changed, after the user's last login. The time of an event is when it takes place. */
export const isNewSince = ({ kind, at }: InboxItem, since: string | null): boolean =>
  kind !== 'event' && since !== null && at > since

type Props = {
  items: readonly InboxItem[]
  /** The number of items that wait, at least as many as `items`. */
  left: number
  /** The user's last login; null at the first one, undefined while it is loaded. */
  since: string | null | undefined
}

/** The number of items that are new since the last login; if the list is longer than shown, among those shown. */
export function NewSince({ items, left, since }: Props) {
  const t = useT(inboxMessages)
  const when = useWhen()
  if (since === undefined) return <span className="small quiet"> </span>
  if (since === null) return <span className="small quiet">{t('first')}</span>
  const count = items.filter(item => isNewSince(item, since)).length
  return (
    <span className={count > 0 ? 'small' : 'small quiet'}>
      {t(left > items.length ? 'newAmongShown' : 'newSince', { count, shown: items.length, at: when(since) })}
    </span>
  )
}
