import { Alert } from 'antd'
import { ChevronLeft } from 'lucide-react'
import { lazy, useState } from 'react'
import { editors } from '#contract/role.ts'
import type { Upload } from '#contract/upload.api.ts'
import { useT } from '#web/platform/i18n.ts'
import { PageLink, usePage } from '#web/platform/page.tsx'
import { useRole } from '#web/platform/session.ts'
import { RecordById } from '#web/record/record-by-id.tsx'
import type { RecordConfig } from '#web/record/record-config.ts'
import { useRecordHistory } from '#web/record/record-history.tsx'
import { RecordSection, type RecordTab } from '#web/record/record-page.tsx'
import { RecordPart } from '#web/record/record-part.tsx'
import { RecordShell } from '#web/record/record-shell.tsx'
import { HistoryView } from '#web/ui/history/history-view.tsx'
import { RestrictedMark } from '#web/ui/list/cells.tsx'
import { Conversation } from './conversation.tsx'
import { Findings, type MarkKey } from './findings.tsx'
import { failureMessages, flagMessages } from './formatter-messages.ts'
import { ReviewBar } from './review-bar.tsx'
import { uploadActs } from './upload-acts.tsx'
import { followEvery, isUploadBusy, uploadCalls } from './upload-calls.ts'
import { useUploadFacts } from './upload-facts.tsx'
import { uploadLinkedIds, useUploadFormatters } from './upload-formatters.tsx'
import { KindIcon, StatusTag } from './upload-marks.tsx'
import { UploadText } from './upload-text.tsx'
import css from './view.module.css'
import { viewMessages } from './view-messages.ts'

/** An upload's page is the list's page with its id in the query. */
const uploadConfig: RecordConfig<Upload> = {
  noun: 'upload',
  calls: uploadCalls,
  nameOf: upload => upload.title,
  texts: viewMessages,
  list: 'upload',
  pollMs: followEvery,
}

const Preview = lazy(() => import('./preview.tsx'))
const UploadForm = lazy(() => import('./upload-form.tsx'))

/** One upload in place of the list: details, findings, text and preview. */
export default function UploadView({ id }: { id: number }) {
  const t = useT(viewMessages)
  return (
    <RecordById config={uploadConfig} id={id} toList={<BackToList text={t('toList')} />}>
      {upload => <UploadRecord upload={upload} />}
    </RecordById>
  )
}

/** Link to the list in its former state: the address without the parameters of this view. */
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
  const first: RecordTab[] = [
    { key: 'content', label: t('content'), content: <Content upload={upload} isEditor={isEditor} /> },
  ]
  if (hasPreview)
    first.push({
      key: 'preview',
      label: t('preview'),
      content: (
        <RecordPart name="preview">
          <Preview upload={upload} />
        </RecordPart>
      ),
    })
  if (upload.mail)
    first.push({ key: 'conversation', label: t('conversation'), content: <Conversation upload={upload} /> })
  const history = { key: 'history', label: t('history'), content: <UploadHistory id={upload.id} /> }
  return (
    <RecordShell
      config={uploadConfig}
      record={upload}
      back={<BackToList text={t('list')} hasArrow />}
      icon={<KindIcon kind={upload.kind} size={24} />}
      subtitle={upload.file_name === upload.title ? null : upload.file_name}
      marks={
        <>
          <StatusTag status={upload.status} />
          <RestrictedMark record={upload} />
        </>
      }
      acts={uploadActs(upload)}
      form={close => <UploadForm upload={upload} onClose={close} />}
      banner={
        <>
          {isEditor && <ReviewBar upload={upload} />}
          <Notes upload={upload} />
        </>
      }
      factsLabel={t('facts')}
      facts={facts}
      first={first}
      last={isEditor ? [history] : []}
    />
  )
}

/** Notes above the upload: the reason of a rejection, why nothing could be read, warnings. */
function Notes({ upload }: { upload: Upload }) {
  const { status, failure, reason, flags } = upload
  const t = useT(viewMessages)
  const why = useT(failureMessages)
  const flag = useT(flagMessages)
  const flagText = useFlagText(upload)
  const failed = status === 'failed'
  if (!failed && flags.length === 0 && !reason) return null
  return (
    <div className="stack gap-3 below-4">
      {reason && (
        <Alert
          type={status === 'rejected' ? 'warning' : 'info'}
          showIcon
          title={t('reason')}
          description={<span className="readable prose">{reason}</span>}
        />
      )}
      {failed && (
        <Alert type="error" showIcon title={t('failedRead')} description={failure ? why(failure) : undefined} />
      )}
      {flags.length > 0 && (
        <ul className={css.flagList}>
          {flags.map(each => (
            <li key={each}>
              <strong>{flag(each)}</strong> {flagText(each)}
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
  const isRead = !isUploadBusy(upload) && upload.status !== 'failed'
  return (
    <>
      {upload.note && (
        <RecordSection title={t('note')}>
          <p className="readable prose">{upload.note}</p>
        </RecordSection>
      )}
      {isUploadBusy(upload) && (
        <p className={css.none} role="status">
          {t('busy')}
        </p>
      )}
      {upload.status === 'failed' && <p className={css.none}>{t('noText')}</p>}
      {isRead && isEditor && (
        <div className="below-6">
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

function UploadHistory({ id }: { id: number }) {
  const { historyQuery, values } = useRecordHistory(uploadConfig, id)
  const formatters = useUploadFormatters(uploadLinkedIds(values))
  return <HistoryView pages={historyQuery} formatters={formatters} />
}

/** The explanation of each flag of an upload, with numbers if they are known. */
function useFlagText({ text_counts: counts }: Pick<Upload, 'text_counts'>): (flag: Upload['flags'][number]) => string {
  const t = useT(flagMessages)
  return flag => {
    if (!counts) return t(`${flag}Text`)
    const { pages, pages_read: read } = counts
    if (flag === 'slow' && read < pages) return t('slowPages', { pages, read })
    if (flag === 'unread_chars') return t('unread_charsCount', { chars: counts.chars, unread: counts.unread_chars })
    if (flag === 'picture_pages') return t('picture_pagesCount', { pages, pictures: counts.picture_pages })
    if (flag === 'broken_pages') return t('broken_pagesCount', { pages, broken: counts.broken_pages })
    return t(`${flag}Text`)
  }
}
