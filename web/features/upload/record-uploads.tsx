import type { PartyEntity } from '#contract/registry.ts'
import { listUploads, type Upload } from '#contract/upload.api.ts'
import { formatInstant } from '#web/platform/clock.ts'
import { useT } from '#web/platform/i18n.ts'
import { PageLink } from '#web/platform/page.tsx'
import { LinkedPanel } from '#web/record/linked-panel.tsx'
import { RestrictedMark } from '#web/ui/list/cells.tsx'
import { recordUploadsMessages } from './record-messages.ts'
import css from './record-uploads.module.css'
import { uploadSize } from './size-text.ts'
import { Flags, KindIcon, StatusTag } from './upload-marks.tsx'

type Props = { noun: PartyEntity; id: number }

/** The uploads linked to one organisation or person, newest first. */
export default function RecordUploads({ noun, id }: Props) {
  const t = useT(recordUploadsMessages)
  const of = { [noun]: [String(id)] }
  return (
    <LinkedPanel
      title={t('title')}
      count={({ total }) => t('count', { count: total })}
      loading={t('loading')}
      failed={t('failed')}
      none={t('none')}
      acts={
        <PageLink to="upload" search={of}>
          {t('all')}
        </PageLink>
      }
      endpoint={listUploads}
      sent={{ query: { ...of, sort: '-created_at' } }}
      rowKey={upload => upload.id}
    >
      {upload => <Row upload={upload} />}
    </LinkedPanel>
  )
}

function Row({ upload }: { upload: Upload }) {
  const t = useT(recordUploadsMessages)
  return (
    <li className={css.row}>
      <KindIcon kind={upload.kind} />
      <div className="shrink">
        <span className="row wrap gap-x-3">
          <PageLink to="upload" search={{ id: upload.id }} className="strong break">
            {upload.title}
          </PageLink>
          <RestrictedMark record={upload} />
          <Flags flags={upload.flags} />
        </span>
        <span className="flex wrap gap-x-4 small quiet">
          <StatusTag status={upload.status} />
          <span>{uploadSize(upload.size)}</span>
          {!!upload.hits && <span>{t('words', { count: upload.hits })}</span>}
          <time dateTime={upload.created_at}>{formatInstant(upload.created_at)}</time>
        </span>
      </div>
    </li>
  )
}
