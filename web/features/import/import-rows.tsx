import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Pagination, Skeleton } from 'antd'
import { useState } from 'react'
import { type Import, type ImportRow, listImportRows, type verdicts } from '#contract/import.ts'
import { useT } from '#web/platform/i18n.ts'
import { PageLink } from '#web/platform/page.tsx'
import { ask } from '#web/platform/query.ts'
import { detailOf } from '#web/record/place.ts'
import steps from '#web/ui/file-steps.module.css'
import { ChangeView } from '#web/ui/history/change-view.tsx'
import type { FieldLooks } from '#web/ui/look.ts'
import css from './import.module.css'
import { importMessages } from './messages.ts'

type Props = { import: Import; verdict: (typeof verdicts)[number]; looks: FieldLooks }

/** Rows of one verdict: what is wrong with them, or what they would change, or what they hold. */
export function ImportRows({ import: current, verdict, looks }: Props) {
  const t = useT(importMessages)
  const [page, setPage] = useState(1)
  const rows = useQuery({
    ...ask(listImportRows, { params: { id: current.id }, query: { verdict, current: page, pageSize: 20 } }),
    placeholderData: keepPreviousData,
  })
  if (!rows.data) return <Skeleton active paragraph={{ rows: 8 }} title={false} />
  if (rows.data.total === 0) return <p className="small quiet">{t('noRows')}</p>
  return (
    <>
      <ul className={steps.lines}>
        {rows.data.items.map(row => (
          <li key={row.n}>
            <span className={css.line}>
              <span className="visually-hidden">{t('line')} </span>
              {row.n}
            </span>
            <div className="grow">
              <p className="ellipsis">{row.cells.filter(Boolean).slice(0, 6).join(' · ')}</p>
              <RowDetail row={row} noun={current.noun} looks={looks} />
            </div>
          </li>
        ))}
      </ul>
      <Pagination
        size="small"
        current={page}
        total={rows.data.total}
        pageSize={20}
        showSizeChanger={false}
        hideOnSinglePage
        onChange={setPage}
      />
    </>
  )
}

type DetailProps = { row: ImportRow; noun: Import['noun']; looks: FieldLooks }

function RowDetail({ row, noun, looks }: DetailProps) {
  const t = useT(importMessages)
  const label = (field: string | null) => (field === null ? t('wholeRow') : (looks[field]?.label ?? field))
  const { record } = row
  return (
    <>
      {record && row.record_id !== null && (
        <p className="small quiet">
          <PageLink to={detailOf(noun)} params={{ id: row.record_id }}>
            {record.title}
          </PageLink>{' '}
          {record.matched_by !== null && t('matchedBy', { field: label(record.matched_by) })}
          {row.verdict === 'unchanged' &&
            (record.left.length > 0
              ? t('untouchedLeft', { fields: record.left.map(label).join(t('comma')) })
              : t('untouched'))}
        </p>
      )}
      {row.faults.map(fault => (
        <p key={`${fault.field} ${fault.message}`} className={css.fault}>
          <b>{label(fault.field)}</b>
          {fault.value && <q>{fault.value}</q>} {fault.message}
        </p>
      ))}
      {row.verdict === 'changed' &&
        row.changes.map(change => (
          <div key={change.field} className={css.change}>
            <span className="small quiet">{label(change.field)}</span>
            <ChangeView change={change} look={looks[change.field]} isFirst={false} />
          </div>
        ))}
    </>
  )
}
