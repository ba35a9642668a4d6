import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef } from 'react'
import type { Diff, DiffStatus } from '#contract/diff.api.ts'
import { DiffSentence } from '#web/features/model/model.ts'
import { ApiError } from '#web/platform/api-error.ts'
import { useT } from '#web/platform/i18n.ts'
import { notify } from '#web/platform/notice.ts'
import { one, PageLink, useGo, usePage, usePageTitle } from '#web/platform/page.tsx'
import { errorText } from '#web/platform/query.ts'
import { useShortcut } from '#web/platform/shortcut.tsx'
import { RecordMessage, RecordSkeleton } from '#web/record/record-state.tsx'
import { useList } from '#web/ui/list/use-list.ts'
import { ClusterActs, ClusterPages, clusterWord } from './cluster-line.tsx'
import { DiffBody } from './diff-body.tsx'
import { diffOptions, preloadDiff } from './diff-calls.ts'
import { ContextButton, DiffContext, useContextPanel } from './diff-context.tsx'
import { DiffHead } from './diff-head.tsx'
import { diffTitle } from './diff-parts.tsx'
import { LastReviews } from './last-reviews.tsx'
import { diffMessages } from './messages.ts'
import type { NoteHandle } from './note-line.tsx'
import { tabStatus, useQueueConfig } from './queue-config.ts'
import { useReviewKeys } from './queue-keys.tsx'
import css from './review.module.css'
import { type DiffReview, reviewCluster, reviewDiff, statusOf, useReview } from './review.ts'
import { ReviewBar } from './review-bar.tsx'
import { diffReviewMessages } from './review-messages.ts'

const ClashDialog = lazy(() => import('./clash-dialog.tsx'))

/**
 * `/admin/diff/detail?id=…`: one difference on its own page. The other parameters of the address are those of its
 * queue.
 */
export default function DiffPage() {
  const t = useT(diffMessages)
  const { search } = usePage()
  const id = Number(one(search.id))
  const isId = Number.isSafeInteger(id) && id > 0
  const { data, error, refetch } = useQuery({ ...diffOptions(id), enabled: isId })
  const back = { ...search, id: undefined }
  if (data) return <Detail key={id} diff={data.diff} />
  if (!isId || (error instanceof ApiError && error.status === 404))
    return (
      <RecordMessage title={t('goneTitle')} text={t('goneText')}>
        <PageLink to="admin_diff" search={back}>
          {t('back')}
        </PageLink>
      </RecordMessage>
    )
  if (error)
    return (
      <RecordMessage title={t('failed')} text={errorText(error)}>
        <Button onClick={() => void refetch()}>{t('retry')}</Button>
      </RecordMessage>
    )
  return <RecordSkeleton label={t('loading')} />
}

function Detail({ diff }: { diff: Diff }) {
  const t = useT(diffMessages)
  const words = useT(diffReviewMessages)
  const go = useGo()
  const { search } = usePage()
  const note = useRef<NoteHandle>(null)
  usePageTitle(diffTitle(diff))
  useEffect(() => useReview.setState(({ left }) => ({ left: { ...left, id: diff.id } })), [diff.id])
  const { previous, next, at, count } = useNeighbours(diff.id)
  const show = useCallback(
    (id: number | undefined) => id && go('admin_diff_detail', { search: { ...search, id }, replace: true }),
    [go, search],
  )

  /** A review opens the next unread difference; after the last one, the queue. */
  function onReview(status: DiffStatus, isCluster: boolean, given?: DiffReview) {
    const isDecided = status !== 'unread'
    const goesTo = isCluster ? next(diff.cluster) : next(null)
    void (isCluster ? reviewCluster(diff, status) : reviewDiff(diff, { ...given, status }))
    if (!isDecided) return
    if (goesTo) return show(goesTo)
    notify({ kind: 'info', text: t('allDone') })
    go('admin_diff', { search: { ...search, id: undefined } })
  }
  const panel = useContextPanel()
  useReviewKeys({ onReview, onNote: () => note.current?.open() })
  useShortcut('j', t('next'), () => show(next(null)))
  useShortcut('k', t('previous'), () => show(previous))

  return (
    <article className="stack shrink gap-4">
      <nav className="row wrap gap-3 gap-x-5">
        <PageLink to="admin_diff" search={{ ...search, id: undefined }} className="inline-row">
          <ChevronLeft size={16} aria-hidden /> {t('back')}
        </PageLink>
        <PageLink to="admin_page" params={{ id: diff.page.id }}>
          {t('openPage')}
        </PageLink>
        <span className="inline-row push">
          <Button
            type="text"
            icon={<ChevronLeft size={16} aria-hidden />}
            aria-label={t('previous')}
            title={`${t('previous')} k`}
            disabled={!previous}
            onClick={() => show(previous)}
          />
          {at >= 0 && <span className="small quiet">{t('place', { at: String(at + 1), count })}</span>}
          <Button
            type="text"
            icon={<ChevronRight size={16} aria-hidden />}
            aria-label={t('next')}
            title={`${t('next')} j`}
            disabled={!next(null)}
            onClick={() => show(next(null))}
          />
          <ContextButton panel={panel} />
        </span>
      </nav>
      <div className={css.beside} data-context={panel.isBeside || undefined}>
        <div className="stack shrink gap-4">
          <DiffHead diff={diff} level={1} hasContext={panel.isBeside} />
          <DiffSentence id={diff.id} />
          {!panel.isBeside && diff.cluster !== null && diff.cluster_size > 1 && (
            <details className={css.section}>
              <summary>{words(clusterWord(diff), { count: diff.cluster_size })}</summary>
              <ClusterActs diff={diff} onReview={status => onReview(status, true)} />
              <ClusterPages diff={diff} />
            </details>
          )}
          <DiffBody id={diff.id} />
          {!panel.isBeside && <LastReviews diff={diff} />}
        </div>
        <DiffContext diff={diff} panel={panel} onReview={onReview} />
      </div>
      <div className={css.dock}>
        <ReviewBar diff={diff} noteRef={note} onReview={onReview} />
      </div>
      <Suspense>
        <ClashDialog />
      </Suspense>
    </article>
  )
}

/** The differences before and after this one in the queue of the address. */
function useNeighbours(id: number) {
  const config = useQueueConfig()
  const list = useList(config)
  const sentStatuses = useReview(state => state.sentStatuses)
  const rows = useMemo(
    () => list.rows.filter(diff => diff.id === id || statusOf(diff, sentStatuses) === tabStatus(config.tab)),
    [list.rows, sentStatuses, config.tab, id],
  )
  const at = rows.findIndex(diff => diff.id === id)
  /** The next difference to open; with a cluster, the first outside of it. */
  const next = useCallback(
    (cluster: string | null) => {
      const others = [...rows.slice(at + 1), ...(at > 0 ? rows.slice(0, at).toReversed() : [])]
      return others.find(diff => diff.id !== id && (cluster === null || diff.cluster !== cluster))?.id
    },
    [rows, at, id],
  )
  const nextId = next(null)
  useEffect(() => {
    if (nextId) preloadDiff(nextId)
  }, [nextId])
  return {
    previous: at > 0 ? rows[at - 1]?.id : undefined,
    next,
    at,
    count: list.isEstimated ? `${list.total}+` : String(list.total),
  }
}
