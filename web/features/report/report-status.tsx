import type { ReportStatus } from '#contract/report.ts'
import { useT } from '#web/platform/i18n.ts'
import css from './report.module.css'
import { reportStatusMessages } from './status-messages.ts'

export function ReportStatusText({ status }: { status: ReportStatus }) {
  const word = useT(reportStatusMessages)
  return (
    <span className={css.status} data-status={status}>
      {word(status)}
    </span>
  )
}
