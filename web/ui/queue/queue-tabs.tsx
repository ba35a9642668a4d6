import { Segmented } from 'antd'
import { usePage } from '#web/platform/page.tsx'
import css from './queue.module.css'

type Props<T extends string> = {
  label: string
  tab: T
  /** The first tab is the default without a parameter in the address. */
  tabs: readonly T[]
  labelOf: (tab: T) => string
  counts: Readonly<Record<T, number>> | undefined
  /** Tabs whose counts are capped. */
  more?: readonly T[] | undefined
}

/** Tabs of waiting and decided items, each with its number of matches. */
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
