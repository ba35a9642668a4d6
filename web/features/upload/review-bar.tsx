import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { ChevronDown, ChevronUp } from 'lucide-react'
import { lazy, useEffect, useMemo, useRef, useState } from 'react'
import { getUpload, listUploads, type Upload } from '#contract/upload.api.ts'
import { ApiError, type CallInput, call } from '#web/platform/api.ts'
import { useT } from '#web/platform/i18n.ts'
import { notify } from '#web/platform/notice.ts'
import { type Search, useGo, usePage } from '#web/platform/page.tsx'
import { endpointQuery, queryClient, setFailureHandler, showError } from '#web/platform/query.ts'
import { useShortcut } from '#web/platform/shortcut.tsx'
import { LazyDialog } from '#web/ui/lazy-dialog.tsx'
import { uploadReviewMessages } from './review-messages.ts'
import { judgeUpload, type UploadVerdict, uploadCalls } from './upload-calls.ts'
import css from './view.module.css'

const names = ['keyword', 'status', 'kind', 'has_hits', 'og', 'person', 'owner', 'restricted', 'sort']
const atMost = 100

/** The query of the list that the user came from, taken from the address. */
function queryOf(search: Search): CallInput<typeof listUploads>['query'] {
  const kept = Object.entries(search).filter(([name]) => names.includes(name))
  return { sort: '-created_at', ...Object.fromEntries(kept), pageSize: atMost } as CallInput<
    typeof listUploads
  >['query']
}

/** The uploads before and after this one in the list of the address, within its first hundred. */
function useNeighbours(id: number) {
  const { search } = usePage()
  const { data } = useQuery({
    ...endpointQuery(listUploads, { query: queryOf(search) }),
    placeholderData: keepPreviousData,
  })
  const rows = useMemo(() => data?.items ?? [], [data])
  const at = rows.findIndex(upload => upload.id === id)
  /** The next upload that waits for review, otherwise a skipped one. */
  const nextWaiting = waitingFrom(rows, at, id)
  const preloaded = nextWaiting?.id ?? rows[at + 1]?.id
  useEffect(() => {
    if (preloaded)
      void queryClient.prefetchQuery({
        ...endpointQuery(getUpload, { params: { id: preloaded } }),
        queryFn: ({ signal }) => call(getUpload, { params: { id: preloaded } }, { signal }),
      })
  }, [preloaded])
  return {
    at,
    count: data?.total ?? 0,
    previous: at > 0 ? rows[at - 1] : undefined,
    next: at >= 0 ? rows[at + 1] : rows[0],
    nextWaiting,
  }
}

function waitingFrom(rows: readonly Upload[], at: number, id: number): Upload | undefined {
  const others = [...rows.slice(at + 1), ...rows.slice(0, Math.max(0, at)).toReversed()]
  return others.find(upload => upload.id !== id && upload.status === 'ready')
}

const RejectDialog = lazy(() => import('./reject-dialog.tsx'))
const noticeMs = 6000

/** Review of an upload that waits, with steps through the list: `a` accepts, `r` rejects, `j` and `k` move. */
export function ReviewBar({ upload }: { upload: Upload }) {
  const t = useT(uploadReviewMessages)
  const go = useGo()
  const { search } = usePage()
  const { at, count, previous, next, nextWaiting } = useNeighbours(upload.id)
  const [isRejecting, setIsRejecting] = useState(false)
  const { isBusy, judge } = useJudging(upload, nextWaiting)
  const mayReview = upload.acts.includes('review')
  const open = (other: Upload | undefined) =>
    other && go('upload', { search: { ...search, id: other.id, part: null, mark: null }, replace: true })
  useShortcut('j', t('nextKey'), () => open(next))
  useShortcut('k', t('previousKey'), () => open(previous))
  if (!mayReview && count < 2) return null
  return (
    <div className={css.review} role="toolbar" aria-label={t('review')}>
      {mayReview && (
        <>
          <ReviewKeys
            onAccept={() => void judge({ status: 'accepted', reason: null })}
            onReject={() => setIsRejecting(true)}
          />
          <Button
            type={upload.status === 'ready' ? 'primary' : 'default'}
            disabled={isBusy}
            onClick={() => void judge({ status: 'accepted', reason: null })}
          >
            {t('accept')} <kbd className="tag">a</kbd>
          </Button>
          <Button disabled={isBusy} onClick={() => setIsRejecting(true)}>
            {t('reject')} <kbd className="tag">r</kbd>
          </Button>
        </>
      )}
      <span className="row push gap-2">
        {at >= 0 && <span className={css.place}>{t('place', { at: String(at + 1), count })}</span>}
        <Button
          icon={<ChevronUp size={16} aria-hidden />}
          disabled={!previous}
          aria-label={t('previous')}
          title={`${t('previous')} k`}
          onClick={() => open(previous)}
        />
        <Button
          icon={<ChevronDown size={16} aria-hidden />}
          disabled={!next}
          aria-label={t('next')}
          title={`${t('next')} j`}
          onClick={() => open(next)}
        />
      </span>
      {isRejecting && (
        <LazyDialog>
          <RejectDialog
            name={upload.title}
            isBusy={isBusy}
            onReject={async reason => {
              if (await judge({ status: 'rejected', reason })) setIsRejecting(false)
            }}
            onClose={() => setIsRejecting(false)}
          />
        </LazyDialog>
      )}
    </div>
  )
}

function ReviewKeys({ onAccept, onReject }: { onAccept: () => void; onReject: () => void }) {
  const t = useT(uploadReviewMessages)
  useShortcut('a', t('acceptKey'), onAccept)
  useShortcut('r', t('rejectKey'), onReject)
  return null
}

/** Sends the verdict once, then opens the next upload that waits. */
function useJudging(upload: Upload, nextWaiting: Upload | undefined) {
  const t = useT(uploadReviewMessages)
  const go = useGo()
  const { search } = usePage()
  const busy = useRef(false)
  const [isBusy, setIsBusy] = useState(false)

  async function judge(verdict: UploadVerdict): Promise<boolean> {
    if (busy.current) return false
    busy.current = true
    setIsBusy(true)
    try {
      const { id, title } = await judgeUpload(upload, verdict)
      const message = t(verdict.status, { name: title })
      const action = { label: t('back'), run: () => go('upload', { search: { id } }) }
      const text = nextWaiting ? message : `${message} ${t('allDone')}`
      notify({ id: 'upload-review', kind: 'success', text, action, durationMs: noticeMs })
      if (nextWaiting)
        go('upload', { search: { ...search, id: nextWaiting.id, part: null, mark: null }, replace: true })
      return true
    } catch (error) {
      if (error instanceof ApiError && error.status === 409) {
        setFailureHandler(error, t('stale'))
        await uploadCalls.reload()
      } else showError(error)
      return false
    } finally {
      busy.current = false
      setIsBusy(false)
    }
  }
  return { isBusy, judge }
}
