import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Pagination, Skeleton } from 'antd'
import { useState } from 'react'
import { type Import, type ImportRow, listImportRows, type verdicts } from '#contract/import.api.ts'
import { useT } from '#web/platform/i18n.ts'
import { PageLink } from '#web/platform/page.tsx'
import { endpointQuery } from '#web/platform/query.ts'
import { detailOf } from '#web/record/record-address.ts'
import type { FieldFormatters } from '#web/ui/formatter.ts'
import { ChangeView } from '#web/ui/history/change-view.tsx'
import steps from '#web/ui/ingest/file-steps.module.css'
import { labelOf, matchLabelOf } from './field-label.ts'
import css from './import.module.css'
import type { FormattersOf } from './import-props.ts'
import { importMessages } from './messages.ts'

/** Rows with one verdict, or rows imported without some of their values. */
export type RowFilter = (typeof verdicts)[number] | 'left_out'
type Props = { import: Import; verdict: RowFilter; formatters: FieldFormatters; useLooksOf?: FormattersOf | undefined }

const noFormatters: FieldFormatters = {}
const useNone: FormattersOf = () => noFormatters

/** Rows with one verdict: their errors, their changes, or their content. */
export function ImportRows({ import: current, verdict, formatters, useLooksOf = useNone }: Props) {
  const t = useT(importMessages)
  const [page, setPage] = useState(1)
  const only = verdict === 'left_out' ? { left_out: true } : { verdict }
  const rows = useQuery({
    ...endpointQuery(listImportRows, { params: { id: current.id }, query: { ...only, current: page, pageSize: 20 } }),
    placeholderData: keepPreviousData,
  })
  const values = rows.data?.items.flatMap(row =>
    row.changes.flatMap(({ field, from, to }) => [
      { field, value: from },
      { field, value: to },
    ]),
  )
  const whole = { ...formatters, ...useLooksOf(values ?? []) }
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
              {row.verdict !== 'new' && <p className="ellipsis">{row.cells.filter(Boolean).slice(0, 6).join(' · ')}</p>}
              <RowDetail row={row} of={current} formatters={whole} />
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

const keptMessageKeys = { decided: 'keptDecided', better: 'keptBetter', chosen: 'keptChosen' } as const

type DetailProps = { row: ImportRow; of: Import; formatters: FieldFormatters }

function RowDetail({ row, of, formatters }: DetailProps) {
  const t = useT(importMessages)
  const label = (field: string | null) => (field === null ? t('wholeRow') : labelOf(of, formatters, field))
  const { record } = row
  const isTaken = row.verdict !== 'wrong' && row.verdict !== 'repeated'
  const isNew = row.verdict === 'new'
  return (
    <>
      {row.was && <p className="small warning">{t('was', { was: t(row.was) })}</p>}
      {record && row.record_id !== null && (
        <p className="small quiet">
          <PageLink to={detailOf(of.noun)} params={{ id: row.record_id }}>
            {record.title}
          </PageLink>{' '}
          {record.matched_by !== null && t('matchedBy', { field: matchLabelOf(of, formatters, record.matched_by) })}
          {row.verdict === 'unchanged' &&
            (record.left.length > 0
              ? t('untouchedLeft', { fields: record.left.map(label).join(t('comma')) })
              : t('untouched'))}
        </p>
      )}
      {row.faults.map(fault => (
        <p key={`${fault.field} ${fault.message}`} className={isTaken ? css.omitted : css.fault}>
          <b>{label(fault.field)}</b>
          {isTaken && <ColumnName of={of} field={fault.field} label={label(fault.field)} />}
          {fault.value && <q>{fault.value}</q>} {fault.message}
        </p>
      ))}
      {(isNew || row.verdict === 'changed') &&
        row.changes.map(change => (
          <div key={change.field} className={css.change}>
            <span className="small quiet">{label(change.field)}</span>
            <div>
              <ChangeView change={change} formatter={formatters[change.field]} isFirst={isNew} />
              {change.kept && (
                <p className="small quiet">
                  {change.kept.by === null
                    ? t(keptMessageKeys[change.kept.why])
                    : t('keptBy', { name: change.kept.by })}
                </p>
              )}
            </div>
          </div>
        ))}
    </>
  )
}

/** The column of a value in the file, if its name differs from the field's label. */
function ColumnName({ of: { columns = [], plan }, field, label }: { of: Import; field: string | null; label: string }) {
  const t = useT(importMessages)
  const column = field === null ? undefined : columns[plan.mapping.indexOf(field)]
  return column && column !== label ? <span className="small quiet">{t('inColumn', { column })} </span> : null
}
