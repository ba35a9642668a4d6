import { Segmented } from 'antd'
import { CalendarDays, ChartNoAxesGantt, List as ListIcon, Map as MapIcon } from 'lucide-react'
import { useT } from '#web/platform/i18n.ts'
import { useIsNarrow } from '#web/platform/media.ts'
import { one, type Search, usePage } from '#web/platform/page.tsx'
import { eventListMessages } from './messages.ts'

const views = ['list', 'calendar', 'timeline', 'map'] as const
export type ShownView = (typeof views)[number]

const icons = { list: ListIcon, calendar: CalendarDays, timeline: ChartNoAxesGantt, map: MapIcon }
const titles = { list: 'viewList', calendar: 'viewCalendar', timeline: 'viewTimeline', map: 'viewMap' } as const

/** The view that the address selects by `show`; `view` is the parameter of saved views. */
export function shownViewOf(search: Search): ShownView {
  return views.find(view => view === one(search.show)) ?? 'list'
}

/** Switches between list, calendar, timeline and map of the same events and filters. */
export function ViewSwitch() {
  const t = useT(eventListMessages)
  const isNarrow = useIsNarrow()
  const { search, setSearch } = usePage()
  const options = views.map(value => {
    const Icon = icons[value]
    const title = t(titles[value])
    return {
      value,
      icon: <Icon size={14} role={isNarrow ? 'img' : undefined} aria-label={isNarrow ? title : undefined} />,
      ...(isNarrow ? { title } : { label: title }),
    }
  })
  return (
    <Segmented<ShownView>
      aria-label={t('view')}
      value={shownViewOf(search)}
      options={options}
      onChange={view => setSearch(before => ({ ...before, show: view === 'list' ? null : view, current: null }))}
    />
  )
}
