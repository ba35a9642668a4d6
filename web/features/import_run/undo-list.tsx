import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Pagination, Segmented } from 'antd'
import { useState } from 'react'
import type { Fields } from '#contract/field.ts'
import {
  type ImportMark,
  type ImportRun,
  listImportMarks,
  type UndoVerdict,
  undoVerdicts,
} from '#contract/import_run.api.ts'
import { schemas } from '#contract/schemas.ts'
import { useT } from '#web/platform/i18n.ts'
import { useLocale } from '#web/platform/locale.ts'
import { PageLink } from '#web/platform/page.tsx'
import { endpointQuery, errorText } from '#web/platform/query.ts'
import { detailOf } from '#web/record/record-address.ts'
import { Failure } from '#web/ui/frame/failure.tsx'
import steps from '#web/ui/ingest/file-steps.module.css'
import css from './import-run.module.css'
import { importRunMessages } from './messages.ts'
import { sumOfCounts } from './undo-counts.tsx'

const pageSize = 20

/** Records one by one, filtered by outcome; records that stay show the reason. */
export function UndoList({ run, first }: { run: ImportRun; first: UndoVerdict }) {
  const t = useT(importRunMessages)
  const [verdict, setVerdict] = useState(first)
  const [page, setPage] = useState(1)
  const countOf = (each: UndoVerdict) => sumOfCounts(run, each) + (each === 'stay' ? sumOfCounts(run, 'partly') : 0)
  const shown = undoVerdicts.filter(each => each !== 'partly' && (countOf(each) > 0 || each === verdict))
  const marks = useQuery({
    ...endpointQuery(listImportMarks, { params: { id: run.id }, query: { verdict, current: page, pageSize } }),
    placeholderData: keepPreviousData,
  })
  return (
    <section aria-label={t('listed')}>
      <Segmented<UndoVerdict>
        value={verdict}
        options={shown.map(value => ({ value, label: `${t(value)} ${countOf(value).toLocaleString()}` }))}
        onChange={value => {
          setVerdict(value)
          setPage(1)
        }}
      />
      {marks.error && <Failure>{errorText(marks.error)}</Failure>}
      {marks.data?.total === 0 && <p className={css.none}>{t('none')}</p>}
      <ul className={steps.lines}>
        {marks.data?.items.map(mark => (
          <li key={mark.id}>
            <span className={css.line}>{t('row', { n: mark.n })}</span>
            <Line mark={mark} />
          </li>
        ))}
      </ul>
      <Pagination
        size="small"
        current={page}
        pageSize={pageSize}
        total={marks.data?.total ?? 0}
        showSizeChanger={false}
        hideOnSinglePage
        onChange={setPage}
      />
    </section>
  )
}

function Line({ mark }: { mark: ImportMark }) {
  const t = useT(importRunMessages)
  const locale = useLocale()
  const { noun, record_id: id, title, reason, kept, verdict } = mark
  const schema: Fields | undefined = noun in schemas ? schemas[noun as keyof typeof schemas] : undefined
  const label = (field: string) => schema?.[field]?.label[locale] ?? field
  const name = title ?? t('unnamed', { noun: t(noun), id: String(id) })
  const isOpen = title !== null && verdict !== 'gone' && noun in schemas
  return (
    <div className="grow break">
      <p>
        {isOpen ? (
          <PageLink to={detailOf(noun as keyof typeof schemas)} params={{ id }}>
            {name}
          </PageLink>
        ) : (
          name
        )}
        <span className="small quiet"> · {t(noun)}</span>
      </p>
      {verdict === 'stay' && reason && <p className="small quiet">{t(reason)}</p>}
      {verdict === 'partly' &&
        kept.map(({ field, reason: why }) => (
          <p key={field} className="small quiet">
            {t('keptFields', { fields: label(field) })} {t(why)}
          </p>
        ))}
    </div>
  )
}
