import { Button } from 'antd'
import { Plus } from 'lucide-react'
import { lazy, useMemo, useState } from 'react'
import { listReports, type ReportItem } from '#contract/report.api.ts'
import { supers } from '#contract/role.ts'
import { useT } from '#web/platform/i18n.ts'
import { one, useGo, usePage } from '#web/platform/page.tsx'
import { useRole } from '#web/platform/session.ts'
import { emptyTrash } from '#web/record/bulk-acts.ts'
import { LazyDialog } from '#web/ui/lazy-dialog.tsx'
import { EditButton } from '#web/ui/list/cells.tsx'
import { List } from '#web/ui/list/list.tsx'
import type { Column, ListConfig } from '#web/ui/list/list-config.ts'
import { reportBulkActs } from './bulk-acts.ts'
import { reportListMessages } from './messages.ts'
import { ReportCard } from './report-cells.tsx'
import { useReportColumns } from './report-columns.tsx'
import { useReportFilters } from './report-filters.ts'

const ReportForm = lazy(() => import('./report-form.tsx'))

/** `/report`: all reports for writers, published reports for readers. */
export default function ReportListPage() {
  const t = useT(reportListMessages)
  const go = useGo()
  const role = useRole()
  const { search } = usePage()
  const mayWrite = role !== null && supers.some(each => each === role)
  const isTrash = mayWrite && one(search.trash) === 'true'
  const [isCreating, setIsCreating] = useState(false)
  const filters = useReportFilters(mayWrite)
  const facts = useReportColumns({ isTrash, mayWrite })
  const columns = useMemo(() => {
    const acts: Column<ReportItem> = {
      id: 'acts',
      title: t('acts'),
      cell: report =>
        report.can.includes('update') &&
        report.status === 'draft' && (
          <EditButton
            name={report.title}
            onEdit={() => go('report_detail', { params: { id: report.id }, search: { edit: 'true' } })}
          />
        ),
      width: 56,
      isActs: true,
      fields: [],
    }
    return isTrash || !mayWrite ? facts : [...facts, acts]
  }, [t, go, facts, isTrash, mayWrite])
  const config = useMemo<ListConfig<ReportItem>>(() => {
    const add = (
      <Button type="primary" icon={<Plus size={16} aria-hidden />} onClick={() => setIsCreating(true)}>
        {t('add')}
      </Button>
    )
    const none = mayWrite
      ? { title: t('emptyTitle'), text: t('emptyText') }
      : { title: t('emptyReadTitle'), text: t('emptyReadText') }
    return {
      name: 'report',
      noun: 'report',
      title: t('title'),
      endpoint: listReports,
      columns,
      filters,
      defaultSort: '-updated_at',
      searchHint: t('search'),
      rowId: report => report.id,
      rowName: report => report.title,
      hasViews: true,
      ...(!isTrash && {
        open: (report: ReportItem) => go('report_detail', { params: { id: report.id } }),
        card: (report: ReportItem) => <ReportCard report={report} />,
      }),
      ...(mayWrite && { bulkActs: reportBulkActs(isTrash), primary: add, sideFilter: 'trash' }),
      empty: isTrash ? emptyTrash(reportListMessages) : none,
    }
  }, [t, go, columns, filters, isTrash, mayWrite])
  return (
    <>
      <List config={config} />
      <LazyDialog>{isCreating && <ReportForm onClose={() => setIsCreating(false)} />}</LazyDialog>
    </>
  )
}
