import { useQuery } from '@tanstack/react-query'
import { countScreenings } from '#contract/screening.api.ts'
import { useT } from '#web/platform/i18n.ts'
import { endpointQuery } from '#web/platform/query.ts'
import { CountMark } from '#web/ui/frame/count-mark.tsx'
import { screeningMessages } from './messages.ts'

/** Often enough on other pages; the queue itself reads its counts after each decision. */
const everyMs = 60_000

/** The number of open hits. */
export default function WaitingMark() {
  const t = useT(screeningMessages)
  const countQuery = endpointQuery(countScreenings, { query: {} }, { isBackground: true })
  const { data } = useQuery({ ...countQuery, refetchInterval: everyMs })
  const count = (data?.open ?? 0) + (data?.proposed ?? 0)
  return <CountMark count={count} title={t('waitingMark', { count })} />
}
