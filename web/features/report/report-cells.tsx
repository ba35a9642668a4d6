import type { ReportItem } from '#contract/report.ts'
import { formatInstant } from '#web/platform/clock.ts'
import { useT } from '#web/platform/i18n.ts'
import { PageLink } from '#web/platform/page.tsx'
import cells from '#web/ui/list/cells.module.css'
import { RestrictedMark } from '#web/ui/list/cells.tsx'
import { reportListMessages } from './messages.ts'
import css from './report.module.css'
import { ReportStatusText } from './report-status.tsx'

/** The title as a link; in the trash there is no page to open. */
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

type Ref = { id: number; name: string }
type RefsProps = { refs: readonly Ref[]; to: 'og_detail' | 'person_detail' | 'event_detail' }

/** The first of those linked, and how many more there are. */
export function Refs({ refs, to }: RefsProps) {
  const first = refs[0]
  if (!first) return null
  return (
    <span className={css.refs} title={refs.map(ref => ref.name).join('\n')}>
      <PageLink to={to} params={{ id: first.id }}>
        {first.name}
      </PageLink>
      {refs.length > 1 && <span className="quiet">+{refs.length - 1}</span>}
    </span>
  )
}

export function ReportCard({ report }: { report: ReportItem }) {
  const t = useT(reportListMessages)
  const refs = [...report.ogs, ...report.persons, ...report.events]
  return (
    <article className="stack gap-3 pad-4">
      <PageLink to="report_detail" params={{ id: report.id }} className={css.cardName} title={report.title}>
        {report.title}
      </PageLink>
      <div className={css.cardFacts}>
        <span className="small mono">{report.number}</span>
        <ReportStatusText status={report.status} />
        <span>{report.author?.name ?? t('nobody')}</span>
      </div>
      <div className={css.cardFoot}>
        <span>{formatInstant(report.published_at) || t('notPublished')}</span>
        <span>{refs.map(ref => ref.name).join(' · ')}</span>
      </div>
    </article>
  )
}
