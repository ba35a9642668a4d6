import { useQuery } from '@tanstack/react-query'
import { Button, Pagination, Skeleton } from 'antd'
import { useState } from 'react'
import { listUploads, type Upload } from '#contract/upload.ts'
import { formatInstant } from '#web/platform/clock.ts'
import { useT } from '#web/platform/i18n.ts'
import { PageLink } from '#web/platform/page.tsx'
import { ask } from '#web/platform/query.ts'
import { RestrictedMark } from '#web/ui/list/cells.tsx'
import { recordMessages } from './record-messages.ts'
import css from './record-uploads.module.css'
import { sizeText } from './size-text.ts'
import { Flags, KindIcon, StatusTag } from './upload-marks.tsx'

const pageSize = 20
type Props = { og: number; person?: undefined } | { person: number; og?: undefined }

/** The uploads linked to one organisation or person, newest first. */
export default function RecordUploads({ og, person }: Props) {
  const t = useT(recordMessages)
  const [current, setCurrent] = useState(1)
  const of = og !== undefined ? { og: [String(og)] } : { person: [String(person)] }
  const { data, isError, refetch } = useQuery({
    ...ask(listUploads, { query: { ...of, sort: '-created_at', current, pageSize } }),
    placeholderData: before => before,
  })
  return (
    <section aria-label={t('title')}>
      <div className={css.head}>
        <h2>{t('title')}</h2>
        {data && data.total > 0 && (
          <>
            <span className={css.quiet}>{t('count', { count: data.total })}</span>
            <PageLink to="upload" search={of} className={css.all}>
              {t('all')}
            </PageLink>
          </>
        )}
      </div>
      {isError && !data && (
        <p role="alert">
          {t('failed')}
          <Button type="link" onClick={() => void refetch()}>
            {t('retry')}
          </Button>
        </p>
      )}
      {!isError && !data && (
        <div role="status" aria-busy aria-label={t('loading')}>
          <Skeleton active title={false} paragraph={{ rows: 4 }} />
        </div>
      )}
      {data?.items.length === 0 && <p className={css.none}>{t('none')}</p>}
      {data && data.items.length > 0 && (
        <ul className={css.list}>
          {data.items.map(upload => (
            <Row key={upload.id} upload={upload} />
          ))}
        </ul>
      )}
      {data && data.total > pageSize && (
        <Pagination
          size="small"
          current={current}
          pageSize={pageSize}
          total={data.total}
          showSizeChanger={false}
          onChange={setCurrent}
        />
      )}
    </section>
  )
}

function Row({ upload }: { upload: Upload }) {
  const t = useT(recordMessages)
  return (
    <li className={css.row}>
      <KindIcon kind={upload.kind} />
      <div className={css.body}>
        <span className={css.rowHead}>
          <PageLink to="upload" search={{ id: upload.id }} className={css.title}>
            {upload.title}
          </PageLink>
          <RestrictedMark record={upload} />
          <Flags flags={upload.flags} />
        </span>
        <span className={css.facts}>
          <StatusTag status={upload.status} />
          <span>{sizeText(upload.size)}</span>
          {upload.hits > 0 && <span>{t('words', { count: upload.hits })}</span>}
          <time dateTime={upload.created_at}>{formatInstant(upload.created_at)}</time>
        </span>
      </div>
    </li>
  )
}
