import { useMemo } from 'react'
import type { ReportItem } from '#contract/report.api.ts'
import { type Translate, useT } from '#web/platform/i18n.ts'
import { getLocale } from '#web/platform/locale.ts'
import { Refs, refsText } from '#web/ui/list/cells.tsx'
import type { Column } from '#web/ui/list/list-config.ts'
import { accessColumn, instantColumn, ownerColumn } from '#web/ui/list/record-columns.tsx'
import { reportListMessages } from './messages.ts'
import { ReportName } from './report-cells.tsx'
import { ReportStatusText } from './report-status.tsx'
import { reportStatusMessages } from './status-messages.ts'

type TranslateFn = Translate<(typeof reportListMessages)['zh-CN']>
type ColumnFlags = { isTrash: boolean; mayWrite: boolean }

/** All columns of reports; readers do not get those about their preparation. */
function reportColumns(t: TranslateFn, { isTrash, mayWrite }: ColumnFlags): Column<ReportItem>[] {
  const hidden = (column: Column<ReportItem>): Column<ReportItem> => ({ ...column, defaultHidden: true })
  const work: Column<ReportItem>[] = [
    {
      id: 'status',
      title: t('status'),
      cell: report => <ReportStatusText status={report.status} />,
      widest: Object.values(reportStatusMessages[getLocale()]),
      width: 96,
    },
  ]
  const rest: Column<ReportItem>[] = [
    hidden({
      id: 'reviewer',
      title: t('reviewer'),
      cell: report => report.reviewer?.name,
      text: report => report.reviewer?.name,
      width: 160,
    }),
    hidden({
      id: 'open_comments',
      title: t('comments'),
      cell: report => report.open_comments > 0 && report.open_comments,
      width: 100,
      isNumber: true,
      align: 'end',
    }),
    accessColumn(t('access')),
    ownerColumn(t('owner')),
  ]
  return [
    {
      id: 'number',
      title: t('number'),
      cell: report => <span className="small mono">{report.number}</span>,
      text: report => report.number,
      face: 'mono',
      width: 160,
      sort: 'number',
      sortsDownFirst: true,
    },
    {
      id: 'title',
      title: t('name'),
      cell: report => <ReportName report={report} isTrash={isTrash} />,
      width: 250,
      minWidth: 140,
      sort: 'title',
      isPinned: true,
      isAlwaysShown: true,
      grows: true,
    },
    ...(mayWrite ? work : []),
    {
      id: 'author',
      title: t('author'),
      cell: report => report.author?.name,
      text: report => report.author?.name,
      width: 140,
    },
    {
      id: 'labels',
      title: t('labels'),
      cell: report => report.labels.join(', '),
      text: report => report.labels.join(', '),
      width: 160,
    },
    {
      id: 'ogs',
      title: t('og'),
      cell: report => <Refs refs={report.ogs} to="og_detail" />,
      text: report => refsText(report.ogs),
      width: 200,
    },
    {
      id: 'persons',
      title: t('person'),
      cell: report => <Refs refs={report.persons} to="person_detail" />,
      text: report => refsText(report.persons),
      width: 160,
    },
    hidden({
      id: 'events',
      title: t('event'),
      cell: report => <Refs refs={report.events} to="event_detail" />,
      text: report => refsText(report.events),
      width: 200,
    }),
    hidden({
      id: 'summary',
      title: t('summary'),
      cell: report => report.summary,
      text: report => report.summary,
      width: 240,
    }),
    ...(mayWrite ? rest : []),
    { ...instantColumn('published_at', t('publishedAt')), text: (report: ReportItem) => report.published_at },
    instantColumn('updated_at', t('updatedAt'), true),
    instantColumn('created_at', t('createdAt'), true),
  ]
}

/** The columns in the chosen language. */
export function useReportColumns({ isTrash, mayWrite }: ColumnFlags): Column<ReportItem>[] {
  const t = useT(reportListMessages)
  return useMemo(() => reportColumns(t, { isTrash, mayWrite }), [t, isTrash, mayWrite])
}
