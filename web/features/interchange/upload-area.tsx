import { useQuery } from '@tanstack/react-query'
import { Button, Progress } from 'antd'
import { Upload } from 'lucide-react'
import { type DragEvent, useId, useState } from 'react'
import { importInterchange, listInterchanges } from '#contract/interchange.ts'
import { upload } from '#web/platform/api.ts'
import { formatInstant } from '#web/platform/clock.ts'
import { useT } from '#web/platform/i18n.ts'
import { ask, refresh, showError } from '#web/platform/query.ts'
import css from './interchange.module.css'
import { interchangeMessages } from './messages.ts'

/** Choose or drop a file; below, one's own recent imports to go on with. */
export function UploadArea({ onOpen }: { onOpen: (id: number) => void }) {
  const t = useT(interchangeMessages)
  const inputId = useId()
  const [percent, setPercent] = useState<number | null>(null)
  const [isOver, setIsOver] = useState(false)
  const recent = useQuery(ask(listInterchanges, { query: { direction: 'import', pageSize: 5 } }))

  async function send(file: File | undefined) {
    if (!file || percent !== null) return
    setPercent(0)
    try {
      const onProgress = (share: number) => setPercent(Math.round(share * 100))
      onOpen((await upload(importInterchange, file, {}, { onProgress })).id)
      void refresh('interchange')
    } catch (error) {
      showError(error)
    }
    setPercent(null)
  }
  const drag = (over: boolean, event: DragEvent) => {
    event.preventDefault()
    setIsOver(over)
  }
  return (
    <>
      <label
        htmlFor={inputId}
        className={isOver ? `${css.drop} ${css.over}` : css.drop}
        onDragOver={event => drag(true, event)}
        onDragLeave={event => drag(false, event)}
        onDrop={event => {
          drag(false, event)
          void send(event.dataTransfer.files[0])
        }}
      >
        <Upload size={24} aria-hidden />
        <span className="strong">{percent === null ? t('upload') : t('uploading', { percent: String(percent) })}</span>
        <span className="small quiet">{t('uploadHint')}</span>
        {percent !== null && <Progress percent={percent} showInfo={false} aria-label={t('import')} />}
        <input
          id={inputId}
          type="file"
          className="visually-hidden"
          accept=".json,.jsonl,.ndjson,.ftm,.txt"
          onChange={event => {
            void send(event.target.files?.[0])
            event.target.value = ''
          }}
        />
      </label>
      {recent.data && recent.data.items.length > 0 && (
        <section className="above-6">
          <h3 className={css.heading}>{t('recent')}</h3>
          <ul className={css.recent}>
            {recent.data.items.map(item => (
              <li key={item.id}>
                <span className={css.file}>{item.file_name}</span>
                <span className="small quiet">{t(`state_${item.state}`)}</span>
                <span className="small quiet">{formatInstant(item.created_at)}</span>
                <Button size="small" onClick={() => onOpen(item.id)}>
                  {t('openOne')}
                </Button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
