import { useQuery } from '@tanstack/react-query'
import { screeningStates } from '#contract/screening.api.ts'
import { useT } from '#web/platform/i18n.ts'
import { usePage } from '#web/platform/page.tsx'
import { filterOf } from '#web/ui/list/list-state.ts'
import { QueueOrder } from '#web/ui/queue/queue-order.tsx'
import { QueueTabs } from '#web/ui/queue/queue-tabs.tsx'
import { countOptions } from './hit-calls.ts'
import { screeningMessages } from './messages.ts'
import type { ScreeningQueue } from './use-queue.ts'

const everyMs = 60_000

export function ScreeningTabs({ queue: { tab, list } }: { queue: ScreeningQueue }) {
  const t = useT(screeningMessages)
  const { isActive } = usePage()
  const { data } = useQuery({ ...countOptions(filterOf(list.state)), enabled: isActive, refetchInterval: everyMs })
  // Few teams require a second person: without such hits the tab is hidden.
  const shown = screeningStates.filter(each => each !== 'proposed' || tab === each || (data?.proposed ?? 0) > 0)
  return <QueueTabs label={t('states')} tab={tab} tabs={shown} labelOf={t} counts={data} />
}

/** Orders by score or by time. */
export function ScreeningOrder({ queue: { list } }: { queue: ScreeningQueue }) {
  const t = useT(screeningMessages)
  const orders = [
    { value: '-score', label: t('byScore') },
    { value: '-found_at', label: t('byFound') },
    { value: '-updated_at', label: t('byDecided') },
  ]
  return <QueueOrder label={t('order')} sort={list.state.sort} orders={orders} onSort={sort => list.change({ sort })} />
}
