import { useQuery } from '@tanstack/react-query'
import { Button, Progress } from 'antd'
import { Upload } from 'lucide-react'
import { type DragEvent, useId, useState } from 'react'
import { createImport, type Import, listImports } from '#contract/import.ts'
import { upload } from '#web/platform/api.ts'
import { formatInstant } from '#web/platform/clock.ts'
import { useT } from '#web/platform/i18n.ts'
import { ask, showError } from '#web/platform/query.ts'
import css from './import.module.css'
import { importMessages } from './messages.ts'

type Props = { noun: Import['noun']; onOpen: (opened: Import) => void }

/** Choose or drop a file; below, one's own recent imports to go on with. */
export function UploadStep({ noun, onOpen }: Props) {
  const t = useT(importMessages)
  const inputId = useId()
  const [percent, setPercent] = useState<number | null>(null)
  const [isOver, setIsOver] = useState(false)
  const recent = useQuery(ask(listImports, { query: { pageSize: 5 } }))

  async function send(file: File | undefined) {
    if (!file || percent !== null) return
    setPercent(0)
    try {
      onOpen(
        await upload(
          createImport,
          file,
          { query: { noun } },
          { onProgress: share => setPercent(Math.round(share * 100)) },
        ),
      )
    } catch (error) {
      showError(error)
    }
    setPercent(null)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(false)
    void send(event.dataTransfer.files[0])
  }
  const drag = (over: boolean) => (event: DragEvent) => {
    event.preventDefault()
    setIsOver(over)
  }
  return (
    <>
      <label
        htmlFor={inputId}
        className={isOver ? `${css.drop} ${css.over}` : css.drop}
        onDrop={drop}
        onDragOver={drag(true)}
        onDragLeave={drag(false)}
      >
        <Upload size={24} aria-hidden />
        <span className="strong">{percent === null ? t('upload') : t('uploading', { percent: String(percent) })}</span>
        <span className={css.meta}>{t('uploadHint')}</span>
        {percent !== null && <Progress percent={percent} showInfo={false} aria-label={t('stepFile')} />}
        <input
          id={inputId}
          type="file"
          className="visually-hidden"
          accept=".csv,.tsv,.txt,.xlsx,.json,.jsonl,.ndjson"
          onChange={event => {
            void send(event.target.files?.[0])
            event.target.value = ''
          }}
        />
      </label>
      {recent.data && recent.data.items.length > 0 && (
        <section>
          <h3 className={css.heading}>{t('recent')}</h3>
          <ul className={css.recent}>
            {recent.data.items.map(item => (
              <li key={item.id}>
                <span className={css.file}>{item.file_name}</span>
                <span className={css.meta}>{t('rows', { count: item.row_count })}</span>
                <span className={css.meta}>{t(`state_${item.state}`)}</span>
                <span className={css.meta}>{formatInstant(item.created_at)}</span>
                <Button size="small" onClick={() => onOpen(item)}>
                  {t('open')}
                </Button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
