import { Button } from 'antd'
import { ChevronDown, ChevronUp } from 'lucide-react'
import { lazy, useRef, useState } from 'react'
import type { Upload } from '#contract/upload.api.ts'
import { ApiError } from '#web/platform/api.ts'
import { useT } from '#web/platform/i18n.ts'
import { notify } from '#web/platform/notice.ts'
import { useGo, usePage } from '#web/platform/page.tsx'
import { setFailureHandler, showError } from '#web/platform/query.ts'
import { useShortcut } from '#web/platform/shortcut.tsx'
import { LazyDialog } from '#web/ui/lazy-dialog.tsx'
import { reviewMessages } from './review-messages.ts'
import { judgeUpload, type UploadVerdict, uploadCalls } from './upload-calls.ts'
import { useNeighbours } from './use-neighbours.ts'
import css from './view.module.css'

const RejectDialog = lazy(() => import('./reject-dialog.tsx'))
const noticeMs = 6000

/** Review of an upload that waits, with steps through the list: `a` accepts, `r` rejects, `j` and `k` move. */
export function ReviewBar({ upload }: { upload: Upload }) {
  const t = useT(reviewMessages)
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
  const t = useT(reviewMessages)
  useShortcut('a', t('acceptKey'), onAccept)
  useShortcut('r', t('rejectKey'), onReject)
  return null
}

/** Sends the verdict once, then opens the next upload that waits. */
function useJudging(upload: Upload, nextWaiting: Upload | undefined) {
  const t = useT(reviewMessages)
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
      const said = t(verdict.status, { name: title })
      const action = { label: t('back'), run: () => go('upload', { search: { id } }) }
      const text = nextWaiting ? said : `${said} ${t('allDone')}`
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
