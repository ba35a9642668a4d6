import { Button, Progress } from 'antd'
import { CircleCheck, RotateCcw, X } from 'lucide-react'
import { useT } from '#web/platform/i18n.ts'
import { PageLink } from '#web/platform/page.tsx'
import { showError } from '#web/platform/query.ts'
import { Failure } from '#web/ui/frame/failure.tsx'
import css from './send.module.css'
import { sendMessages } from './send-messages.ts'
import { dropSending, type QueuedUpload, retrySending } from './send-queue.ts'
import { timeText, uploadSize } from './size-text.ts'
import { useUploadLimits } from './upload-limits.ts'

type Props = { sending: QueuedUpload; refusal: string | undefined }

/** One file in the list. */
export function SendRow({ sending, refusal }: Props) {
  const t = useT(sendMessages)
  const { key, file, state, sent, recordId } = sending
  const { name } = file
  const isUnderway = state === 'sending' || state === 'waiting'
  const percent = file.size === 0 ? 0 : Math.floor((sent / file.size) * 100)
  return (
    <li className={css.row} data-state={state}>
      <div className={css.rowHead}>
        <span className="ellipsis" title={name}>
          {name}
        </span>
        <span className={css.meta}>{uploadSize(file.size)}</span>
        {!isUnderway && <Word sending={sending} refusal={refusal} percent={percent} />}
        <span className="row rigid push gap-2">
          {state === 'done' && recordId !== null && (
            <PageLink to="upload" search={{ id: recordId }} aria-label={t('openNamed', { name })}>
              {t('open')}
            </PageLink>
          )}
          {state === 'failed' && (
            <Button
              size="small"
              type="text"
              icon={<RotateCcw size={14} aria-hidden />}
              aria-label={t('retryNamed', { name })}
              onClick={() => retrySending(key)}
            >
              {t('retry')}
            </Button>
          )}
          {state !== 'done' && (
            <Button
              size="small"
              type="text"
              icon={<X size={14} aria-hidden />}
              aria-label={t(isUnderway ? 'cancelNamed' : 'removeNamed', { name })}
              title={t(isUnderway ? 'cancel' : 'remove')}
              onClick={() => void dropSending(key).catch(error => showError(error))}
            />
          )}
        </span>
      </div>
      {isUnderway && (
        <>
          <Progress percent={percent} size="small" showInfo={false} aria-label={t('progress', { name })} />
          <Word sending={sending} refusal={refusal} percent={percent} />
        </>
      )}
    </li>
  )
}

function Word({ sending, refusal, percent }: Props & { percent: number }) {
  const t = useT(sendMessages)
  const { state, resume, failure, recordId } = sending
  if (refusal === 'tooLarge' || refusal === 'noRoom') return <Refusal refusal={refusal} />
  if (state === 'chosen')
    return <span className={css.meta}>{resume === null ? t('chosen') : t('goesOn', { percent: String(percent) })}</span>
  if (state === 'waiting') return <span className={css.meta}>{t('waiting')}</span>
  if (state === 'sending') return <RateLimit sending={sending} percent={percent} />
  if (state === 'done')
    return (
      <span className="inline-row rigid gap-2 small success">
        <CircleCheck size={14} aria-hidden /> {t(recordId === null ? 'known' : 'done')}
      </span>
    )
  const text = failure?.message
    ? t('failed', { text: failure.message })
    : failure?.status
      ? t('failedUnknown', { status: String(failure.status) })
      : t('failedOffline')
  return <Failure>{text}</Failure>
}

function Refusal({ refusal }: { refusal: 'tooLarge' | 'noRoom' }) {
  const t = useT(sendMessages)
  const { data } = useUploadLimits()
  const limit = uploadSize(data?.file_bytes ?? 0)
  return <span className="small danger">{refusal === 'tooLarge' ? t('tooLarge', { limit }) : t('noRoom')}</span>
}

/** `45 % · 12.4 MB/s · 0:42 left` */
function RateLimit({ sending: { file, sent, speed }, percent }: { sending: QueuedUpload; percent: number }) {
  const t = useT(sendMessages)
  if (sent === 0 && speed === 0) return <span className={css.meta}>{t('starting')}</span>
  const words = [`${percent}%`]
  if (speed > 0)
    words.push(t('speed', { speed: uploadSize(speed) }), t('left', { time: timeText((file.size - sent) / speed) }))
  return <span className={css.meta}>{words.join(' · ')}</span>
}
