import type { Upload } from '#contract/upload.api.ts'
import { formatInstant } from '#web/platform/clock.ts'
import { useT } from '#web/platform/i18n.ts'
import { getLocale } from '#web/platform/locale.ts'
import { PageLink, usePage } from '#web/platform/page.tsx'
import cells from '#web/ui/list/cells.module.css'
import { RestrictedMark } from '#web/ui/list/cells.tsx'
import { failureMessages, flagMessages } from './formatter-messages.ts'
import { uploadListMessages } from './messages.ts'
import { uploadSize } from './size-text.ts'
import css from './upload.module.css'
import { Flags, KindIcon, KindText, StatusTag } from './upload-marks.tsx'

/**
 * The title as a link that keeps the list's address; in the trash it is plain text, because deleted uploads have no
 * page.
 */
export function UploadName({ upload, isTrash = false }: { upload: Upload; isTrash?: boolean }) {
  const { search } = usePage()
  const title = upload.title === upload.file_name ? upload.title : `${upload.title}\n${upload.file_name}`
  return (
    <span className={cells.name}>
      <KindIcon kind={upload.kind} />
      {isTrash ? (
        <span className={cells.nameText}>{upload.title}</span>
      ) : (
        <PageLink to="upload" search={{ ...search, id: upload.id }} className={cells.nameText} title={title}>
          {upload.title}
        </PageLink>
      )}
      <RestrictedMark record={upload} />
    </span>
  )
}

/** A dash replaces the count if it is null, or if it is 0 and `isKnown` is false. */
type CountProps = { count: number | null; isGrave?: boolean; isKnown?: boolean }

/** An upload without text has nothing to search: it is not read yet, could not be read, or is a picture. */
export const isSearched = ({ part_count }: Pick<Upload, 'part_count'>) => part_count > 0

export function Count({ count, isGrave = false, isKnown = true }: CountProps) {
  if (count === null || (count === 0 && !isKnown)) return <span className="quiet">–</span>
  if (count === 0) return <span className="quiet">0</span>
  return <span className={isGrave ? 'strong danger' : undefined}>{count}</span>
}

/** Why no text could be read, otherwise the warnings. */
export function Notes({ upload: { status, failure, flags } }: { upload: Upload }) {
  const why = useT(failureMessages)
  if (status !== 'failed' || !failure) return <Flags flags={flags} />
  return (
    <span className="quiet" title={why(failure)}>
      {why(failure)}
    </span>
  )
}

/** The content of `Notes` as text. */
export function notesText({ status, failure, flags }: Upload): string {
  if (status === 'failed' && failure) return failureMessages[getLocale()][failure]
  return flags.map(flag => flagMessages[getLocale()][flag]).join('    ')
}

export function UploadCard({ upload }: { upload: Upload }) {
  const t = useT(uploadListMessages)
  return (
    <article className={css.card}>
      <UploadName upload={upload} />
      <div className="flex wrap gap-1 gap-x-4 small quiet">
        <StatusTag status={upload.status} />
        {upload.kind && (
          <span>
            <KindText kind={upload.kind} />
          </span>
        )}
        <span>{uploadSize(upload.size)}</span>
        {!!upload.hits && (
          <span>
            {t('hits')} <Count count={upload.hits} isGrave />
          </span>
        )}
        {!!upload.mentions && (
          <span>
            {t('mentions')} {upload.mentions}
          </span>
        )}
        <Notes upload={upload} />
      </div>
      <div className={css.cardFoot}>
        <span>{formatInstant(upload.created_at)}</span>
        <span>{[...upload.ogs, ...upload.persons].map(ref => ref.name).join(' · ')}</span>
      </div>
    </article>
  )
}
