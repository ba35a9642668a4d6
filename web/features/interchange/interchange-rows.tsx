import { useQuery } from '@tanstack/react-query'
import { Pagination, Segmented } from 'antd'
import { useState } from 'react'
import { type Interchange, interchangeVerdicts, listInterchangeRows } from '#contract/interchange.api.ts'
import { useT } from '#web/platform/i18n.ts'
import { endpointQuery, errorText } from '#web/platform/query.ts'
import { Failure } from '#web/ui/frame/failure.tsx'
import steps from '#web/ui/ingest/file-steps.module.css'
import css from './interchange.module.css'
import { interchangeMessages } from './messages.ts'

type Verdict = (typeof interchangeVerdicts)[number]
const pageSize = 20

/** Entities of the file by their result in the dry run; errors first. */
export function InterchangeRows({ current }: { current: Interchange }) {
  const t = useT(interchangeMessages)
  const countOf = (verdict: Verdict) => current.counts.reduce((sum, each) => sum + each[verdict], 0)
  const order: readonly Verdict[] = ['wrong', 'new', 'changed', 'unchanged']
  const [verdict, setVerdict] = useState<Verdict>(order.find(each => countOf(each) > 0) ?? 'new')
  const [page, setPage] = useState(1)
  const rows = useQuery(
    endpointQuery(listInterchangeRows, { params: { id: current.id }, query: { verdict, current: page, pageSize } }),
  )
  return (
    <section>
      <h3 className={steps.heading}>{t('rows')}</h3>
      <Segmented<Verdict>
        value={verdict}
        options={interchangeVerdicts.map(value => ({ value, label: `${t(value)} ${countOf(value).toLocaleString()}` }))}
        onChange={value => {
          setVerdict(value)
          setPage(1)
        }}
      />
      {rows.error && <Failure>{errorText(rows.error)}</Failure>}
      {rows.data?.total === 0 && <p className={css.none}>{t('noRows')}</p>}
      <ul className={steps.lines}>
        {rows.data?.items.map(row => (
          <li key={row.n}>
            <span className={css.line}>{t('line', { n: row.n })}</span>
            <div className="grow break">
              <p>
                {row.name || (row.kind ? t(row.kind) : t('unreadable'))}
                {row.kind && row.name && <span className="small quiet"> · {t(row.kind)}</span>}
              </p>
              {row.was && <p className="small warning">{t('was', { was: t(row.was) })}</p>}
              {row.faults.map(fault => (
                <p key={fault} className={row.verdict === 'wrong' ? 'danger' : 'small quiet'}>
                  {fault}
                </p>
              ))}
              {row.changes.length > 0 && row.verdict === 'changed' && (
                <p className="small quiet">{row.changes.map(({ field }) => field).join(', ')}</p>
              )}
            </div>
          </li>
        ))}
      </ul>
      {rows.data && rows.data.total > pageSize && (
        <Pagination
          size="small"
          current={page}
          pageSize={pageSize}
          total={rows.data.total}
          showSizeChanger={false}
          onChange={setPage}
        />
      )}
    </section>
  )
}
