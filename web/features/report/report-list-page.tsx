import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { Plus } from 'lucide-react'
import { lazy, useMemo, useState } from 'react'
import { listReports, type ReportItem, reportStatuses } from '#contract/report.api.ts'
import { supers } from '#contract/role.ts'
import { visibleUsers } from '#contract/user.api.ts'
import { ogSource } from '#web/features/og/og.ts'
import { personSource } from '#web/features/person/person.ts'
import { useT } from '#web/platform/i18n.ts'
import { one, useGo, usePage } from '#web/platform/page.tsx'
import { endpointQuery } from '#web/platform/query.ts'
import { useRole } from '#web/platform/session.ts'
import { emptyTrash, labelActs, recordBulkActs } from '#web/record/bulk-acts.ts'
import { LazyDialog } from '#web/ui/lazy-dialog.tsx'
import { EditButton } from '#web/ui/list/cells.tsx'
import { List } from '#web/ui/list/list.tsx'
import type { BulkAct, Column, FilterConfig, ListConfig } from '#web/ui/list/list-config.ts'
import { recordFilter } from '#web/ui/list/record-filter.ts'
import { eventSource } from './event-source.ts'
import { reportListMessages } from './messages.ts'
import { reportCalls, reportLabels, useReportFacets } from './report-calls.ts'
import { ReportCard } from './report-cells.tsx'
import { useReportColumns } from './report-columns.tsx'
import { reportStatusMessages } from './status-messages.ts'

const ogFilter = recordFilter(ogSource)
const personFilter = recordFilter(personSource)
const eventFilter = recordFilter(eventSource)

/** Filters of reports; their ids are the names in the API. */
function useReportFilters(mayWrite: boolean): FilterConfig[] {
  const t = useT(reportListMessages)
  const status = useT(reportStatusMessages)
  const { data: facets } = useReportFacets()
  const { data: users } = useQuery({ ...endpointQuery(visibleUsers, {}), staleTime: 60_000 })
  return useMemo<FilterConfig[]>(() => {
    const statuses = reportStatuses.map(value => ({ value, label: status(value) }))
    const owners = (users ?? []).map(({ id, name, username }) => ({ value: String(id), label: name || username }))
    const labels = (facets?.labels ?? []).map(({ value, count }) => ({ value, label: value, count }))
    return [
      ...(mayWrite ? [{ id: 'status', label: t('status'), kind: 'options', options: statuses } as const] : []),
      { id: 'label', label: t('labels'), kind: 'options', options: labels, isPending: !facets },
      { id: 'og', label: t('og'), ...ogFilter },
      { id: 'person', label: t('person'), ...personFilter, isRare: true },
      { id: 'event', label: t('event'), ...eventFilter, isRare: true },
      { id: 'owner', label: t('owner'), kind: 'options', options: owners, isPending: !users, isRare: true },
      ...(mayWrite
        ? [
            { id: 'restricted', label: t('restricted'), kind: 'switch', isRare: true } as const,
            { id: 'trash', label: t('trash'), kind: 'switch', isRare: true } as const,
          ]
        : []),
    ]
  }, [t, status, facets, users, mayWrite])
}

/** Bulk actions on reports; in the trash only restoring. */
const reportBulkActs = (isTrash: boolean): BulkAct[] =>
  recordBulkActs({
    noun: 'report',
    calls: reportCalls,
    words: reportListMessages,
    isTrash,
    own: labelActs(reportListMessages, reportLabels),
  })

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
      width: 44,
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
