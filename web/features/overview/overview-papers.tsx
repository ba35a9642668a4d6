import { formatInstant } from '#web/platform/clock.ts'
import { useT } from '#web/platform/i18n.ts'
import { PageLink } from '#web/platform/page.tsx'
import { overviewMessages } from './messages.ts'
import css from './overview.module.css'
import { Item, OverviewSection, type SectionProps } from './overview-section.tsx'

/** Reports that cite the record, and files about it, newest first. */
export function OverviewPapers({ noun, id, overview: { reports, uploads, counts, since } }: SectionProps) {
  const t = useT(overviewMessages)
  const of = { noun, id }
  return (
    <>
      {reports.length > 0 && (
        <OverviewSection of={of} title={t('reports')} tab="reports" shown={reports.length} total={counts.reports}>
          <ul>
            {reports.map(({ id: report, title, number, updated_at: at }) => (
              <Item key={report} at={at} since={since}>
                <span className={css.date}>{number}</span>
                <PageLink to="report_detail" params={{ id: report }} className="lines grow" dir="auto">
                  {title}
                </PageLink>
                <time className={css.when} dateTime={at}>
                  {formatInstant(at)}
                </time>
              </Item>
            ))}
          </ul>
        </OverviewSection>
      )}
      {uploads.length > 0 && (
        <OverviewSection of={of} title={t('uploads')} tab="uploads" shown={uploads.length} total={counts.uploads}>
          <ul>
            {uploads.map(({ id: upload, title, file_name: file, created_at: at }) => (
              <Item key={upload} at={at} since={since}>
                <PageLink to="upload" search={{ id: upload }} title={file} className="lines grow" dir="auto">
                  {title}
                </PageLink>
                <time className={css.when} dateTime={at}>
                  {formatInstant(at)}
                </time>
              </Item>
            ))}
          </ul>
        </OverviewSection>
      )}
    </>
  )
}
