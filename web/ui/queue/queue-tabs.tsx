import { Segmented } from 'antd'
import { usePage } from '#web/platform/page.tsx'
import css from './queue.module.css'

type Props<T extends string> = {
  label: string
  tab: T
  /** The first is where one is without a word in the address. */
  tabs: readonly T[]
  labelOf: (tab: T) => string
  counts: Readonly<Record<T, number>> | undefined
  /** Those of which there are more than are counted. */
  more?: readonly T[] | undefined
}

/** What waits and what was decided, each with how many the filter finds there. */
export function QueueTabs<T extends string>({ label, tab, tabs, labelOf, counts, more = [] }: Props<T>) {
  const { setSearch } = usePage()
  return (
    <Segmented<T>
      className={css.tabs}
      aria-label={label}
      value={tab}
      options={tabs.map(value => ({
        value,
        label: (
          <span className={css.tab}>
            {labelOf(value)}
            {counts && (
              <span className="small quiet">
                {counts[value].toLocaleString('en-US')}
                {more.includes(value) && '+'}
              </span>
            )}
          </span>
        ),
      }))}
      onChange={value =>
        setSearch(before => ({
          ...before,
          tab: value === tabs[0] ? undefined : value,
          current: undefined,
          sort: undefined,
        }))
      }
    />
  )
}
