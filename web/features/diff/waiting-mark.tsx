import { useQuery } from '@tanstack/react-query'
import { countDiffs } from '#contract/diff.api.ts'
import { useT } from '#web/platform/i18n.ts'
import { endpointQuery } from '#web/platform/query.ts'
import { CountMark } from '#web/ui/frame/count-mark.tsx'
import { diffReviewMessages } from './review-messages.ts'

/** Often enough on other pages; the queue itself reads its counts after each review. */
const everyMs = 60_000

/** The number of unread differences. */
export default function WaitingMark() {
  const t = useT(diffReviewMessages)
  const { data } = useQuery({
    ...endpointQuery(countDiffs, { query: { only: 'waiting' } }, { isBackground: true }),
    refetchInterval: everyMs,
  })
  return data && <CountMark count={data.waiting} title={t('waitingMark', { count: data.waiting })} />
}
