import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Alert, Button } from 'antd'
import { ChevronLeft } from 'lucide-react'
import { lazy, useState } from 'react'
import type { History } from '#contract/history.ts'
import { editors } from '#contract/role.ts'
import type { Upload } from '#contract/upload.ts'
import { ApiError } from '#web/platform/api.ts'
import { useT } from '#web/platform/i18n.ts'
import { PageLink, usePage, usePageTitle } from '#web/platform/page.tsx'
import { errorText } from '#web/platform/query.ts'
import { useRole } from '#web/platform/session.ts'
import { HistoryView } from '#web/ui/history/history-view.tsx'
import { RestrictedMark } from '#web/ui/list/cells.tsx'
import { RecordPage, RecordSection, type RecordTab } from '#web/ui/record/record-page.tsx'
import { RecordPart } from '#web/ui/record/record-part.tsx'
import { RecordMessage, RecordSkeleton } from '#web/ui/record/record-state.tsx'
import { Findings, type MarkKey } from './findings.tsx'
import { failureMessages, flagMessages } from './looks-messages.ts'
import { ReviewBar } from './review-bar.tsx'
import { UploadActs } from './upload-acts.tsx'
import { isBusy, uploadHistoryOptions, uploadOptions } from './upload-calls.ts'
import { useUploadFacts } from './upload-facts.tsx'
import { linkedIds, useUploadLooks } from './upload-looks.tsx'
import { KindIcon, StatusTag } from './upload-marks.tsx'
import { UploadText } from './upload-text.tsx'
import css from './view.module.css'
import { viewMessages } from './view-messages.ts'

const Preview = lazy(() => import('./preview.tsx'))

/** One upload in the place of the list: what it is, what was found in it, its text and its look. */
export default function UploadView({ id }: { id: number }) {
  return Number.isSafeInteger(id) && id > 0 ? <UploadById id={id} /> : <UploadMissing />
}

function UploadById({ id }: { id: number }) {
  const t = useT(viewMessages)
  const { data: upload, error, refetch } = useQuery(uploadOptions(id))
  usePageTitle(upload?.title)
  if (upload && !isGone(error)) return <UploadRecord upload={upload} />
  if (!error) return <RecordSkeleton label={t('loading')} />
  if (isGone(error)) return <UploadMissing />
  return (
    <RecordMessage title={t('failedTitle')} text={errorText(error)}>
      <Button type="primary" onClick={() => void refetch()}>
        {t('retry')}
      </Button>
      <BackToList text={t('toList')} />
    </RecordMessage>
  )
}

const isGone = (error: unknown) => error instanceof ApiError && error.status === 404

function UploadMissing() {
  const t = useT(viewMessages)
  return (
    <RecordMessage title={t('missingTitle')} text={t('missingText')}>
      <BackToList text={t('toList')} />
    </RecordMessage>
  )
}

/** The list as it was left: all of the address but what this view has added. */
function BackToList({ text, hasArrow = false }: { text: string; hasArrow?: boolean }) {
  const { id: _id, tab: _tab, part: _part, mark: _mark, ...rest } = usePage().search
  return (
    <PageLink to="upload" search={rest}>
      {hasArrow && <ChevronLeft size={16} aria-hidden />}
      {text}
    </PageLink>
  )
}

function UploadRecord({ upload }: { upload: Upload }) {
  const t = useT(viewMessages)
  const role = useRole()
  const isEditor = role !== null && editors.includes(role)
  const facts = useUploadFacts(upload, isEditor)
  const hasPreview = upload.kind === 'pdf' || upload.kind === 'image'
  const tabs: RecordTab[] = [
    { key: 'content', label: t('content'), content: <Content upload={upload} isEditor={isEditor} /> },
  ]
  if (hasPreview)
    tabs.push({
      key: 'preview',
      label: t('preview'),
      content: (
        <RecordPart name="preview">
          <Preview upload={upload} />
        </RecordPart>
      ),
    })
  if (isEditor) tabs.push({ key: 'history', label: t('history'), content: <UploadHistory upload={upload} /> })
  return (
    <RecordPage
      back={<BackToList text={t('list')} hasArrow />}
      icon={<KindIcon kind={upload.kind} size={24} />}
      title={upload.title}
      subtitle={upload.file_name === upload.title ? null : upload.file_name}
      marks={
        <>
          <StatusTag status={upload.status} />
          <RestrictedMark record={upload} />
        </>
      }
      acts={<UploadActs upload={upload} />}
      banner={
        <>
          {isEditor && <ReviewBar upload={upload} />}
          <Notes upload={upload} />
        </>
      }
      factsLabel={t('facts')}
      facts={facts}
      tabs={tabs}
    />
  )
}

/** What a reader should know first: why it was rejected, why nothing could be read, what to take care of. */
function Notes({ upload: { status, failure, reason, flags } }: { upload: Upload }) {
  const t = useT(viewMessages)
  const why = useT(failureMessages)
  const flag = useT(flagMessages)
  const failed = status === 'failed'
  if (!failed && flags.length === 0 && !reason) return null
  return (
    <div className={css.notes}>
      {reason && (
        <Alert
          type={status === 'rejected' ? 'warning' : 'info'}
          showIcon
          title={t('reason')}
          description={<span className={css.said}>{reason}</span>}
        />
      )}
      {failed && (
        <Alert type="error" showIcon title={t('failedRead')} description={failure ? why(failure) : undefined} />
      )}
      {flags.length > 0 && (
        <ul className={css.flagList}>
          {flags.map(each => (
            <li key={each}>
              <strong>{flag(each)}</strong> {flag(`${each}Text`)}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function Content({ upload, isEditor }: { upload: Upload; isEditor: boolean }) {
  const t = useT(viewMessages)
  const { setSearch } = usePage()
  const [jumps, setJumps] = useState(0)
  const jump = (part: number, mark: MarkKey) => {
    setSearch(before => ({ ...before, part, mark }), { replace: true })
    setJumps(count => count + 1)
  }
  const isRead = !isBusy(upload) && upload.status !== 'failed'
  return (
    <>
      {upload.note && (
        <RecordSection title={t('note')}>
          <p className={css.said}>{upload.note}</p>
        </RecordSection>
      )}
      {isBusy(upload) && (
        <p className={css.none} role="status">
          {t('busy')}
        </p>
      )}
      {upload.status === 'failed' && <p className={css.none}>{t('noText')}</p>}
      {isRead && isEditor && (
        <div className={css.found}>
          <Findings id={upload.id} onJump={jump} />
        </div>
      )}
      {isRead && (
        <RecordSection title={t('text')}>
          <UploadText upload={upload} jumps={jumps} />
        </RecordSection>
      )}
    </>
  )
}

function UploadHistory({ upload }: { upload: Upload }) {
  const history = useInfiniteQuery(uploadHistoryOptions(upload.id))
  const entries: History[] = history.data?.pages.flatMap(page => page.items) ?? []
  const changes = entries.flatMap(entry => entry.changes)
  const looks = useUploadLooks(
    linkedIds(
      changes.flatMap(({ field, from, to }) => [
        { field, value: from },
        { field, value: to },
      ]),
    ),
  )
  return <HistoryView asked={history} looks={looks} />
}
