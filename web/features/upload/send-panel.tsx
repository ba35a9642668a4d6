import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import type { NewUpload } from '#contract/upload.api.ts'
import { useT } from '#web/platform/i18n.ts'
import { errorText } from '#web/platform/query.ts'
import { Failure } from '#web/ui/frame/failure.tsx'
import { DropZone } from './drop-zone.tsx'
import css from './send.module.css'
import { sendMessages } from './send-messages.ts'
import { chooseFiles, clearDone, dropSending, type QueuedUpload, sendChosen, useSendings } from './send-queue.ts'
import { SendRow } from './send-row.tsx'
import { uploadSize } from './size-text.ts'
import { Unfinished } from './unfinished.tsx'
import { useUploadLimits } from './upload-limits.ts'

const SendForm = lazy(() => import('./send-form.tsx'))

/**
 * Chooses files, describes them, sends them, and shows their progress. Sending continues while other pages are open.
 */
export function SendPanel({ isEditor }: { isEditor: boolean }) {
  const t = useT(sendMessages)
  const sendings = useSendings()
  const [details, setDetails] = useState<NewUpload>({})
  const [isDescribing, setIsDescribing] = useState(false)
  const limits = useUploadLimits()
  const { data } = limits
  const chosen = sendings.filter(({ state }) => state === 'chosen')
  const refusals = refusalsOf(chosen, data)
  const sendable = chosen.filter(({ key }) => !refusals.has(key))
  const isFull = data !== undefined && Math.min(data.user_left, data.total_left) <= 0

  function send() {
    sendChosen(
      sendable.map(({ key }) => key),
      details,
    )
    setDetails({})
  }
  return (
    <section className="stack gap-3 below-4" aria-label={t('area')}>
      <DropZone onFiles={files => chooseFiles(files, data?.unfinished)}>
        {data && !isFull && (
          <span className={css.limits}>
            {t('limits', {
              file: uploadSize(data.file_bytes),
              left: uploadSize(Math.min(data.user_left, data.total_left)),
            })}
          </span>
        )}
        {isFull && <span className="small danger">{t('limitsFull')}</span>}
        {limits.isError && !data && <Failure>{t('limitsFailed', { text: errorText(limits.error) })}</Failure>}
      </DropZone>
      {chosen.length > 0 && (
        <div className={css.head}>
          <span>{t('chosenCount', { count: chosen.length, size: uploadSize(bytesOf(chosen)) })}</span>
          <SendStatus details={details} isOne={sendable.length === 1} />
          <div className="flex wrap push gap-3">
            <Button type="text" onClick={() => chosen.forEach(({ key }) => void dropSending(key))}>
              {t('removeAll')}
            </Button>
            <Button onClick={() => setIsDescribing(true)}>{t(isEditor ? 'detailsAccess' : 'details')}</Button>
            <Button type="primary" disabled={sendable.length === 0} onClick={send}>
              {t('send', { count: sendable.length })}
            </Button>
          </div>
        </div>
      )}
      <Queue sendings={sendings} refusals={refusals} />
      {data && <Unfinished parts={data.unfinished} sendings={sendings} />}
      {isDescribing && (
        <Suspense>
          <SendForm
            details={details}
            count={sendable.length}
            isEditor={isEditor}
            onDetails={setDetails}
            onClose={() => setIsDescribing(false)}
          />
        </Suspense>
      )}
    </section>
  )
}

/** Failures come first, finished files last. */
const order = { failed: 0, sending: 1, waiting: 2, chosen: 3, done: 4 }

function Queue({ sendings, refusals }: { sendings: QueuedUpload[]; refusals: ReadonlyMap<number, string> }) {
  const t = useT(sendMessages)
  if (sendings.length === 0) return null
  const active = sendings.filter(({ state }) => state === 'sending' || state === 'waiting').length
  const hasDone = sendings.some(({ state }) => state === 'done')
  return (
    <>
      {(active > 0 || hasDone) && (
        <div className={css.head}>
          <span role="status">{active > 0 && t('sendingCount', { count: active })}</span>
          {hasDone && (
            <div className="flex wrap push gap-3">
              <Button type="text" onClick={clearDone}>
                {t('clearDone')}
              </Button>
            </div>
          )}
        </div>
      )}
      <ul className={css.queue} aria-label={t('list')}>
        {sendings
          .toSorted((a, b) => order[a.state] - order[b.state])
          .map(sending => (
            <SendRow key={sending.key} sending={sending} refusal={refusals.get(sending.key)} />
          ))}
      </ul>
    </>
  )
}

/** A short summary of the files' details. */
function SendStatus({ details, isOne }: { details: NewUpload; isOne: boolean }) {
  const t = useT(sendMessages)
  const links = (details.ogs?.length ?? 0) + (details.persons?.length ?? 0)
  const words = [
    isOne && details.title && t('saidTitle', { title: details.title }),
    details.source && t('saidSource', { source: details.source }),
    details.note && t('saidNote'),
    links > 0 && t('saidLinks', { count: links }),
    ((details.read_user?.length ?? 0) > 0 || (details.write_user?.length ?? 0) > 0) && t('saidAccess'),
  ].filter(Boolean)
  return words.length > 0 && <span className="shrink quiet break">{words.join(' · ')}</span>
}

const bytesOf = (sendings: readonly QueuedUpload[]) => sendings.reduce((sum, { file }) => sum + file.size, 0)

type Limits = { file_bytes: number; user_left: number; total_left: number }

/** Files that the server would refuse, with the limit that they exceed. Files chosen first get the available space. */
function refusalsOf(chosen: readonly QueuedUpload[], limits: Limits | undefined): Map<number, 'tooLarge' | 'noRoom'> {
  const refusals = new Map<number, 'tooLarge' | 'noRoom'>()
  if (!limits) return refusals
  let left = Math.min(limits.user_left, limits.total_left)
  for (const { key, file, sent } of chosen) {
    // The part that the server already has counts as used space.
    const needed = file.size - sent
    if (file.size > limits.file_bytes) refusals.set(key, 'tooLarge')
    else if (needed > left) refusals.set(key, 'noRoom')
    else left -= needed
  }
  return refusals
}
