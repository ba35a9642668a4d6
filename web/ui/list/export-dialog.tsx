import { useQuery } from '@tanstack/react-query'
import { Button, Input, Modal, Progress, Radio } from 'antd'
import { useEffect, useId, useRef, useState } from 'react'
import {
  cancelExport,
  createExport,
  type Export,
  type exportEntities,
  type exportFormats,
  getExport,
  getExportFile,
} from '#contract/export.api.ts'
import { call, download, saveFile } from '#web/platform/api.ts'
import { useT } from '#web/platform/i18n.ts'
import { endpointQuery, errorText, pollWhile } from '#web/platform/query.ts'
import { Failure } from '#web/ui/frame/failure.tsx'
import { exportFields } from './columns.ts'
import { filterOf, sortOf } from './list-state.ts'
import { listMessages } from './messages.ts'
import type { ListModel } from './use-list.ts'

type Format = (typeof exportFormats)[number]
const formatKeys = { csv: 'exportCsv', xlsx: 'exportXlsx', json: 'exportJson' } as const
const formats = Object.keys(formatKeys) as Format[]
const pollMs = 700

const isOver = (state: Export['state']) => state === 'done' || state === 'failed' || state === 'cancelled'

type Props = { list: ListModel<unknown>; onClose: () => void }

/** Exports the filtered list with its columns to a file on the server, shows the progress and saves the file. */
export default function ExportDialog({ list, onClose }: Props) {
  const t = useT(listMessages)
  const { config, state, columns, total, isEstimated } = list
  const [format, setFormat] = useState<Format>('csv')
  const [reason, setReason] = useState('')
  const reasonId = useId()
  const [id, setId] = useState<number | null>(null)
  const [isStarting, setIsStarting] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  const job = useQuery({
    ...endpointQuery(getExport, { params: { id: id ?? 0 } }),
    enabled: id !== null,
    refetchInterval: pollWhile(({ state }) => !isOver(state), pollMs),
    gcTime: 0,
  })
  const written = id === null ? undefined : job.data

  async function guarded(work: () => Promise<void>) {
    setFault(null)
    try {
      await work()
    } catch (error) {
      setFault(errorText(error))
    }
  }
  const start = () => {
    setIsStarting(true)
    return guarded(async () => {
      const fields = exportFields(config.columns, columns)
      const query = { ...config.fixed, ...filterOf(state), ...sortOf(state) }
      const noun = config.noun as (typeof exportEntities)[number]
      setId((await call(createExport, { body: { noun, format, columns: fields, query, reason } })).id)
    }).finally(() => setIsStarting(false))
  }
  const save = (exportId: number) =>
    guarded(async () => saveFile(await download(getExportFile, { params: { id: exportId } })))
  const stop = () =>
    guarded(async () => {
      if (id !== null) await call(cancelExport, { params: { id } })
      await job.refetch()
    })

  // Saves the exported file automatically, once.
  const saved = useRef<number | null>(null)
  useEffect(() => {
    if (written?.state !== 'done' || saved.current === written.id) return
    saved.current = written.id
    void save(written.id)
  })

  const titles = columns.shown.flatMap(each => {
    const column = config.columns.find(({ id }) => id === each)
    return column && column.fields?.length !== 0 ? column.title : []
  })
  const isRunning = id !== null && (!written || !isOver(written.state))
  const finish = written?.state === 'done' && (
    <Button key="file" type="primary" onClick={() => void save(written.id)}>
      {t('exportDownload')}
    </Button>
  )
  return (
    <Modal
      open
      title={t('exportTitle', { title: config.title })}
      onCancel={onClose}
      footer={[
        isRunning ? (
          <Button key="stop" onClick={() => void stop()}>
            {t('exportCancel')}
          </Button>
        ) : (
          <Button key="close" onClick={onClose}>
            {t('close')}
          </Button>
        ),
        id === null ? (
          <Button
            key="start"
            type="primary"
            disabled={!reason.trim()}
            loading={isStarting}
            onClick={() => void start()}
          >
            {t('export')}
          </Button>
        ) : (
          !isRunning && (
            <Button key="again" onClick={() => setId(null)}>
              {t('exportAgain')}
            </Button>
          )
        ),
        finish,
      ]}
    >
      <div className="stack gap-4">
        {fault && <Failure>{fault}</Failure>}
        {id === null ? (
          <>
            <p>{t(isEstimated ? 'exportTextAbout' : 'exportText', { count: total })}</p>
            <ul className="flex wrap gap-2">
              {titles.map(title => (
                <li key={title} className="tag">
                  {title}
                </li>
              ))}
            </ul>
            <div>
              <p className="below-2 quiet">{t('exportFormat')}</p>
              <Radio.Group
                value={format}
                aria-label={t('exportFormat')}
                options={formats.map(value => ({ value, label: t(formatKeys[value]) }))}
                onChange={event => setFormat(event.target.value as Format)}
              />
            </div>
            <div>
              <label className="below-2 quiet" htmlFor={reasonId}>
                {t('exportReason')}{' '}
                <span className="danger" aria-hidden>
                  *
                </span>
              </label>
              <Input
                id={reasonId}
                value={reason}
                maxLength={500}
                aria-required
                placeholder={t('exportReasonHint')}
                onChange={event => setReason(event.target.value)}
                onPressEnter={() => reason.trim() && void start()}
              />
            </div>
          </>
        ) : (
          <ExportProgress written={written} fault={job.error} />
        )}
      </div>
    </Modal>
  )
}

function ExportProgress({ written, fault }: { written: Export | undefined; fault: Error | null }) {
  const t = useT(listMessages)
  if (!written) return <p role="status">{fault ? errorText(fault) : t('exportQueued')}</p>
  const { state, row_count: count, progress, error } = written
  const text = {
    queued: t('exportQueued'),
    running: t('exportRunning', { count }),
    done: t('exportDone', { count }),
    failed: t('exportFailed', { reason: error ?? '' }),
    cancelled: t('exportCancelled'),
  }[state]
  const status = state === 'failed' ? 'exception' : state === 'done' ? 'success' : 'normal'
  return (
    <>
      <Progress percent={state === 'done' ? 100 : progress} status={status} aria-label={text} />
      <p role="status">{text}</p>
    </>
  )
}
