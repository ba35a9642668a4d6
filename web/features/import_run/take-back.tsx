import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Progress } from 'antd'
import { useEffect, useRef, useState } from 'react'
import {
  cancelImportUndo,
  checkImportUndo,
  type ImportRun,
  listImportRuns,
  markEntities,
  runImportUndo,
} from '#contract/import_run.api.ts'
import { call } from '#web/platform/api.ts'
import { formatInstant } from '#web/platform/clock.ts'
import { useT } from '#web/platform/i18n.ts'
import { endpointQuery, pollWhile, refresh, showError } from '#web/platform/query.ts'
import css from './import-run.module.css'
import { importRunMessages } from './messages.ts'
import { sumOfCounts, UndoCounts } from './undo-counts.tsx'
import { UndoList } from './undo-list.tsx'

const pollMs = 700

type ImportRef = { import: number } | { interchange: number }

const isBusy = (run: ImportRun | undefined) => run?.undo?.state === 'checking' || run?.undo?.state === 'running'

/** The latest run of an import, polled while it is being undone. */
function useRun(of: ImportRef): ImportRun | undefined {
  const query = useQuery({
    ...endpointQuery(listImportRuns, {
      query:
        'import' in of
          ? { import: String(of.import), pageSize: 1 }
          : { interchange: String(of.interchange), pageSize: 1 },
    }),
    refetchInterval: pollWhile(({ items }) => isBusy(items[0]), pollMs),
  })
  const run = query.data?.items[0]
  const wasRunning = useRef(false)
  // Records that were read before the end of the run are outdated.
  useEffect(() => {
    if (run?.undo?.state === 'running') wasRunning.current = true
    else if (run && wasRunning.current) {
      wasRunning.current = false
      void refresh(...markEntities, 'og_cate', 'source', 'import_run')
    }
  }, [run])
  return run
}

/**
 * Undoes a written import: an unobtrusive button, then a dry run, then the confirmation. Afterwards it reports that the
 * import was undone.
 */
export function TakeBack({ of }: { of: ImportRef }) {
  const t = useT(importRunMessages)
  const run = useRun(of)
  const [isSending, setIsSending] = useState(false)
  const [isOpen, setIsOpen] = useState(false)
  if (!run) return null
  const send = async (act: typeof checkImportUndo | typeof runImportUndo | typeof cancelImportUndo) => {
    setIsSending(true)
    try {
      await call(act, { params: { id: run.id } })
      await refresh('import_run')
    } catch (error) {
      showError(error)
    }
    setIsSending(false)
  }
  const state = run.undo?.state
  if (isBusy(run)) return <Working run={run} onStop={() => void send(cancelImportUndo)} />
  const begin = () => {
    setIsOpen(true)
    void send(checkImportUndo)
  }
  if (state === 'checked' && isOpen)
    return (
      <Judged run={run} isSending={isSending} onRun={() => void send(runImportUndo)} onBack={() => setIsOpen(false)} />
    )
  const stays = run.undone_at === null ? 0 : sumOfCounts(run, 'stay')
  return (
    <section className={css.stack}>
      {state === 'failed' && <Alert type="error" showIcon title={t('failed')} description={run.undo?.error} />}
      {state === 'cancelled' && <Alert type="warning" showIcon title={t('cancelled')} />}
      {run.undone_at !== null && (
        <Alert
          type="info"
          showIcon
          title={t('done', { at: formatInstant(run.undone_at) })}
          description={stays > 0 ? t('doneStay', { count: stays }) : undefined}
        />
      )}
      {run.undone_at !== null && stays > 0 && <UndoList run={run} first="stay" />}
      {(run.undone_at === null || stays > 0) && (
        <div>
          <Button type="link" className={css.quiet} loading={isSending} onClick={begin}>
            {t(run.undone_at === null ? 'takeBack' : 'takeRest')}
          </Button>
        </div>
      )}
    </section>
  )
}

function Working({ run, onStop }: { run: ImportRun; onStop: () => void }) {
  const t = useT(importRunMessages)
  const { state, progress = 0, total = 0 } = run.undo ?? {}
  const title = t(state === 'running' ? 'running' : 'checking')
  return (
    <section className={css.stack} role="status">
      <p>{title}</p>
      <Progress percent={total > 0 ? Math.floor((progress / total) * 100) : 0} aria-label={title} />
      {total > 0 && <p className="small quiet">{t('progress', { done: progress, total })}</p>}
      <div>
        <Button onClick={onStop}>{t('stop')}</Button>
      </div>
    </section>
  )
}

type JudgedProps = { run: ImportRun; isSending: boolean; onRun: () => void; onBack: () => void }

/** The effect of undoing: changes to revert and changes to leave. */
function Judged({ run, isSending, onRun, onBack }: JudgedProps) {
  const t = useT(importRunMessages)
  const count = sumOfCounts(run, 'remove') + sumOfCounts(run, 'set_back') + sumOfCounts(run, 'partly')
  return (
    <section className={css.judged} aria-label={t('title')}>
      <h3 className={css.title}>{t('title')}</h3>
      <p className="quiet">{count > 0 ? t('hint') : t('nothing')}</p>
      <UndoCounts run={run} />
      <UndoList run={run} first={sumOfCounts(run, 'stay') + sumOfCounts(run, 'partly') > 0 ? 'stay' : 'remove'} />
      <div className={css.acts}>
        <Button onClick={onBack}>{t('back')}</Button>
        {count > 0 && (
          <Button danger loading={isSending} onClick={onRun}>
            {t('run', { count })}
          </Button>
        )}
      </div>
    </section>
  )
}
