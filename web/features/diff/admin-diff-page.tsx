import { useQuery } from '@tanstack/react-query'
import { Button, type InputRef } from 'antd'
import { lazy, Suspense, useCallback, useRef, useState } from 'react'
import { countDiffs, type Diff, type DiffStatus } from '#contract/diff.api.ts'
import { NoWords } from '#web/features/word/word.ts'
import { useT } from '#web/platform/i18n.ts'
import { useIsMedium } from '#web/platform/media.ts'
import { usePage } from '#web/platform/page.tsx'
import { endpointQuery } from '#web/platform/query.ts'
import { LazyDialog } from '#web/ui/lazy-dialog.tsx'
import { ListFoot } from '#web/ui/list/list-foot.tsx'
import { filterOf } from '#web/ui/list/list-state.ts'
import { ListToolbar } from '#web/ui/list/list-toolbar.tsx'
import { pageState, setRows, toggleRow } from '#web/ui/list/selection.ts'
import { useFillHeight } from '#web/ui/list/use-fill-height.ts'
import { type ListSelection, useChosen } from '#web/ui/list/use-list.ts'
import frames from '#web/ui/queue/queue.module.css'
import { QueueOrder } from '#web/ui/queue/queue-order.tsx'
import { QueueTabs } from '#web/ui/queue/queue-tabs.tsx'
import { DiffPreview } from './diff-preview.tsx'
import { diffMessages } from './messages.ts'
import type { NoteHandle } from './note-line.tsx'
import css from './queue.module.css'
import { QueueBulk } from './queue-bulk.tsx'
import { type QueueTab, queueTabs } from './queue-config.ts'
import { useQueueKeys, useReviewKeys } from './queue-keys.tsx'
import { QueueList } from './queue-list.tsx'
import { QueueMessage } from './queue-message.tsx'
import { type DiffReview, reviewDiff } from './review.ts'
import { diffReviewMessages } from './review-messages.ts'
import { type ReviewQueue, useQueue } from './use-queue.ts'

const NoteDialog = lazy(() => import('./note-dialog.tsx'))
const ClashDialog = lazy(() => import('./clash-dialog.tsx'))

/** `/admin/diff`: changes on watched pages, highest score first, cleared row by row with the keyboard. */
export default function AdminDiffPage() {
  const t = useT(diffMessages)
  const queue = useQueue()
  const { list, rows, current, step, open, review } = queue
  const chosen = useChosen(list)
  const hasPreview = !useIsMedium()
  const frame = useRef<HTMLDivElement>(null)
  const search = useRef<InputRef>(null)
  const note = useRef<NoteHandle>(null)
  const [noted, setNoted] = useState<Diff | null>(null)
  const height = useFillHeight(frame)
  const reset = useCallback(() => list.change({ values: {}, keyword: '' }), [list])

  const onReview = (status: DiffStatus, isCluster: boolean, given?: DiffReview) => {
    if (!current) return
    if (given && !isCluster) void reviewDiff(current, { ...given, status })
    else review(current, status, isCluster)
  }
  useReviewKeys({
    onReview,
    onNote: () => (hasPreview ? note.current?.open() : setNoted(current ?? null)),
  })
  useQueueKeys({
    onStep: step,
    onOpen: useCallback(() => current && open(current), [current, open]),
    onSelect: useCallback(() => current && toggle(chosen, current.id, rows), [chosen, current, rows]),
    onSearch: () => search.current?.focus({ cursor: 'all' }),
  })

  const isEmpty = list.page?.total === 0 && !list.isLoading
  const hasMessage = isEmpty || (list.error !== null && !list.page)
  return (
    <div className="stack shrink">
      <header className={frames.top}>
        <h1>{t('title')}</h1>
        <DiffTabs queue={queue} />
      </header>
      <div className={css.noWords}>
        <NoWords />
      </div>
      <ListToolbar list={list} searchRef={search} layout="card" onReset={reset} hasDisplay={false} />
      <div
        ref={frame}
        className={frames.frame}
        data-beside={(hasPreview && !hasMessage) || undefined}
        style={{ height }}
      >
        <div className={frames.queue}>
          {!hasMessage && <QueueTop queue={queue} chosen={chosen} />}
          {hasMessage ? <QueueMessage queue={queue} onReset={reset} /> : <QueueList queue={queue} chosen={chosen} />}
          {!hasMessage && <ListFoot list={list} chosen={chosen} />}
        </div>
        {hasPreview && !hasMessage && current && (
          <DiffPreview
            key={current.id}
            diff={current}
            noteRef={note}
            onOpen={() => open(current)}
            onReview={onReview}
          />
        )}
      </div>
      <LazyDialog>{noted && <NoteDialog diff={noted} onClose={() => setNoted(null)} />}</LazyDialog>
      <Suspense>
        <ClashDialog />
      </Suspense>
    </div>
  )
}

function toggle(chosen: ListSelection, id: number, rows: readonly Diff[]): void {
  chosen.select(
    toggleRow(
      chosen.selection,
      id,
      rows.map(each => each.id),
    ),
  )
}

/** The selection checkbox; with a selection, the bulk actions in its place. */
function QueueTop({ queue, chosen }: { queue: ReviewQueue; chosen: ListSelection }) {
  const t = useT(diffMessages)
  const ids = queue.rows.map(({ id }) => id)
  const state = pageState(chosen.selection, ids)
  return (
    <div className={frames.queueTop}>
      <input
        type="checkbox"
        aria-label={t('selectAll')}
        disabled={ids.length === 0}
        checked={state === 'all'}
        ref={box => {
          if (box) box.indeterminate = state === 'some'
        }}
        onChange={event => chosen.select(setRows(chosen.selection, ids, event.target.checked, ids))}
      />
      <QueueBulk queue={queue} chosen={chosen} />
      {state === 'none' && <DiffOrder queue={queue} />}
    </div>
  )
}

/** Tabs for unread, low and decided differences, and the number of new ones since the rows were read. */
function DiffTabs({ queue }: { queue: ReviewQueue }) {
  const t = useT(diffMessages)
  const words = useT(diffReviewMessages)
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
function DiffOrder({ queue }: { queue: ReviewQueue }) {
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
