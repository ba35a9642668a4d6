import type { ReportStatus } from '#contract/report.api.ts'
import { useT } from '#web/platform/i18n.ts'
import { reportStatusMessages } from './status-messages.ts'

const tones = {
  draft: 'quiet',
  review: 'warning',
  published: 'success',
  archived: 'faint',
} as const satisfies Record<ReportStatus, string>

export function ReportStatusText({ status }: { status: ReportStatus }) {
  const word = useT(reportStatusMessages)
  return <span className={tones[status]}>{word(status)}</span>
}
