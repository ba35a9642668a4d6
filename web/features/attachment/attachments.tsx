import { useQuery } from '@tanstack/react-query'
import { Progress } from 'antd'
import { Download, FileText, Trash2, X } from 'lucide-react'
import { useRef, useState } from 'react'
import type { Attachment } from '#contract/attachment.api.ts'
import { formatInstant } from '#web/platform/clock.ts'
import { useT } from '#web/platform/i18n.ts'
import { useModal } from '#web/platform/modal.ts'
import { showError } from '#web/platform/query.ts'
import { Failure } from '#web/ui/frame/failure.tsx'
import css from './attachment.module.css'
import {
  attachmentsOptions,
  downloadFile,
  type OfRecord,
  refreshAttachments,
  removeFile,
  sendable,
  sendFile,
} from './calls.ts'
import { DropArea } from './drop-area.tsx'
import { attachmentMessages } from './messages.ts'
import { AttachmentPicture } from './picture.tsx'
import { attachmentSize } from './size-text.ts'

type Props = OfRecord & {
  /** True if this user can attach files. */
  mayAdd: boolean
  /** True if files pasted anywhere in the window are attached to this record. */
  takesPaste?: boolean
}

/** Lists the files of a record, with preview, download, adding and removing. */
export default function Attachments({ noun, recordId, mayAdd, takesPaste = true }: Props) {
  const t = useT(attachmentMessages)
  const of = { noun, recordId }
  const { data, isError, refetch } = useQuery(attachmentsOptions(of))
  const { sending, send } = useSending(of)
  if (!data && isError) return <Failure onRetry={() => void refetch()}>{t('failedList')}</Failure>
  if (!data) return <div className={css.bone} role="status" aria-busy aria-label={t('loading')} />
  return (
    <div className="grid gap-3">
      {data.items.length > 0 && (
        <ul className={css.files} aria-label={t('attachments')}>
          {data.items.map(file => (
            <File key={file.id} file={file} />
          ))}
        </ul>
      )}
      {sending && (
        <div className={css.file} role="status">
          <span className={css.name}>{t('sending', { name: sending.name })}</span>
          <Progress percent={sending.percent} size="small" style={{ width: 160 }} aria-label={sending.name} />
          <button
            type="button"
            className={css.act}
            aria-label={t('cancel')}
            title={t('cancel')}
            onClick={sending.cancel}
          >
            <X size={14} aria-hidden />
          </button>
        </div>
      )}
      {mayAdd ? (
        <DropArea takesPaste={takesPaste} onFiles={send} />
      ) : (
        data.items.length === 0 && <p className="faint">{t('none')}</p>
      )}
    </div>
  )
}

type Sending = { name: string; percent: number; cancel: () => void }

/**
 * Sends several files one after the other, even if the page is left or its tab is hidden meanwhile. Stopping the
 * current one also cancels the waiting ones.
 */
function useSending(of: OfRecord): { sending: Sending | null; send: (files: File[]) => void } {
  const [sending, setSending] = useState<Sending | null>(null)
  const waiting = useRef<File[]>([])
  const running = useRef<AbortController | null>(null)

  async function run(): Promise<void> {
    const controller = new AbortController()
    running.current = controller
    const cancel = () => {
      waiting.current = []
      controller.abort(new DOMException('Cancelled', 'AbortError'))
    }
    for (let file = waiting.current.shift(); file && !controller.signal.aborted; file = waiting.current.shift()) {
      const { name } = file
      setSending({ name, percent: 0, cancel })
      await sendFile(of, file, {
        signal: controller.signal,
        onProgress: share => setSending({ name, percent: Math.round(share * 100), cancel }),
      })
      await refreshAttachments(of.noun)
    }
    running.current = null
    setSending(null)
  }
  return {
    sending,
    send: files => {
      waiting.current.push(...sendable(files))
      if (!running.current && waiting.current.length > 0) void run()
    },
  }
}

function File({ file }: { file: Attachment }) {
  const t = useT(attachmentMessages)
  const modal = useModal()
  const { name } = file

  async function remove() {
    const isMeant = await modal.confirm({
      title: t('removeTitle'),
      content: t('removeText', { name }),
      okText: t('delete'),
      okButtonProps: { danger: true },
      cancelText: t('keep'),
      focusable: { autoFocusButton: 'cancel' },
    })
    if (isMeant) await removeFile(file).catch(showError)
  }
  return (
    <li className={css.file}>
      {file.is_picture ? (
        <AttachmentPicture id={file.id} name={name} label={t('show', { name })} />
      ) : (
        <span className={css.thumb}>
          <FileText size={20} aria-hidden />
        </span>
      )}
      <span className="stack grow">
        <span className={css.name} title={name}>
          {name}
        </span>
        <small>
          {attachmentSize(file.size)} · {file.owner_name && `${file.owner_name} · `}
          {formatInstant(file.created_at)}
        </small>
      </span>
      <button
        type="button"
        className={css.act}
        aria-label={t('download', { name })}
        title={t('download', { name })}
        onClick={() => void downloadFile(file).catch(showError)}
      >
        <Download size={16} aria-hidden />
      </button>
      {file.can.includes('delete') && (
        <button
          type="button"
          className={css.act}
          aria-label={t('deleteNamed', { name })}
          title={t('deleteNamed', { name })}
          onClick={() => void remove()}
        >
          <Trash2 size={16} aria-hidden />
        </button>
      )}
    </li>
  )
}
