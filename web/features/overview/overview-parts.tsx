import { Skeleton } from 'antd'
import type { Overview } from '#contract/overview.api.ts'
import type { PartyEntity } from '#contract/registry.ts'
import { DiffScore } from '#web/features/diff/diff.ts'
import { formatInstant } from '#web/platform/clock.ts'
import { useT } from '#web/platform/i18n.ts'
import { PageLink } from '#web/platform/page.tsx'
import { errorText } from '#web/platform/query.ts'
import { RecordSection } from '#web/record/record-page.tsx'
import { useOverview, useVisit } from '#web/record/use-overview.ts'
import { Failure } from '#web/ui/frame/failure.tsx'
import { overviewMessages } from './messages.ts'
import css from './overview.module.css'
import { overviewCalls } from './overview-calls.ts'
import { OverviewEvents } from './overview-events.tsx'
import { OverviewMentions } from './overview-mentions.tsx'
import { OverviewLinks, OverviewPersons, OverviewStated } from './overview-people.tsx'
import { OverviewReasons } from './overview-reasons.tsx'
import { Item, OverviewSection, type SectionProps } from './overview-section.tsx'

/** New changes and the first few items of each section for one organisation or person; empty sections are left out. */
export default function OverviewParts({ noun, id }: { noun: PartyEntity; id: number }) {
  const t = useT(overviewMessages)
  const { data, error, isFetching, refetch } = useOverview(overviewCalls[noun], id)
  useVisit(overviewCalls[noun], id, data !== undefined)
  if (error && !data)
    return (
      <Failure onRetry={() => void refetch()} isRetrying={isFetching}>
        {t('partsFailed')} {errorText(error)}
      </Failure>
    )
  if (!data)
    return (
      <div role="status" aria-busy aria-label={t('loading')} className="above-5">
        <Skeleton active title={false} paragraph={{ rows: 6 }} />
      </div>
    )
  const of = { noun, id, overview: data }
  return (
    <>
      <Failed failed={data.failed} isBusy={isFetching} onRetry={() => void refetch()} />
      <OverviewReasons {...of} />
      <OverviewDiffs {...of} />
      <OverviewEvents {...of} />
      <OverviewStated {...of} />
      {noun === 'og' && <OverviewPersons {...of} />}
      <OverviewLinks {...of} />
      <OverviewMentions {...of} />
      <OverviewPapers {...of} />
    </>
  )
}

/** Names the sections that could not be read, so that no one takes their absence for no data. */
function Failed({ failed, isBusy, onRetry }: { failed: Overview['failed']; isBusy: boolean; onRetry: () => void }) {
  const t = useT(overviewMessages)
  if (failed.length === 0) return null
  return (
    <Failure onRetry={onRetry} isRetrying={isBusy}>
      {t('someFailed', { parts: failed.map(part => t(`part_${part}`)).join(t('comma')) })}
    </Failure>
  )
}

/** Unread changes on the organisation's pages, highest score first, with the words found in them. */
function OverviewDiffs({ id, overview: { diffs, counts, since } }: SectionProps) {
  const t = useT(overviewMessages)
  if (diffs.length === 0) return null
  const total = counts.diffs ?? 0
  const more = total > diffs.length && (
    <PageLink to="admin_diff" search={{ og_id: id }}>
      {t('allOf', { count: total })}
    </PageLink>
  )
  return (
    <RecordSection title={t('waiting')} more={more}>
      <ul>
        {diffs.map(({ id: diff, page, score, excerpt, words, cluster_size: size, created_at: at }) => (
          <Item key={diff} at={at} since={since}>
            <DiffScore score={score} />
            <div className="grow">
              <div className="flex wrap baseline gap-x-3">
                <PageLink to="admin_diff_detail" search={{ id: diff }} title={page.url} className="lines strong">
                  {page.title || page.url}
                </PageLink>
                {size > 1 && <span className="small quiet">{t('samePages', { count: size })}</span>}
                {words.map(word => (
                  <span key={word} className="tag">
                    {word}
                  </span>
                ))}
              </div>
              {excerpt && <p className="lines quiet">{excerpt}</p>}
            </div>
            <time className={css.when} dateTime={at}>
              {formatInstant(at)}
            </time>
          </Item>
        ))}
      </ul>
    </RecordSection>
  )
}

/** Reports that cite the record, and files about it, newest first. */
function OverviewPapers({ noun, id, overview: { reports, uploads, counts, since } }: SectionProps) {
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
