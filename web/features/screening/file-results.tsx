import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Input, Segmented, Skeleton } from 'antd'
import { Download } from 'lucide-react'
import { lazy, useState } from 'react'
import { isSameNameAlone, sameNameAlone, whySentence } from '#contract/match-reason.ts'
import {
  type FileRowResult,
  fileRowResults,
  getScreeningFileResult,
  listScreeningFileRows,
  type ScreeningFile,
  type ScreeningFileRow,
} from '#contract/screening_file.api.ts'
import { FileCoverageLine } from '#web/features/coverage/coverage.tsx'
import { download, saveFile } from '#web/platform/api.ts'
import { useLocale, useT } from '#web/platform/i18n.ts'
import { useIsNarrow } from '#web/platform/media.ts'
import { endpointQuery, errorText, showError } from '#web/platform/query.ts'
import { Failure } from '#web/ui/frame/failure.tsx'
import { UnreadValues } from '#web/ui/ingest/column-preview.tsx'
import { LazyDialog } from '#web/ui/lazy-dialog.tsx'
import { type RowColumn, RowTable } from '#web/ui/table/row-table.tsx'
import { CertificateButton } from './certificate-button.tsx'
import css from './file.module.css'
import { fileMessages } from './file-messages.ts'
import { MatchScore } from './score.tsx'

const FileRowDrawer = lazy(() => import('./file-row.tsx'))

const pageSize = 50
type ResultFilter = FileRowResult | 'all'

/** The results, best matches first, and a download of the file with results. */
export function FileResults({ file, onAgain }: { file: ScreeningFile; onAgain: () => void }) {
  const t = useT(fileMessages)
  // As cards on a narrow screen: it has no space for three columns.
  const isNarrow = useIsNarrow()
  const [shown, setShown] = useState<ResultFilter>('all')
  const [keyword, setKeyword] = useState('')
  const [current, setCurrent] = useState(1)
  const [opened, setOpened] = useState<number | null>(null)
  const [taking, setTaking] = useState<'csv' | 'xlsx' | null>(null)
  const { data, error, refetch, isFetching } = useQuery({
    ...endpointQuery(listScreeningFileRows, {
      params: { id: file.id },
      query: { current, pageSize, ...(shown !== 'all' && { result: shown }), ...(keyword && { keyword }) },
    }),
    placeholderData: keepPreviousData,
  })
  const columns = useColumns(setOpened)
  const from = <T,>(set: (value: T) => void) => {
    return (value: T) => {
      set(value)
      setCurrent(1)
    }
  }
  const take = async (format: 'csv' | 'xlsx') => {
    setTaking(format)
    try {
      saveFile(await download(getScreeningFileResult, { params: { id: file.id }, query: { format } }))
    } catch (error) {
      showError(error)
    }
    setTaking(null)
  }
  const countOf = (which: ResultFilter) => (which === 'all' ? file.progress : file.counts[which])
  const hasHits = file.counts.strong + file.counts.possible > 0
  return (
    <section className="stack gap-4" aria-label={t('results')}>
      <div className={css.bar}>
        <Segmented<ResultFilter>
          className={css.tabs}
          aria-label={t('result')}
          value={shown}
          options={(['all', ...fileRowResults] as const).map(value => ({
            value,
            label: `${t(value === 'none' ? 'resultNone' : value)} ${countOf(value).toLocaleString('en-US')}`,
          }))}
          onChange={from(setShown)}
        />
        <Input.Search
          allowClear
          className={css.find}
          aria-label={t('find')}
          placeholder={t('find')}
          onSearch={from(setKeyword)}
        />
        <div className="row wrap gap-3 push">
          {file.state === 'done' && <CertificateButton of="file" body={{ id: file.id }} />}
          <Button onClick={onAgain}>{t('again')}</Button>
          {(['csv', 'xlsx'] as const).map(format => (
            <Button
              key={format}
              type={format === 'xlsx' ? 'primary' : 'default'}
              icon={<Download size={16} aria-hidden />}
              loading={taking === format}
              onClick={() => void take(format)}
            >
              {t(format === 'xlsx' ? 'downloadXlsx' : 'downloadCsv')}
            </Button>
          ))}
        </div>
      </div>
      <FileCoverageLine file={file} />
      {file.unread.length > 0 && (
        <div>
          <UnreadValues columns={file.unread} fate="skip" />
        </div>
      )}
      {!hasHits && (
        <p>
          <strong>{t('noneFound')}</strong>{' '}
          <span className="quiet">
            {t('allNone', {
              count: (file.progress - file.counts.wrong).toLocaleString('en-US'),
              threshold: String(file.plan.threshold),
            })}
          </span>
        </p>
      )}
      {error && !data && (
        <Failure isWhole onRetry={() => void refetch()}>
          {errorText(error)}
        </Failure>
      )}
      {!data && !error && <Skeleton active title={false} paragraph={{ rows: 8 }} />}
      {data && (
        <RowTable
          rows={data.items}
          rowId={({ n }) => n}
          columns={columns}
          pages={{ current, pageSize, total: data.total, onChange: setCurrent }}
          empty={t('noneFoundHere')}
          isBusy={isFetching}
          isWide={isNarrow}
        />
      )}
      <LazyDialog>
        {opened !== null && <FileRowDrawer file={file} n={opened} onClose={() => setOpened(null)} />}
      </LazyDialog>
    </section>
  )
}

function useColumns(onOpen: (n: number) => void): RowColumn<ScreeningFileRow>[] {
  const t = useT(fileMessages)
  const locale = useLocale()
  return [
    { id: 'n', title: t('line'), isNumber: true, width: 64, from: 'sm', cell: ({ n }) => n.toLocaleString('en-US') },
    {
      id: 'name',
      title: t('name'),
      width: 260,
      cell: ({ n, name }) => (
        <button type="button" className={css.name} dir="auto" onClick={() => onOpen(n)}>
          {name || '—'}
        </button>
      ),
    },
    {
      id: 'result',
      title: t('result'),
      width: 160,
      cell: ({ result, hits: [best] }) => (
        <span className="inline-row gap-3">
          {best && <MatchScore score={best.score} />}
          <span
            data-result={best && isSameNameAlone(best.schema, best.features) ? 'strong' : result}
            className={css.result}
          >
            {best && isSameNameAlone(best.schema, best.features)
              ? sameNameAlone[locale]
              : result && t(result === 'none' ? 'resultNone' : result)}
          </span>
        </span>
      ),
    },
    {
      id: 'best',
      title: t('best'),
      cell: ({ hits: [best], hit_count, fault, notes }) => (
        <div className="break">
          {best && (
            <>
              <span dir="auto">{best.caption}</span>{' '}
              <span className="small quiet">
                {best.list.name} · {best.key}
                {hit_count > 1 && ` · ${t('further', { count: hit_count - 1 })}`}
              </span>
              <div className="small quiet">{whySentence(best.features, locale)}</div>
            </>
          )}
          {fault && <span className="danger">{fault}</span>}
          {notes.map(note => (
            <div key={note} className="small warning">
              {note}
            </div>
          ))}
        </div>
      ),
    },
  ]
}
