import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { listInbox } from '#contract/inbox.api.ts'
import { now } from '#web/platform/clock.ts'
import { useT } from '#web/platform/i18n.ts'
import { endpointQuery } from '#web/platform/query.ts'
import { CountMark } from '#web/ui/frame/count-mark.tsx'
import { followChanges } from './follow-changes.ts'
import { inboxMessages } from './messages.ts'

/** Rarely, because every kind is counted; a decision on any page refreshes the count at once. */
const everyMs = 300_000

/** The number of items that wait. */
export default function WaitingMark() {
  const t = useT(inboxMessages)
  useEffect(followChanges, [])
  const offset = -now().getTimezoneOffset()
  const countQuery = endpointQuery(listInbox, { query: { limit: 1, offset } }, { isBackground: true })
  const { data } = useQuery({ ...countQuery, refetchInterval: everyMs })
  const count = (data?.counts ?? []).reduce((sum, each) => sum + each.count, 0)
  return <CountMark count={count} title={t('left', { count })} />
}
