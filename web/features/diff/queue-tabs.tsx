import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { countDiffs } from '#contract/diff.api.ts'
import { useT } from '#web/platform/i18n.ts'
import { usePage } from '#web/platform/page.tsx'
import { endpointQuery } from '#web/platform/query.ts'
import { filterOf } from '#web/ui/list/list-state.ts'
import { QueueOrder } from '#web/ui/queue/queue-order.tsx'
import { QueueTabs } from '#web/ui/queue/queue-tabs.tsx'
import { diffMessages } from './messages.ts'
import { type QueueTab, queueTabs } from './queue-config.ts'
import { reviewMessages } from './review-messages.ts'
import type { ReviewQueue } from './use-queue.ts'

/** Tabs for unread, low and decided differences, and the number of new ones since the rows were read. */
export function DiffTabs({ queue }: { queue: ReviewQueue }) {
  const t = useT(diffMessages)
  const words = useT(reviewMessages)
  const { isActive } = usePage()
  const { tab, list } = queue
  const { data } = useQuery({
    ...endpointQuery(countDiffs, { query: filterOf(list.state) }),
    enabled: isActive,
    refetchInterval: 60_000,
  })
  const labelOf = (each: QueueTab) => (each === 'waiting' || each === 'low' ? t(each) : words(each))
  // Rows are added only on request, so that nothing moves while the user works.
  const isWhole = tab === 'waiting' && Object.keys(filterOf(list.state)).length === 0
  const isCounted = data !== undefined && !data.more?.includes('waiting')
  const arrived = isWhole && isCounted && list.page && !list.isLoading ? data.waiting - list.total : 0
  return (
    <>
      <QueueTabs label={t('status')} tab={tab} tabs={queueTabs} labelOf={labelOf} counts={data} more={data?.more} />
      <span role="status">
        {arrived > 0 && (
          <Button size="small" type="link" onClick={list.reload}>
            {t('arrived', { count: arrived })}
          </Button>
        )}
      </span>
    </>
  )
}

/** Orders by score or by time. */
export function DiffOrder({ queue }: { queue: ReviewQueue }) {
  const t = useT(diffMessages)
  const { list, tab } = queue
  const isDecided = tab !== 'waiting' && tab !== 'low'
  const orders = [
    ...(isDecided ? [{ value: '-reviewed_at', label: t('byReview') }] : []),
    { value: '-score', label: t('byScore') },
    { value: '-created_at', label: t('byTime') },
  ]
  return <QueueOrder label={t('order')} sort={list.state.sort} orders={orders} onSort={sort => list.change({ sort })} />
}
