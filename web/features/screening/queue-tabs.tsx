import { useQuery } from '@tanstack/react-query'
import { Segmented, Select } from 'antd'
import { type ScreeningState, screeningStates } from '#contract/screening.ts'
import { useT } from '#web/platform/i18n.ts'
import { usePage } from '#web/platform/page.tsx'
import { filterOf } from '#web/ui/list/list-state.ts'
import { countOptions } from './hit-calls.ts'
import { screeningMessages } from './messages.ts'
import css from './screening.module.css'
import type { Queue } from './use-queue.ts'

const everyMs = 60_000

/** What waits and what was decided, each with how many the filter finds there. */
export function QueueTabs({ queue: { tab, list } }: { queue: Queue }) {
  const t = useT(screeningMessages)
  const { setSearch, isActive } = usePage()
  const { data } = useQuery({ ...countOptions(filterOf(list.state)), enabled: isActive, refetchInterval: everyMs })
  // A second person is asked for by few teams: without a setting and without such hits the tab would say nothing.
  const shown = screeningStates.filter(each => each !== 'proposed' || tab === each || (data?.proposed ?? 0) > 0)
  return (
    <Segmented<ScreeningState>
      className={css.tabs}
      aria-label={t('states')}
      value={tab}
      options={shown.map(value => ({
        value,
        label: (
          <span className={css.tab}>
            {t(value)}
            {data && <span className="small quiet">{data[value].toLocaleString('en-US')}</span>}
          </span>
        ),
      }))}
      onChange={value =>
        setSearch(before => ({
          ...before,
          tab: value === 'open' ? undefined : value,
          current: undefined,
          sort: undefined,
        }))
      }
    />
  )
}

/** By score or by time. */
export function QueueOrder({ queue: { list } }: { queue: Queue }) {
  const t = useT(screeningMessages)
  return (
    <Select<string>
      aria-label={t('order')}
      className={css.order}
      value={list.state.sort}
      options={[
        { value: '-score', label: t('byScore') },
        { value: '-found_at', label: t('byFound') },
        { value: '-updated_at', label: t('byDecided') },
      ]}
      onChange={sort => list.change({ sort })}
    />
  )
}
