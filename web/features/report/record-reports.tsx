import { useQuery } from '@tanstack/react-query'
import { Button, Pagination, Skeleton } from 'antd'
import { Plus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { listReports } from '#contract/report.ts'
import { supers } from '#contract/role.ts'
import { formatInstant } from '#web/platform/clock.ts'
import { useT } from '#web/platform/i18n.ts'
import { PageLink } from '#web/platform/page.tsx'
import { Permitted } from '#web/platform/permitted.tsx'
import { ask } from '#web/platform/query.ts'
import { reportListMessages } from './messages.ts'
import css from './record-reports.module.css'
import { ReportStatusText } from './report-status.tsx'

const ReportForm = lazy(() => import('./report-form.tsx'))
const pageSize = 20

export type RecordReportsProps = { og?: number; person?: number; event?: number }

/** The reports that speak of one record, latest first, and the way to a new one. */
export default function RecordReports({ og, person, event }: RecordReportsProps) {
  const t = useT(reportListMessages)
  const [current, setCurrent] = useState(1)
  const [isCreating, setIsCreating] = useState(false)
  const query = {
    ...(og !== undefined && { og: [String(og)] }),
    ...(person !== undefined && { person: [String(person)] }),
    ...(event !== undefined && { event: [String(event)] }),
    sort: '-updated_at' as const,
    current,
    pageSize,
  }
  const { data, isError, refetch } = useQuery({
    ...ask(listReports, { query }),
    placeholderData: before => before,
  })
  const preset = { ...(og && { ogs: [og] }), ...(person && { persons: [person] }), ...(event && { events: [event] }) }
  return (
    <section className={css.reports} aria-label={t('title')}>
      <div className={css.head}>
        <h2>{t('title')}</h2>
        {data && data.total > 0 && <span className={css.count}>{t('panelCount', { count: data.total })}</span>}
        <Permitted roles={supers}>
          <Button icon={<Plus size={14} aria-hidden />} onClick={() => setIsCreating(true)}>
            {t('panelNew')}
          </Button>
        </Permitted>
      </div>
      {isError && !data && (
        <p role="alert">
          {t('panelFailed')}
          <Button type="link" onClick={() => void refetch()}>
            {t('retry')}
          </Button>
        </p>
      )}
      {!isError && !data && (
        <div role="status" aria-busy aria-label={t('panelLoading')}>
          <Skeleton active title={false} paragraph={{ rows: 3 }} />
        </div>
      )}
      {data?.items.length === 0 && <p className={css.count}>{t('panelNone')}</p>}
      <ul className={css.list}>
        {data?.items.map(report => (
          <li key={report.id}>
            <span className={css.number}>{report.number}</span>
            <PageLink to="report_detail" params={{ id: report.id }}>
              {report.title}
            </PageLink>
            <ReportStatusText status={report.status} />
            <span className={css.count}>{formatInstant(report.published_at ?? report.updated_at).slice(0, 10)}</span>
          </li>
        ))}
      </ul>
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
      <Suspense>{isCreating && <ReportForm preset={preset} onClose={() => setIsCreating(false)} />}</Suspense>
    </section>
  )
}
