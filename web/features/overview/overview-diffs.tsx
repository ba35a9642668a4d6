import { Score } from '#web/features/diff/diff.ts'
import { formatInstant } from '#web/platform/clock.ts'
import { useT } from '#web/platform/i18n.ts'
import { PageLink } from '#web/platform/page.tsx'
import { RecordSection } from '#web/record/record-page.tsx'
import { overviewMessages } from './messages.ts'
import css from './overview.module.css'
import { Item, type SectionProps } from './overview-section.tsx'

/** Unread changes on the organisation's pages, highest score first, with the words found in them. */
export function OverviewDiffs({ id, overview: { diffs, counts, since } }: SectionProps) {
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
            <Score score={score} />
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
