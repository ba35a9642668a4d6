import { useQuery } from '@tanstack/react-query'
import { Button, Skeleton } from 'antd'
import { History } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import {
  addPageArchive,
  cancelPast,
  captureOutcomes,
  listPageArchives,
  type PageArchive,
} from '#contract/page-archive.api.ts'
import { call, upload } from '#web/platform/api.ts'
import { formatInstant } from '#web/platform/clock.ts'
import { useT } from '#web/platform/i18n.ts'
import { useModal } from '#web/platform/modal.ts'
import { notifySuccess } from '#web/platform/notice.ts'
import { endpointQuery, errorText, queryClient, refresh, showError } from '#web/platform/query.ts'
import { Failure } from '#web/ui/frame/failure.tsx'
import { FileDrop } from '#web/ui/ingest/file-drop.tsx'
import { archiveMessages } from './archive-messages.ts'
import { roundMessages } from './round-messages.ts'
import css from './site.module.css'
import { refetchIntervalOf } from './site-calls.ts'

const PastDialog = lazy(() => import('./past-dialog.tsx'))
const optionsOf = (ogId: number) => endpointQuery(listPageArchives, { params: { id: ogId } })
const isReading = ({ state }: PageArchive) => state === 'reading'

/** Web archive files of a site, with the outcome of their captures. */
export function SiteArchives({ ogId, mayUpdate }: { ogId: number; mayUpdate: boolean }) {
  const t = useT(archiveMessages)
  const common = useT(roundMessages)
  const [isOpen, setIsOpen] = useState(false)
  const { data, isError, error, refetch } = useQuery({
    ...optionsOf(ogId),
    refetchInterval: query => refetchIntervalOf(query.state.data?.items.some(isReading) ?? false),
  })
  // Pages and their versions have changed when a file has been read.
  const reading = data?.items.filter(isReading).length ?? 0
  const before = useRef(reading)
  useEffect(() => {
    if (reading < before.current) void refresh('og', 'page')
    before.current = reading
  }, [reading])
  if (!data && isError)
    return (
      <Failure onRetry={() => void refetch()}>
        {common('failedText')} {errorText(error)}
      </Failure>
    )
  if (!data) return <Skeleton active title={false} paragraph={{ rows: 2 }} />
  return (
    <div className="stack gap-3">
      <p className="small quiet">{t('about')}</p>
      {mayUpdate && (
        <FileDrop
          hint={t('hint')}
          accept=".warc,.gz,.wacz,.mhtml,.mht,.html,.htm"
          send={async (file, onProgress) => {
            await upload(addPageArchive, file, { params: { id: ogId } }, { onProgress })
            await queryClient.invalidateQueries({ queryKey: optionsOf(ogId).queryKey })
          }}
        />
      )}
      {mayUpdate && data.service !== null && (
        <div>
          <Button
            icon={<History size={16} aria-hidden />}
            disabled={data.items.some(each => each.format === 'service' && isReading(each))}
            onClick={() => setIsOpen(true)}
          >
            {t('fetchPast')}
          </Button>
          {isOpen && (
            <Suspense>
              <PastDialog ogId={ogId} host={data.service} onClose={() => setIsOpen(false)} />
            </Suspense>
          )}
        </div>
      )}
      {data.items.length === 0 ? (
        <p className="faint">{t('none')}</p>
      ) : (
        <ul aria-label={t('title')}>
          {data.items.map(archive => (
            <ArchiveRow key={archive.id} ogId={ogId} archive={archive} />
          ))}
        </ul>
      )}
    </div>
  )
}

function ArchiveRow({ ogId, archive }: { ogId: number; archive: PageArchive }) {
  const t = useT(archiveMessages)
  const { file_name, format, state, captures, counts, fault, created_at, sha256, pages, retries, can } = archive
  const outcomes = captureOutcomes.flatMap(outcome => {
    const count = counts[outcome]
    return count ? [t(outcome, { count })] : []
  })
  return (
    <li className={css.place}>
      <div className="grow shrink">
        <div className="ellipsis" title={sha256 === null ? file_name : `${file_name}\n${t('hash')}: ${sha256}`}>
          {file_name}
        </div>
        <div className="small quiet">
          {[
            formatInstant(created_at),
            ...(format ? [t(format)] : []),
            t('captures', { count: captures }),
            ...(pages ? [t('pastPages', pages)] : []),
          ].join(' · ')}
        </div>
        {outcomes.length > 0 && <div className="small">{outcomes.join(' · ')}</div>}
        {retries > 0 && <div className="small quiet">{t('retries', { count: retries })}</div>}
        {fault && <div className="small danger">{t(`fault_${fault}`)}</div>}
      </div>
      <span className={css.placeState} data-state={state}>
        {t(state === 'reading' && format === 'service' ? 'fetching' : state)}
      </span>
      {can.includes('cancel') && <CancelButton ogId={ogId} archive={archive} />}
    </li>
  )
}

/** Ends a fetch after a confirmation. */
function CancelButton({ ogId, archive }: { ogId: number; archive: PageArchive }) {
  const t = useT(archiveMessages)
  const modal = useModal()
  const [isBusy, setIsBusy] = useState(false)
  async function cancel() {
    const isSure = await modal.confirm({
      title: t('cancelTitle', { host: archive.file_name }),
      content: t('cancelText'),
      okText: t('cancelFetch'),
      okButtonProps: { danger: true },
      cancelText: t('keepFetching'),
    })
    if (!isSure) return
    setIsBusy(true)
    try {
      await call(cancelPast, { params: { id: ogId, archive: archive.id } })
      notifySuccess(t('cancelledDone'))
    } catch (error) {
      showError(error)
    } finally {
      await queryClient.invalidateQueries({ queryKey: optionsOf(ogId).queryKey })
      setIsBusy(false)
    }
  }
  return (
    <Button
      size="small"
      loading={isBusy}
      aria-label={t('cancelTitle', { host: archive.file_name })}
      onClick={() => void cancel()}
    >
      {t('cancelFetch')}
    </Button>
  )
}
