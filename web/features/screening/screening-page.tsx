import { useQuery } from '@tanstack/react-query'
import { Button, type InputRef } from 'antd'
import { FileSearch, ScanSearch } from 'lucide-react'
import { lazy, useCallback, useRef, useState } from 'react'
import { listLists } from '#contract/list.api.ts'
import { screeningStates } from '#contract/screening.api.ts'
import { ScreeningCoverageLine } from '#web/features/coverage/coverage.tsx'
import { HitFeedButton } from '#web/features/feed/feed.ts'
import { useT } from '#web/platform/i18n.ts'
import { useIsMedium } from '#web/platform/media.ts'
import { PageLink, useGo, usePage } from '#web/platform/page.tsx'
import { endpointQuery, errorText } from '#web/platform/query.ts'
import { useRole } from '#web/platform/session.ts'
import { useShortcut } from '#web/platform/shortcut.tsx'
import { undoLast } from '#web/platform/undo.ts'
import { Message } from '#web/ui/frame/message.tsx'
import { LazyDialog } from '#web/ui/lazy-dialog.tsx'
import { ListFoot } from '#web/ui/list/list-foot.tsx'
import { filterOf } from '#web/ui/list/list-state.ts'
import { ListToolbar } from '#web/ui/list/list-toolbar.tsx'
import { useFillHeight } from '#web/ui/list/use-fill-height.ts'
import { useChosen } from '#web/ui/list/use-list.ts'
import css from '#web/ui/queue/queue.module.css'
import { QueueOrder } from '#web/ui/queue/queue-order.tsx'
import { QueueTabs } from '#web/ui/queue/queue-tabs.tsx'
import { Hit } from './hit.tsx'
import { countOptions } from './hit-calls.ts'
import { screeningMessages } from './messages.ts'
import { nameMessages } from './name-messages.ts'
import { QueueList } from './queue-list.tsx'
import { type ScreeningQueue, useQueue } from './use-queue.ts'

const everyMs = 60_000

function ScreeningTabs({ queue: { tab, list } }: { queue: ScreeningQueue }) {
  const t = useT(screeningMessages)
  const { isActive } = usePage()
  const { data } = useQuery({ ...countOptions(filterOf(list.state)), enabled: isActive, refetchInterval: everyMs })
  // Few teams require a second person: without such hits the tab is hidden.
  const shown = screeningStates.filter(each => each !== 'proposed' || tab === each || (data?.proposed ?? 0) > 0)
  return <QueueTabs label={t('states')} tab={tab} tabs={shown} labelOf={t} counts={data} />
}

/** Orders by score or by time. */
function ScreeningOrder({ queue: { list } }: { queue: ScreeningQueue }) {
  const t = useT(screeningMessages)
  const orders = [
    { value: '-score', label: t('byScore') },
    { value: '-found_at', label: t('byFound') },
    { value: '-updated_at', label: t('byDecided') },
  ]
  return <QueueOrder label={t('order')} sort={list.state.sort} orders={orders} onSort={sort => list.change({ sort })} />
}

const NameDrawer = lazy(() => import('./name-drawer.tsx'))

/**
 * `/admin/screening`: records that might be on a list, best matches first, decided one after the other with the
 * keyboard.
 */
export default function ScreeningPage() {
  const t = useT(screeningMessages)
  const tName = useT(nameMessages)
  const go = useGo()
  const [isDrawerOpen, setIsDrawerOpen] = useState(false)
  const role = useRole()
  const queue = useQueue()
  const { list, current, step, choose } = queue
  const chosen = useChosen(list)
  const isNarrow = useIsMedium()
  const [isOpened, setIsOpened] = useState(false)
  const frame = useRef<HTMLDivElement>(null)
  const search = useRef<InputRef>(null)
  const height = useFillHeight(frame)
  const reset = useCallback(() => list.change({ values: {}, keyword: '' }), [list])
  const open = useCallback(
    (id: number) => {
      choose(id)
      setIsOpened(true)
    },
    [choose],
  )
  useShortcut('j', t('next'), () => step(1))
  useShortcut('k', t('previous'), () => step(-1))
  // Registered here, so that undo works after the last open hit was decided.
  useShortcut('z', t('keyUndo'), () => void undoLast())
  useShortcut('u', t('keyUndo'), () => void undoLast())
  useShortcut('/', t('search'), () => search.current?.focus({ cursor: 'all' }))

  const isEmpty = list.page?.total === 0 && !list.isLoading
  const hasMessage = isEmpty || (list.error !== null && !list.page)
  // If there is space for only one: the opened hit, otherwise the rows.
  const isAlone = isNarrow && isOpened && current !== undefined && !hasMessage
  return (
    <div className="stack shrink">
      <header className={css.top}>
        <h1>{t('title')}</h1>
        <ScreeningTabs queue={queue} />
        <div className="row wrap gap-3 push">
          <PageLink to="admin_certificate">{tName('verify')}</PageLink>
          {role === 'admin' && <PageLink to="admin_screening_rule">{t('scores')}</PageLink>}
          <HitFeedButton />
          <Button icon={<ScanSearch size={16} aria-hidden />} onClick={() => setIsDrawerOpen(true)}>
            {tName('screenName')}
          </Button>
          <Button icon={<FileSearch size={16} aria-hidden />} onClick={() => go('screening_file')}>
            {tName('screenFile')}
          </Button>
        </div>
      </header>
      {!isAlone && <ListToolbar list={list} searchRef={search} layout="card" onReset={reset} hasDisplay={false} />}
      <div
        ref={frame}
        className={css.frame}
        data-beside={(!isNarrow && !hasMessage) || undefined}
        style={isNarrow ? undefined : { height }}
      >
        {!isAlone && (
          <div className={css.queue}>
            {!hasMessage && (
              <div className={css.queueTop}>
                <ScreeningOrder queue={queue} />
              </div>
            )}
            {hasMessage ? <QueueMessage queue={queue} onReset={reset} /> : <QueueList queue={queue} onOpen={open} />}
            {!hasMessage && <ListFoot list={list} chosen={chosen} />}
          </div>
        )}
        {!hasMessage && current && (!isNarrow || isAlone) && (
          <Hit
            key={current.id}
            hit={current}
            others={queue.ofRecord}
            onChoose={queue.chooseHit}
            {...(isAlone && { onBack: () => setIsOpened(false) })}
          />
        )}
      </div>
      <LazyDialog>{isDrawerOpen && <NameDrawer onClose={() => setIsDrawerOpen(false)} />}</LazyDialog>
    </div>
  )
}

/** Shown instead of rows: the server did not answer, nothing matches, nothing waits, or there is no list yet. */
function QueueMessage({ queue: { list, tab }, onReset }: { queue: ScreeningQueue; onReset: () => void }) {
  const t = useT(screeningMessages)
  if (list.error)
    return (
      <Message isPanel={false} role="alert" title={t('failed')} text={errorText(list.error)}>
        <Button onClick={list.reload}>{t('retry')}</Button>
      </Message>
    )
  if (Object.keys(filterOf(list.state)).length > 0)
    return (
      <Message isPanel={false} title={t('filteredTitle')} text={t('filteredText')}>
        <Button onClick={onReset}>{t('reset')}</Button>
        <ScreeningCoverageLine />
      </Message>
    )
  if (tab !== 'open') return <Message isPanel={false} title={t('emptyOther')} />
  return <NothingWaits />
}

function NothingWaits() {
  const t = useT(screeningMessages)
  const go = useGo()
  const { data } = useQuery(endpointQuery(listLists, {}))
  if (data?.items.length === 0)
    return (
      <Message isPanel={false} title={t('noListTitle')} text={t('noListText')}>
        <Button type="primary" onClick={() => go('admin_list')}>
          {t('toLists')}
        </Button>
      </Message>
    )
  return (
    <Message isPanel={false} title={t('emptyTitle')} text={t('emptyText')}>
      <ScreeningCoverageLine />
    </Message>
  )
}
