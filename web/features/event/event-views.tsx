import { Button, type InputRef } from 'antd'
import { Maximize, Minimize } from 'lucide-react'
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef } from 'react'
import type { Event } from '#contract/event.api.ts'
import { useT } from '#web/platform/i18n.ts'
import { queryClient } from '#web/platform/query.ts'
import { useFullView } from '#web/ui/full-view.ts'
import listCss from '#web/ui/list/list.module.css'
import type { ListConfig } from '#web/ui/list/list-config.ts'
import { filterOf } from '#web/ui/list/list-state.ts'
import { ListToolbar } from '#web/ui/list/list-toolbar.tsx'
import { listMessages } from '#web/ui/list/messages.ts'
import { useFillHeight } from '#web/ui/list/use-fill-height.ts'
import { useList } from '#web/ui/list/use-list.ts'
import { loadBorderFiles } from '#web/ui/world-map/border-files.ts'
import { mapOptions } from './event-calls.ts'
import css from './event-views.module.css'
import { eventListMessages } from './messages.ts'
import type { ShownView } from './view-switch.tsx'

const CalendarView = lazy(() => import('./calendar/calendar-view.tsx'))
const TimelineView = lazy(() => import('./timeline/timeline-view.tsx'))
/** Loads the borders together with the code, which would request them only after it is loaded. */
const MapView = lazy(() => {
  void loadBorderFiles().catch(() => undefined)
  return import('./map/map-view.tsx')
})

type Props = {
  config: ListConfig<Event>
  shown: Exclude<ShownView, 'list'>
  /** Absent without permission. */
  onCreate: ((day: string) => void) | undefined
}

/** The list's title and filters; below them the events over time or space. */
export function EventViews({ config, shown, onCreate }: Props) {
  const t = useT(eventListMessages)
  const tl = useT(listMessages)
  const list = useList(config)
  const searchRef = useRef<InputRef>(null)
  const stage = useRef<HTMLDivElement>(null)
  const height = useFillHeight(stage)
  const [isFull, toggleFull] = useFullView()
  const text = JSON.stringify(filterOf(list.state))
  const filter = useMemo(() => JSON.parse(text) as ReturnType<typeof filterOf>, [text])
  useEffect(() => {
    // Loads the data in parallel with the view's code, not after it.
    if (shown === 'map') void queryClient.prefetchQuery(mapOptions(filter))
  }, [shown, filter])
  const reset = useCallback(() => list.change({ values: {}, keyword: '' }), [list])
  return (
    <div className="stack shrink">
      <header className={listCss.top}>
        <div className={listCss.title}>
          <h1>{config.title}</h1>
          {list.page && (
            <span className={listCss.count}>
              {tl(list.isEstimated ? 'totalAbout' : 'total', { count: list.total })}
            </span>
          )}
        </div>
        <div className={listCss.acts}>
          <div className={listCss.others}>
            {config.actions}
            <Button
              icon={<Maximize size={16} aria-hidden />}
              aria-label={t('full')}
              title={t('full')}
              onClick={toggleFull}
            />
          </div>
          {config.primary && <div className="rigid">{config.primary}</div>}
        </div>
      </header>
      <ListToolbar list={list} searchRef={searchRef} layout="card" onReset={reset} hasDisplay={false} />
      <div
        ref={stage}
        className={css.stage}
        style={{ minHeight: isFull ? undefined : height }}
        data-full={isFull || undefined}
      >
        <Suspense fallback={<p role="status">{t('viewLoading')}</p>}>
          {shown === 'calendar' && <CalendarView filter={filter} onCreate={onCreate} />}
          {shown === 'timeline' && <TimelineView filter={filter} by="og" />}
          {shown === 'map' && <MapView filter={filter} />}
        </Suspense>
        {isFull && (
          <Button className={css.leave ?? ''} icon={<Minimize size={16} aria-hidden />} onClick={toggleFull}>
            {t('leaveFull')}
          </Button>
        )}
      </div>
    </div>
  )
}
