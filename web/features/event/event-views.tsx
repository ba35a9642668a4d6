import type { InputRef } from 'antd'
import { lazy, Suspense, useCallback, useMemo, useRef } from 'react'
import type { Event } from '#contract/event.ts'
import { useT } from '#web/platform/i18n.ts'
import listCss from '#web/ui/list/list.module.css'
import type { ListConfig } from '#web/ui/list/list-config.ts'
import { filterOf } from '#web/ui/list/list-state.ts'
import { ListToolbar } from '#web/ui/list/list-toolbar.tsx'
import { listMessages } from '#web/ui/list/messages.ts'
import { useList } from '#web/ui/list/use-list.ts'
import { eventListMessages } from './messages.ts'
import type { ShownView } from './view-switch.tsx'

const CalendarView = lazy(() => import('./calendar/calendar-view.tsx'))
const TimelineView = lazy(() => import('./timeline/timeline-view.tsx'))
const MapView = lazy(() => import('./map/map-view.tsx'))

type Props = {
  config: ListConfig<Event>
  shown: Exclude<ShownView, 'list'>
  /** Absent for those who may not. */
  onCreate: ((day: string) => void) | undefined
}

/** Title and filters as above the list; below them the events over time or space. */
export function EventViews({ config, shown, onCreate }: Props) {
  const t = useT(eventListMessages)
  const tl = useT(listMessages)
  const list = useList(config)
  const searchRef = useRef<InputRef>(null)
  const text = JSON.stringify(filterOf(list.state))
  const filter = useMemo(() => JSON.parse(text) as ReturnType<typeof filterOf>, [text])
  const reset = useCallback(() => list.change({ values: {}, keyword: '' }), [list])
  return (
    <div className="stack shrink">
      <header className={listCss.top}>
        <h1>{config.title}</h1>
        {list.page && (
          <span className={listCss.count}>{tl(list.isEstimated ? 'totalAbout' : 'total', { count: list.total })}</span>
        )}
        <div className="flex wrap push gap-3">
          {config.actions}
          {config.primary}
        </div>
      </header>
      <ListToolbar list={list} searchRef={searchRef} layout="card" onReset={reset} hasDisplay={false} />
      <Suspense fallback={<p role="status">{t('viewLoading')}</p>}>
        {shown === 'calendar' && <CalendarView filter={filter} onCreate={onCreate} />}
        {shown === 'timeline' && <TimelineView filter={filter} />}
        {shown === 'map' && <MapView filter={filter} />}
      </Suspense>
    </div>
  )
}
