import { useQuery } from '@tanstack/react-query'
import { Alert, Skeleton } from 'antd'
import { useState } from 'react'
import { cancelScreeningFile, readScreeningFile, type ScreeningFile } from '#contract/screening_file.api.ts'
import { call } from '#web/platform/api.ts'
import { formatInstant } from '#web/platform/clock.ts'
import { useT } from '#web/platform/i18n.ts'
import { usePage } from '#web/platform/page.tsx'
import { errorText, refresh, showError } from '#web/platform/query.ts'
import { Failure } from '#web/ui/frame/failure.tsx'
import { PageFrame } from '#web/ui/frame/page-frame.tsx'
import { TableLayout } from '#web/ui/ingest/table-layout.tsx'
import { WorkProgress } from '#web/ui/ingest/work-progress.tsx'
import { fileOptions, isFileBusy } from './file-calls.ts'
import { fileMessages } from './file-messages.ts'
import { FilePlan } from './file-plan.tsx'
import { FileResults } from './file-results.tsx'

/** `/admin/screening/file/$id`: the column mapping, progress and results of a file. */
export default function FilePage() {
  const t = useT(fileMessages)
  const { params } = usePage()
  const { data: file, error, refetch } = useQuery(fileOptions(Number(params.id)))
  const [isPlanning, setIsPlanning] = useState(false)
  if (!file)
    return (
      <PageFrame title={t('screenFile')} parent="screening_file" isWide>
        {error ? (
          <Failure isWhole onRetry={() => void refetch()}>
            {errorText(error)}
          </Failure>
        ) : (
          <Skeleton active title={false} paragraph={{ rows: 8 }} />
        )}
      </PageFrame>
    )
  const hasResults = file.progress > 0 && file.lists.length > 0 && !isFileBusy(file)
  const mayPlan = file.row_count > 0 && !isFileBusy(file)
  const isShown = mayPlan && (isPlanning || !hasResults)
  return (
    <PageFrame
      title={file.file_name}
      meta={t('rows', { count: file.row_count })}
      text={<Facts file={file} />}
      parent="screening_file"
      isWide
    >
      {file.state === 'failed' && <Alert type="error" showIcon title={t('failedTitle')} description={file.error} />}
      {file.state === 'cancelled' && (
        <Alert
          type="warning"
          showIcon
          title={t('stoppedTitle')}
          description={hasResults && t('stoppedText', { done: file.progress.toLocaleString('en-US') })}
        />
      )}
      {file.state === 'failed' && file.row_count === 0 && file.may_read && file.layout && (
        <TableLayout
          layout={file.layout}
          onChoose={body =>
            void call(readScreeningFile, { params: { id: file.id }, body }).then(
              () => refresh('screening_file'),
              showError,
            )
          }
        />
      )}
      {isFileBusy(file) && <Working file={file} />}
      {isShown && <FilePlan file={file} onStarted={() => setIsPlanning(false)} />}
      {hasResults && !isShown && <FileResults file={file} onAgain={() => setIsPlanning(true)} />}
    </PageFrame>
  )
}

function Facts({ file: { lists, format, encoding, kept_until } }: { file: ScreeningFile }) {
  const t = useT(fileMessages)
  const listTexts = lists.map(({ name, version }) => t('listVersion', { name, n: String(version) }))
  const read = [format?.toUpperCase(), encoding].filter(Boolean).join(' · ')
  const first = listTexts.length > 0 ? t('comparedWith', { lists: listTexts.join(t('comma')) }) : read
  return [first, t('keptUntil', { at: formatInstant(kept_until) })].filter(Boolean).join(' · ')
}

function Working({ file: { id, state, progress, row_count } }: { file: ScreeningFile }) {
  const t = useT(fileMessages)
  const isScreening = state === 'screening'
  return (
    <WorkProgress
      title={t(isScreening ? 'screening' : 'reading')}
      done={progress}
      total={isScreening ? row_count : null}
      counted={t('rows', { count: progress })}
      {...(isScreening && { hint: t('screeningHint') })}
      onStop={() => void call(cancelScreeningFile, { params: { id } }).then(() => refresh('screening_file'), showError)}
    />
  )
}
