import type { RefObject } from 'react'
import type { Report } from '#contract/report.api.ts'
import { useT } from '#web/platform/i18n.ts'
import { useRecordHistory } from '#web/record/record-history.tsx'
import { HistoryView } from '#web/ui/history/history-view.tsx'
import { reportPageMessages } from '../page-messages.ts'
import { reportConfig } from '../report-config.ts'
import { useReportFormatters, valuesOfHistory } from '../report-formatters.tsx'
import type { SideTab } from '../report-frame.tsx'
import { CommentPanel } from './comment-panel.tsx'
import { VersionPanel } from './version-panel.tsx'

/** Comments, versions and history, for users who work on reports. `textRef` is the text to quote from. */
export function useWorkTabs(
  report: Report,
  textRef: RefObject<HTMLElement | null>,
  mayRestore = report.can.includes('update') && report.status === 'draft',
): SideTab[] {
  const t = useT(reportPageMessages)
  const open = report.open_comments > 0 ? ` ${report.open_comments}` : ''
  return [
    {
      key: 'comments',
      label: `${t('comments')}${open}`,
      content: <CommentPanel reportId={report.id} textRef={textRef} />,
    },
    { key: 'versions', label: t('versions'), content: <VersionPanel report={report} mayRestore={mayRestore} /> },
    { key: 'history', label: t('history'), content: <ReportHistory report={report} /> },
  ]
}

function ReportHistory({ report }: { report: Report }) {
  const { historyQuery, entries } = useRecordHistory(reportConfig, report.id)
  const formatters = useReportFormatters(valuesOfHistory(report, entries))
  return <HistoryView pages={historyQuery} formatters={formatters} />
}
