import { Tabs } from 'antd'
import { ChevronLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Report } from '#contract/report.api.ts'
import { useT } from '#web/platform/i18n.ts'
import { one, PageLink, usePage } from '#web/platform/page.tsx'
import record from '#web/record/record.module.css'
import { reportPageMessages } from './page-messages.ts'
import css from './report-page.module.css'
import { ReportStatusText } from './report-status.tsx'

export type SideTab = { key: string; label: ReactNode; content: ReactNode }

type Props = {
  report: Report
  /** Replaces the title in the editor. */
  title?: ReactNode
  marks?: ReactNode
  acts: ReactNode
  banner?: ReactNode
  side: readonly SideTab[]
  children: ReactNode
}

/** The screen of a report: its text, with facts, comments and versions next to it. The address holds the tab. */
export function ReportFrame({ report, title, marks, acts, banner, side, children }: Props) {
  const t = useT(reportPageMessages)
  const { search, setSearch } = usePage()
  const first = side[0]?.key ?? ''
  const requested = one(search.tab)
  const active = side.some(tab => tab.key === requested) ? requested : first
  return (
    <article className="shrink">
      <nav className="way-back">
        <PageLink to="report">
          <ChevronLeft size={16} aria-hidden />
          {t('list')}
        </PageLink>
      </nav>
      <header className={record.header}>
        <div className={record.names}>
          {title ?? <h1 title={report.title}>{report.title}</h1>}
          <div className={record.marks}>
            <span className="small mono">{report.number}</span>
            <ReportStatusText status={report.status} />
            {report.marking && <span className="tag">{report.marking}</span>}
            {marks}
          </div>
        </div>
        <div className={css.acts}>{acts}</div>
      </header>
      {banner}
      <div className={css.columns}>
        <div className="shrink">{children}</div>
        <aside className={css.side} aria-label={t('side')}>
          <Tabs
            size="small"
            activeKey={active}
            onChange={key => setSearch(before => ({ ...before, tab: key === first ? null : key }), { replace: true })}
            items={side.map(({ key, label, content }) => ({ key, label, children: content }))}
          />
        </aside>
      </div>
    </article>
  )
}
