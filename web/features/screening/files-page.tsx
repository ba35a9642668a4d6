import { useQuery } from '@tanstack/react-query'
import { Button, Skeleton } from 'antd'
import { Trash2 } from 'lucide-react'
import {
  createScreeningFile,
  deleteScreeningFile,
  listScreeningFiles,
  type ScreeningFile,
} from '#contract/screening_file.api.ts'
import { call, upload } from '#web/platform/api.ts'
import { formatInstant } from '#web/platform/clock.ts'
import { useT } from '#web/platform/i18n.ts'
import { useModal } from '#web/platform/modal.ts'
import { PageLink, useGo } from '#web/platform/page.tsx'
import { endpointQuery, errorText, pollWhile, refresh, showError } from '#web/platform/query.ts'
import { Failure } from '#web/ui/frame/failure.tsx'
import { PageFrame } from '#web/ui/frame/page-frame.tsx'
import { FileDrop } from '#web/ui/ingest/file-drop.tsx'
import { type RowColumn, RowTable } from '#web/ui/table/row-table.tsx'
import { isFileBusy } from './file-calls.ts'
import { fileMessages } from './file-messages.ts'

const stateWords = {
  reading: 'state_reading',
  mapping: 'state_mapping',
  screening: 'state_screening',
  done: 'state_done',
  failed: 'failed',
  cancelled: 'stopped',
} as const
const pollMs = 2_000
const pageSize = 50

/** `/admin/screening/file`: uploads a file of names, or resumes one of the user's earlier files. */
export default function FilesPage() {
  const t = useT(fileMessages)
  const go = useGo()
  const columns = useColumns()
  const { data, error, refetch } = useQuery({
    ...endpointQuery(listScreeningFiles, { query: { pageSize } }),
    refetchInterval: pollWhile(({ items }) => items.some(isFileBusy), pollMs),
  })
  return (
    <PageFrame title={t('screenFile')} text={t('pageText')} isWide>
      <FileDrop
        hint={t('uploadHint')}
        accept=".csv,.tsv,.txt,.xlsx"
        send={async (file, onProgress) => {
          const { id } = await upload(createScreeningFile, file, {}, { onProgress })
          void refresh('screening_file')
          go('screening_file_detail', { params: { id } })
        }}
      />
      <section>
        <h2 className="below-3">{t('mine')}</h2>
        {error && !data && (
          <Failure isWhole onRetry={() => void refetch()}>
            {errorText(error)}
          </Failure>
        )}
        {!data && !error && <Skeleton active title={false} paragraph={{ rows: 4 }} />}
        {data && <RowTable rows={data.items} rowId={({ id }) => id} columns={columns} empty={t('noFiles')} isWide />}
      </section>
    </PageFrame>
  )
}

function useColumns(): RowColumn<ScreeningFile>[] {
  const t = useT(fileMessages)
  const modal = useModal()
  const remove = ({ id, file_name }: ScreeningFile) =>
    modal.confirm({
      title: t('removeAsk', { name: file_name }),
      content: t('removeText'),
      okText: t('delete'),
      okButtonProps: { danger: true },
      cancelText: t('cancel'),
      focusable: { autoFocusButton: 'cancel' },
      onOk: () => call(deleteScreeningFile, { params: { id } }).then(() => refresh('screening_file'), showError),
    })
  return [
    {
      id: 'file_name',
      title: t('fileName'),
      cell: ({ id, file_name }) => (
        <PageLink to="screening_file_detail" params={{ id }} className="break">
          {file_name}
        </PageLink>
      ),
    },
    { id: 'state', title: t('state'), width: 160, cell: ({ state }) => t(stateWords[state]) },
    {
      id: 'rows',
      title: t('lines'),
      isNumber: true,
      width: 90,
      cell: ({ row_count }) => row_count.toLocaleString('en-US'),
    },
    { id: 'strong', title: t('strong'), isNumber: true, width: 90, cell: ({ counts }) => counts.strong || '' },
    { id: 'possible', title: t('possible'), isNumber: true, width: 90, cell: ({ counts }) => counts.possible || '' },
    { id: 'kept', title: t('kept'), width: 170, from: 'md', cell: ({ kept_until }) => formatInstant(kept_until) },
    {
      id: 'remove',
      title: <span className="visually-hidden">{t('acts')}</span>,
      width: 48,
      cell: file => (
        <Button
          type="text"
          size="small"
          icon={<Trash2 size={16} />}
          aria-label={t('deleteNamed', { name: file.file_name })}
          title={t('deleteNamed', { name: file.file_name })}
          onClick={() => remove(file)}
        />
      ),
    },
  ]
}
