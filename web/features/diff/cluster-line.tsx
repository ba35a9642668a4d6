import { useQuery } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import { ChevronDown, ChevronRight } from 'lucide-react'
import { type Diff, type DiffStatus, listDiffs } from '#contract/diff.api.ts'
import { useT } from '#web/platform/i18n.ts'
import { PageLink } from '#web/platform/page.tsx'
import { endpointQuery } from '#web/platform/query.ts'
import { Failure } from '#web/ui/frame/failure.tsx'
import css from './diff.module.css'
import { diffTitle, pathOf } from './diff-parts.tsx'
import { diffMessages } from './messages.ts'
import { diffReviewMessages } from './review-messages.ts'

const listedAtMost = 100

type FoldProps = { diff: Diff; isOpen: boolean; onToggle: () => void }

/** The number of pages with the same change. */
export function ClusterFold({ diff, isOpen, onToggle }: FoldProps) {
  const t = useT(diffReviewMessages)
  const words = useT(diffMessages)
  const Chevron = isOpen ? ChevronDown : ChevronRight
  return (
    <button
      type="button"
      className={css.clusterFold}
      aria-expanded={isOpen}
      title={words(isOpen ? 'hideCluster' : 'showCluster')}
      onClick={event => {
        event.stopPropagation()
        onToggle()
      }}
    >
      <Chevron size={14} aria-hidden /> {t(clusterWord(diff), { count: diff.cluster_size })}
    </button>
  )
}

/** Actions on all pages of the cluster, and each page separately. */
export function ClusterOpen({ diff, onReview }: { diff: Diff; onReview: (status: DiffStatus) => void }) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only prevents a press on its buttons from selecting the row.
    // biome-ignore lint/a11y/useKeyWithClickEvents: as above
    <div className={css.cluster} onClick={event => event.stopPropagation()}>
      <ClusterActs diff={diff} onReview={onReview} />
      <ClusterPages diff={diff} />
    </div>
  )
}

/** One action on all pages with the same change; their present status is not offered. */
export function ClusterActs({ diff, onReview }: { diff: Diff; onReview: (status: DiffStatus) => void }) {
  const t = useT(diffReviewMessages)
  return (
    <p className={css.clusterActs}>
      <span>{t('clusterAll', { count: diff.cluster_size })}</span>
      {(['important', 'ignored', 'done'] as const)
        .filter(status => status !== diff.status)
        .map(status => (
          <button key={status} type="button" className={css.link} onClick={() => onReview(status)}>
            {t(status === 'important' ? 'markImportant' : status === 'ignored' ? 'markIgnored' : 'markDone')}
          </button>
        ))}
    </p>
  )
}

/** The name of a cluster by what its pages have in common. */
export const clusterWord = ({ cluster_kind }: Pick<Diff, 'cluster_kind'>) =>
  cluster_kind === 'series' ? 'series' : 'cluster'

/** Sorts pages of an archive by their number, others by score. */
function inOrder(pages: readonly Diff[], { cluster_kind }: Diff): readonly Diff[] {
  if (cluster_kind !== 'series') return pages
  return pages.toSorted((a, b) => a.page.url.localeCompare(b.page.url, 'en', { numeric: true }))
}

/** The pages of a cluster, each with a link to its own difference. */
export function ClusterPages({ diff }: { diff: Diff }) {
  const t = useT(diffReviewMessages)
  const words = useT(diffMessages)
  const query = {
    cluster: diff.cluster ?? '',
    og_id: String(diff.og.id),
    round: String(diff.round),
    sort: '-score',
    pageSize: listedAtMost,
  } as const
  const { data, error } = useQuery({ ...endpointQuery(listDiffs, { query }) })
  if (error) return <Failure>{words('failed')}</Failure>
  if (!data) return <Skeleton active title={false} paragraph={{ rows: 2 }} aria-label={words('loading')} />
  return (
    <ul className={css.clusterPages}>
      {inOrder(data.items, diff).map(each => (
        <li key={each.id} aria-current={each.id === diff.id || undefined}>
          <PageLink to="admin_diff_detail" search={{ id: each.id, cluster: diff.cluster }} title={each.page.url}>
            {diffTitle(each)}
          </PageLink>
          <span className="grow small mono quiet ellipsis">{pathOf(each.page.url)}</span>
          {each.status !== 'unread' && <span className="small quiet">{t(each.status)}</span>}
        </li>
      ))}
      {data.total > data.items.length && (
        <li className="small quiet">{words('morePages', { count: data.total - data.items.length })}</li>
      )}
    </ul>
  )
}
