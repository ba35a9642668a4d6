import type { ReportItem } from '#contract/report.api.ts'
import { formatInstant } from '#web/platform/clock.ts'
import { useT } from '#web/platform/i18n.ts'
import { PageLink } from '#web/platform/page.tsx'
import cells from '#web/ui/list/cells.module.css'
import { RestrictedMark } from '#web/ui/list/cells.tsx'
import { reportListMessages } from './messages.ts'
import { ReportStatusText } from './report-status.tsx'

/** The title as a link; in the trash it is plain text, because deleted reports have no page. */
export function ReportName({ report, isTrash = false }: { report: ReportItem; isTrash?: boolean }) {
  return (
    <span className={cells.name}>
      {isTrash ? (
        <span className={cells.nameText}>{report.title}</span>
      ) : (
        <PageLink to="report_detail" params={{ id: report.id }} className={cells.nameText} title={report.title}>
          {report.title}
        </PageLink>
      )}
      <RestrictedMark record={report} />
    </span>
  )
}

export function ReportCard({ report }: { report: ReportItem }) {
  const t = useT(reportListMessages)
  const refs = [...report.ogs, ...report.persons, ...report.events]
  return (
    <article className="stack gap-3 pad-4">
      <div className={cells.cardTop}>
        <PageLink
          to="report_detail"
          params={{ id: report.id }}
          className={`block shrink ${cells.nameText}`}
          title={report.title}
        >
          {report.title}
        </PageLink>
      </div>
      <div className={cells.cardFacts}>
        <span className="small mono">{report.number}</span>
        <ReportStatusText status={report.status} />
        <span>{report.author?.name ?? t('nobody')}</span>
      </div>
      <div className={cells.cardFoot}>
        <time>{formatInstant(report.published_at) || t('notPublished')}</time>
        <span>{refs.map(ref => ref.name).join(' · ')}</span>
      </div>
    </article>
  )
}
