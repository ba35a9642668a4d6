import { Button } from 'antd'
import { Plus } from 'lucide-react'
import { lazy, useState } from 'react'
import type { MergeEntity } from '#contract/registry.ts'
import { listReports } from '#contract/report.api.ts'
import { supers } from '#contract/role.ts'
import { formatInstant } from '#web/platform/clock.ts'
import { useT } from '#web/platform/i18n.ts'
import { PageLink } from '#web/platform/page.tsx'
import { Permitted } from '#web/platform/permitted.tsx'
import panel from '#web/record/linked-panel.module.css'
import { LinkedPanel } from '#web/record/linked-panel.tsx'
import { LazyDialog } from '#web/ui/lazy-dialog.tsx'
import { reportListMessages } from './messages.ts'
import { ReportStatusText } from './report-status.tsx'

const ReportForm = lazy(() => import('./report-form.tsx'))

type Props = { noun: MergeEntity; id: number }

/** The reports that cite one record, latest first, with a button for a new one. */
export default function RecordReports({ noun, id }: Props) {
  const t = useT(reportListMessages)
  const [isCreating, setIsCreating] = useState(false)
  const close = () => setIsCreating(false)
  return (
    <>
      <LinkedPanel
        title={t('title')}
        count={({ total }) => t('panelCount', { count: total })}
        loading={t('panelLoading')}
        failed={t('panelFailed')}
        none={t('panelNone')}
        acts={
          <Permitted roles={supers}>
            <Button icon={<Plus size={14} aria-hidden />} onClick={() => setIsCreating(true)}>
              {t('panelNew')}
            </Button>
          </Permitted>
        }
        endpoint={listReports}
        sent={{ query: { [noun]: [String(id)], sort: '-updated_at' } }}
        rowKey={report => report.id}
      >
        {report => (
          <li className={panel.row}>
            <span className="small mono" data-short>
              {report.number}
            </span>
            <PageLink to="report_detail" params={{ id: report.id }}>
              {report.title}
            </PageLink>
            <ReportStatusText status={report.status} />
            <span className="quiet">{formatInstant(report.published_at ?? report.updated_at).slice(0, 10)}</span>
          </li>
        )}
      </LinkedPanel>
      <LazyDialog>{isCreating && <ReportForm preset={{ [`${noun}s`]: [id] }} onClose={close} />}</LazyDialog>
    </>
  )
}
