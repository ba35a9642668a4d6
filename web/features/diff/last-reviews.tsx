import { useQuery } from '@tanstack/react-query'
import { type Diff, listDiffs } from '#contract/diff.api.ts'
import { formatInstant } from '#web/platform/clock.ts'
import { useT } from '#web/platform/i18n.ts'
import { PageLink } from '#web/platform/page.tsx'
import { endpointQuery } from '#web/platform/query.ts'
import { ChangeLine } from './change-line.tsx'
import parts from './diff.module.css'
import { DiffScore } from './diff-parts.tsx'
import { diffMessages } from './messages.ts'
import css from './review.module.css'
import { diffReviewMessages } from './review-messages.ts'

const listedAtMost = 5

/** Earlier reviews of changes on this page, for comparison. */
export function LastReviews({ diff, level = 2 }: { diff: Diff; level?: 2 | 3 }) {
  const Title = level === 2 ? 'h2' : 'h3'
  const t = useT(diffMessages)
  const words = useT(diffReviewMessages)
  const query = {
    page: [String(diff.page.id)],
    status: ['important', 'ignored', 'done'],
    sort: '-reviewed_at',
    pageSize: listedAtMost + 1,
  } as const
  const { data } = useQuery({ ...endpointQuery(listDiffs, { query }) })
  if (!data) return null
  const items = data.items.filter(({ id }) => id !== diff.id).slice(0, listedAtMost)
  return (
    <section className={css.section} aria-label={t('lastReviews')}>
      <Title>{t('lastReviews')}</Title>
      {items.length === 0 ? (
        <p className="small quiet">{t('noReviews')}</p>
      ) : (
        <ul className={css.reviews}>
          {items.map(each => (
            <li key={each.id}>
              <DiffScore score={each.score} />
              <span className={parts.status} data-status={each.status}>
                {words(each.status)}
              </span>
              <PageLink to="admin_diff_detail" search={{ id: each.id }} className="grow ellipsis">
                {each.note || (each.excerpt || each.kind === 'state' ? <ChangeLine diff={each} /> : t(each.kind))}
              </PageLink>
              <span className="small quiet">
                {each.reviewer_name} {formatInstant(each.reviewed_at)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
