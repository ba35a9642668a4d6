import { Button } from 'antd'
import { useRef } from 'react'
import type { Reply } from '#contract/endpoint.ts'
import type { getUploadLimits } from '#contract/upload.api.ts'
import { formatInstant } from '#web/platform/clock.ts'
import { useT } from '#web/platform/i18n.ts'
import { notifyError } from '#web/platform/notice.ts'
import { showError } from '#web/platform/query.ts'
import css from './send.module.css'
import { sendMessages } from './send-messages.ts'
import { chooseFiles, type QueuedUpload } from './send-queue.ts'
import { uploadSize } from './size-text.ts'
import { discardUnfinished } from './tus-send.ts'
import { uploadCalls } from './upload-calls.ts'

type Part = Reply<typeof getUploadLimits>['unfinished'][number]
type Props = { parts: readonly Part[]; sendings: readonly QueuedUpload[] }

/** Received parts of files that this window is not sending. */
export function Unfinished({ parts, sendings }: Props) {
  const t = useT(sendMessages)
  const waiting = parts.filter(({ id }) => !sendings.some(({ resume, state }) => resume === id && state !== 'done'))
  if (waiting.length === 0) return null
  return (
    <div>
      <h2 className={css.heading}>{t('unfinished')}</h2>
      <p className={css.meta}>{t('unfinishedText')}</p>
      <ul className={css.queue} aria-label={t('unfinished')}>
        {waiting.map(part => (
          <UnfinishedRow key={part.id} part={part} />
        ))}
      </ul>
    </div>
  )
}

function UnfinishedRow({ part }: { part: Part }) {
  const t = useT(sendMessages)
  const input = useRef<HTMLInputElement>(null)
  const { file_name: name, size, offset, created_at: begun } = part
  const percent = size === 0 ? 0 : Math.floor((offset / size) * 100)

  function goOn(file: File | undefined) {
    if (!file) return
    if (file.size !== size || file.name !== name) notifyError(t('otherFile', { name, size: uploadSize(size) }))
    else chooseFiles([file], [part])
  }
  const discard = () => discardUnfinished(part.id).then(uploadCalls.reload, error => showError(error))
  return (
    <li className={css.row}>
      <div className={css.rowHead}>
        <span className="ellipsis" title={name}>
          {name}
        </span>
        <span className={css.meta}>
          {t('unfinishedRow', { size: uploadSize(size), percent: String(percent), time: formatInstant(begun) })}
        </span>
        <span className="row rigid push gap-2">
          <Button size="small" aria-label={t('goOnNamed', { name })} onClick={() => input.current?.click()}>
            {t('goOn')}
          </Button>
          <Button size="small" type="text" aria-label={t('discardNamed', { name })} onClick={() => void discard()}>
            {t('discard')}
          </Button>
        </span>
        <input
          ref={input}
          type="file"
          className="visually-hidden"
          tabIndex={-1}
          aria-label={t('goOnNamed', { name })}
          onChange={event => {
            goOn(event.target.files?.[0])
            event.target.value = ''
          }}
        />
      </div>
    </li>
  )
}
