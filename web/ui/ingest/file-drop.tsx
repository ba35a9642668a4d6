import { Button, Progress } from 'antd'
import { Upload } from 'lucide-react'
import { type DragEvent, useId, useState } from 'react'
import { useT } from '#web/platform/i18n.ts'
import { showError } from '#web/platform/query.ts'
import css from './file-steps.module.css'
import { ingestMessages } from './messages.ts'

type DropProps = {
  hint: string
  /** As in the `accept` attribute of an input. */
  accept: string
  /** Sends the file; `onProgress` gets the share, 0 to 1. A failure is shown to the user. */
  send: (file: File, onProgress: (share: number) => void) => Promise<void>
}

/** Choose or drop one file; it is sent at once. */
export function FileDrop({ hint, accept, send }: DropProps) {
  const t = useT(ingestMessages)
  const inputId = useId()
  const [percent, setPercent] = useState<number | null>(null)
  const [isOver, setIsOver] = useState(false)

  async function take(file: File | undefined) {
    if (!file || percent !== null) return
    setPercent(0)
    try {
      await send(file, share => setPercent(Math.round(share * 100)))
    } catch (error) {
      showError(error)
    }
    setPercent(null)
  }
  const drag = (over: boolean) => (event: DragEvent) => {
    event.preventDefault()
    setIsOver(over)
  }
  return (
    <label
      htmlFor={inputId}
      className={css.drop}
      data-over={isOver || undefined}
      onDragOver={drag(true)}
      onDragLeave={drag(false)}
      onDrop={event => {
        drag(false)(event)
        void take(event.dataTransfer.files[0])
      }}
    >
      <Upload size={24} aria-hidden />
      <span className="strong">{percent === null ? t('choose') : t('uploading', { percent: String(percent) })}</span>
      <span className="small quiet">{hint}</span>
      {percent !== null && <Progress percent={percent} showInfo={false} aria-label={t('choose')} />}
      <input
        id={inputId}
        type="file"
        className="visually-hidden"
        accept={accept}
        onChange={event => {
          void take(event.target.files?.[0])
          event.target.value = ''
        }}
      />
    </label>
  )
}

type RecentUpload = { id: number; file_name: string | null }
type RecentProps<R extends RecentUpload> = {
  items: readonly R[] | undefined
  /** Facts of each file, next to its name. */
  facts: (item: R) => readonly string[]
  onOpen: (item: R) => void
}

/** The user's latest files, which can be resumed; hidden if there are none. */
export function RecentFiles<R extends RecentUpload>({ items, facts, onOpen }: RecentProps<R>) {
  const t = useT(ingestMessages)
  if (!items?.length) return null
  return (
    <section>
      <h3 className={css.heading}>{t('recent')}</h3>
      <ul className={css.lines}>
        {items.map(item => (
          <li key={item.id} className={css.recent}>
            <span className={css.file}>{item.file_name}</span>
            {facts(item).map(fact => (
              <span key={fact} className="small quiet">
                {fact}
              </span>
            ))}
            <Button size="small" onClick={() => onOpen(item)}>
              {t('open')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
