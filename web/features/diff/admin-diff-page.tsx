import type { InputRef } from 'antd'
import { lazy, Suspense, useCallback, useRef, useState } from 'react'
import type { Diff, DiffStatus } from '#contract/diff.api.ts'
import { NoWords } from '#web/features/word/word.ts'
import { useT } from '#web/platform/i18n.ts'
import { useIsMedium } from '#web/platform/media.ts'
import { LazyDialog } from '#web/ui/lazy-dialog.tsx'
import { ListFoot } from '#web/ui/list/list-foot.tsx'
import { ListToolbar } from '#web/ui/list/list-toolbar.tsx'
import { pageState, setRows, toggleRow } from '#web/ui/list/selection.ts'
import { useFillHeight } from '#web/ui/list/use-fill-height.ts'
import { type ListSelection, useChosen } from '#web/ui/list/use-list.ts'
import frames from '#web/ui/queue/queue.module.css'
import { DiffPreview } from './diff-preview.tsx'
import { diffMessages } from './messages.ts'
import type { NoteHandle } from './note-line.tsx'
import css from './queue.module.css'
import { QueueBulk } from './queue-bulk.tsx'
import { useQueueKeys, useReviewKeys } from './queue-keys.tsx'
import { QueueList } from './queue-list.tsx'
import { QueueMessage } from './queue-message.tsx'
import { DiffOrder, DiffTabs } from './queue-tabs.tsx'
import { type DiffReview, reviewDiff } from './review.ts'
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

  const onReview = (status: DiffStatus, isCluster: boolean, said?: DiffReview) => {
    if (!current) return
    if (said && !isCluster) void reviewDiff(current, { ...said, status })
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
