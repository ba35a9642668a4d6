import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Drawer, Steps } from 'antd'
import { useState } from 'react'
import { cancelImport, getImport, type Import, readImport } from '#contract/import.api.ts'
import { call } from '#web/platform/api.ts'
import { useT } from '#web/platform/i18n.ts'
import { useIsNarrow } from '#web/platform/media.ts'
import { cacheAnswer, endpointQuery, pollWhile, refresh, showError } from '#web/platform/query.ts'
import { TableLayout } from '#web/ui/ingest/table-layout.tsx'
import { useWritten } from '#web/ui/ingest/use-written.ts'
import { WorkProgress } from '#web/ui/ingest/work-progress.tsx'
import { CheckStep } from './check-step.tsx'
import { type ImportProps, isImportBusy } from './import-props.ts'
import { MapStep } from './map-step.tsx'
import { importMessages } from './messages.ts'
import { UploadStep } from './upload-step.tsx'

const pollMs = 600
const widthPx = 1040

/**
 * Imports a file: upload, map, dry run, write. Closing the dialog does not stop the import; it is listed under recent.
 */
export default function ImportDialog({
  noun,
  formatters,
  useLooksOf,
  nameSource,
  openId,
  onClose,
  onDone,
}: ImportProps) {
  const t = useT(importMessages)
  const isNarrow = useIsNarrow()
  const [id, setId] = useState<number | null>(openId ?? null)
  const [isMapping, setIsMapping] = useState(false)
  const query = useQuery({
    ...endpointQuery(getImport, { params: { id: id ?? 0 } }),
    enabled: id !== null,
    refetchInterval: pollWhile(({ state }) => isImportBusy(state), pollMs),
  })
  const current = id === null ? undefined : query.data
  useWritten(current?.state, onDone)

  const show = (next: Import) => {
    cacheAnswer(getImport, { params: { id: next.id } }, next)
    setId(next.id)
    setIsMapping(false)
    void refresh('import')
  }
  return (
    <Drawer
      open
      title={current ? `${t('title')} · ${current.file_name}` : t('title')}
      size={`min(${widthPx}px, 100vw)`}
      onClose={onClose}
      closable={{ 'aria-label': t('close') }}
      classNames={{ body: 'stack' }}
      extra={current && <Button onClick={() => setId(null)}>{t('another')}</Button>}
    >
      <Steps
        className="rigid below-6"
        size="small"
        // Horizontal on a phone too: vertically the steps would take a third of the screen.
        responsive={false}
        titlePlacement={isNarrow ? 'vertical' : 'horizontal'}
        current={stepOf(current, isMapping)}
        items={[t('stepFile'), t('stepMap'), t('stepCheck'), t('stepRun')].map(title => ({ title }))}
      />
      {!current && <UploadStep noun={noun} onOpen={show} />}
      {current && isImportBusy(current.state) && <Working import={current} onStopped={show} />}
      {current?.state === 'failed' && (
        <Alert type="error" showIcon title={t('failed')} description={current.error} className="below-5" />
      )}
      {current?.state === 'failed' && current.row_count === 0 && current.layout && (
        <TableLayout
          layout={current.layout}
          onChoose={body => void call(readImport, { params: { id: current.id }, body }).then(show, showError)}
        />
      )}
      {current && (isMapping || needsMapping(current)) && (
        <MapStep import={current} formatters={formatters} onChecked={show} />
      )}
      {current && !isMapping && isJudged(current) && (
        <CheckStep
          import={current}
          formatters={formatters}
          useLooksOf={useLooksOf}
          nameSource={nameSource}
          onBack={() => setIsMapping(true)}
          onRun={show}
          onClose={onClose}
        />
      )}
    </Drawer>
  )
}

function stepOf(current: Import | undefined, isMapping: boolean): number {
  if (!current || current.state === 'parsing') return 0
  if (isMapping || needsMapping(current)) return 1
  if (current.state === 'checking' || current.state === 'checked') return 2
  return current.state === 'done' ? 4 : 3
}

/** True for a file that was read but not checked: it needs a mapping, or the dry run was stopped. */
function needsMapping({ state, row_count: rows, counts }: Import): boolean {
  const judged = Object.values(counts).reduce((sum, count) => sum + count, 0)
  return state === 'mapping' || ((state === 'cancelled' || state === 'failed') && rows > 0 && judged === 0)
}

function isJudged(current: Import): boolean {
  if (needsMapping(current)) return false
  return (
    current.state === 'checked' || current.state === 'done' || (current.state === 'cancelled' && current.row_count > 0)
  )
}

function Working({ import: current, onStopped }: { import: Import; onStopped: (next: Import) => void }) {
  const t = useT(importMessages)
  const { id, state, counts, progress, row_count } = current
  return (
    <WorkProgress
      title={t(state as 'parsing' | 'checking' | 'running')}
      done={progress}
      total={state === 'running' ? counts.new + counts.changed : row_count}
      counted={t('rows', { count: progress })}
      onStop={() => void call(cancelImport, { params: { id } }).then(onStopped, showError)}
    />
  )
}
