import { useQuery } from '@tanstack/react-query'
import { Button, Segmented, Select } from 'antd'
import { countDiffs } from '#contract/diff.ts'
import { useT } from '#web/platform/i18n.ts'
import { usePage } from '#web/platform/page.tsx'
import { ask } from '#web/platform/query.ts'
import { filterOf } from '#web/ui/list/list-state.ts'
import { diffMessages } from './messages.ts'
import css from './queue.module.css'
import { type QueueTab, queueTabs } from './queue-config.ts'
import { reviewMessages } from './review-messages.ts'
import type { Queue } from './use-queue.ts'

/** What waits, what is low, what was decided: each with how many the filter finds there. */
export function QueueTabs({ queue }: { queue: Queue }) {
  const t = useT(diffMessages)
  const words = useT(reviewMessages)
  const { setSearch, isActive } = usePage()
  const { tab, list } = queue
  const { data } = useQuery({
    ...ask(countDiffs, { query: filterOf(list.state) }),
    enabled: isActive,
    refetchInterval: 60_000,
  })
  const labelOf = (each: QueueTab) => (each === 'waiting' || each === 'low' ? t(each) : words(each))
  // Rows come when the reader asks for them: nothing moves under their hands.
  const isWhole = tab === 'waiting' && Object.keys(filterOf(list.state)).length === 0
  const arrived = isWhole && data && list.page && !list.isLoading ? data.waiting - list.total : 0
  return (
    <>
      <Segmented<QueueTab>
        className={css.tabs}
        aria-label={t('status')}
        value={tab}
        options={queueTabs.map(value => ({
          value,
          label: (
            <span className={css.tab}>
              {labelOf(value)}
              {data && <span className="small quiet">{data[value].toLocaleString('en-US')}</span>}
            </span>
          ),
        }))}
        onChange={value =>
          setSearch(before => ({
            ...before,
            tab: value === 'waiting' ? undefined : value,
            current: undefined,
            sort: undefined,
          }))
        }
      />
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

/** By score or by time. */
export function QueueOrder({ queue }: { queue: Queue }) {
  const t = useT(diffMessages)
  const { list, tab } = queue
  const isDecided = tab !== 'waiting' && tab !== 'low'
  return (
    <Select<string>
      aria-label={t('order')}
      className={css.order}
      value={list.state.sort}
      options={[
        ...(isDecided ? [{ value: '-reviewed_at', label: t('byReview') }] : []),
        { value: '-score', label: t('byScore') },
        { value: '-created_at', label: t('byTime') },
      ]}
      onChange={sort => list.change({ sort })}
    />
  )
}
