import { Copy } from 'lucide-react'
import type { Upload } from '#contract/upload.api.ts'
import { formatInstant } from '#web/platform/clock.ts'
import { displayName, type Named } from '#web/platform/display-name.ts'
import { useT } from '#web/platform/i18n.ts'
import { notifyError, notifySuccess } from '#web/platform/notice.ts'
import { PageLink } from '#web/platform/page.tsx'
import type { PageFact } from '#web/record/record-page.tsx'
import { AccessLines } from '#web/ui/form/access-lines.tsx'
import { reachOf } from '#web/ui/form/access-reach.ts'
import { OutLink } from '#web/ui/out-link.tsx'
import { uploadSize } from './size-text.ts'
import { KindText } from './upload-marks.tsx'
import css from './view.module.css'
import { viewMessages } from './view-messages.ts'

/** Facts of a file; access only for users who can be on its access lists. */
export function useUploadFacts(upload: Upload, isEditor: boolean): PageFact[] {
  const t = useT(viewMessages)
  const { kind, media_type: mediaType, reviewed_at: reviewedAt, source } = upload
  const facts: (PageFact | false | null)[] = [
    upload.ogs.length > 0 && { label: t('ogs'), value: <Links refs={upload.ogs} to="og_detail" /> },
    upload.persons.length > 0 && { label: t('persons'), value: <Links refs={upload.persons} to="person_detail" /> },
    source !== null && source !== '' && { label: t('source'), value: <OutLink address={source} /> },
    { label: t('fileName'), value: upload.file_name },
    kind && {
      label: t('kind'),
      value: (
        <>
          <KindText kind={kind} />
          {mediaType && <div className={css.second}>{mediaType}</div>}
        </>
      ),
    },
    upload.mail && {
      label: t('byMail'),
      value: t('mailFrom', {
        from: upload.mail.from_name || upload.mail.from_address,
        at: formatInstant(upload.mail.received_at ?? upload.mail.sent_at ?? upload.created_at),
      }),
    },
    { label: t('size'), value: uploadSize(upload.size) },
    upload.part_count > 0 && {
      label: t('text'),
      value: t('textLength', { count: upload.text_length, parts: upload.part_count }),
    },
    { label: t('sha256'), value: <Hash hash={upload.sha256} />, isMono: true },
    upload.uploader && { label: t('uploader'), value: upload.uploader.name },
    { label: t('created'), value: formatInstant(upload.created_at) },
    reviewedAt !== null && {
      label: t('reviewed'),
      value: t('reviewedBy', { name: upload.reviewer?.name ?? t('someone'), time: formatInstant(reviewedAt) }),
    },
    isEditor && {
      label: t('access'),
      value: (
        <ul>
          <AccessLines reach={reachOf(upload)} />
        </ul>
      ),
    },
  ]
  return facts.filter(fact => fact !== false && fact !== null)
}

function Links({ refs, to }: { refs: readonly ({ id: number } & Named)[]; to: 'og_detail' | 'person_detail' }) {
  return (
    <ul>
      {refs.map(ref => (
        <li key={ref.id}>
          <PageLink to={to} params={{ id: ref.id }}>
            {displayName(ref)}
          </PageLink>
        </li>
      ))}
    </ul>
  )
}

function Hash({ hash }: { hash: string }) {
  const t = useT(viewMessages)
  async function copy() {
    try {
      await navigator.clipboard.writeText(hash)
      notifySuccess(t('hashCopied'))
    } catch {
      notifyError(t('copyFailed'))
    }
  }
  return (
    <>
      {hash}{' '}
      <button
        type="button"
        className={css.copy}
        aria-label={t('copyHash')}
        title={t('copyHash')}
        onClick={() => void copy()}
      >
        <Copy size={14} aria-hidden />
      </button>
    </>
  )
}
