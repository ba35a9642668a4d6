import { useQuery } from '@tanstack/react-query'
import { Button, Drawer } from 'antd'
import { PanelRight } from 'lucide-react'
import { useState } from 'react'
import { type Diff, type DiffStatus, listDiffs } from '#contract/diff.api.ts'
import { getOg } from '#contract/og.api.ts'
import { formatInstant } from '#web/platform/clock.ts'
import { displayName } from '#web/platform/display-name.ts'
import { useT } from '#web/platform/i18n.ts'
import { useIsWide } from '#web/platform/media.ts'
import { PageLink } from '#web/platform/page.tsx'
import { endpointQuery } from '#web/platform/query.ts'
import { useShortcut } from '#web/platform/shortcut.tsx'
import { readLocalStorage, writeStored } from '#web/platform/storage.ts'
import { DangerLevelTag } from '#web/ui/danger-level.tsx'
import { ChangeLine } from './change-line.tsx'
import { ClusterActs, ClusterPages, clusterWord } from './cluster-line.tsx'
import { contextMessages } from './context-messages.ts'
import parts from './diff.module.css'
import { Chips, DiffScore, hasFinds } from './diff-parts.tsx'
import { LastReviews } from './last-reviews.tsx'
import css from './review.module.css'
import { diffReviewMessages } from './review-messages.ts'

const storageKey = 'diff_context'
const closedKey = 'closed'

/**
 * The context is next to the difference on wide screens, and stays as the user left it. On other screens it is a
 * drawer.
 */
export function useContextPanel() {
  const t = useT(contextMessages)
  const isWide = useIsWide()
  const [isShown, setIsShown] = useState(() => readLocalStorage(storageKey) !== closedKey)
  const [isDrawn, setIsDrawn] = useState(false)
  const toggle = () => {
    if (!isWide) return setIsDrawn(!isDrawn)
    setIsShown(!isShown)
    writeStored(storageKey, isShown ? closedKey : null)
  }
  useShortcut('c', t('toggle'), toggle)
  return { isBeside: isWide && isShown, isDrawn: !isWide && isDrawn, toggle }
}

type Panel = ReturnType<typeof useContextPanel>

export function ContextButton({ panel }: { panel: Panel }) {
  const t = useT(contextMessages)
  return (
    <Button
      type="text"
      icon={<PanelRight size={16} aria-hidden />}
      aria-label={t('toggle')}
      aria-expanded={panel.isBeside || panel.isDrawn}
      title={`${t('toggle')} c`}
      onClick={panel.toggle}
    />
  )
}

type Props = { diff: Diff; panel: Panel; onReview: (status: DiffStatus, isCluster: boolean) => void }

/** The context of a review: the page's organisation, the content of the change, and earlier reviews. */
export function DiffContext({ diff, panel, onReview }: Props) {
  const t = useT(contextMessages)
  if (panel.isBeside)
    return (
      <aside className={css.context} aria-label={t('title')} data-scroller>
        <Context diff={diff} onReview={onReview} />
      </aside>
    )
  return (
    <Drawer
      open={panel.isDrawn}
      destroyOnHidden
      size="min(400px, 100vw)"
      title={t('title')}
      closable={{ 'aria-label': t('close') }}
      onClose={panel.toggle}
    >
      <Context diff={diff} onReview={onReview} />
    </Drawer>
  )
}

function Context({ diff, onReview }: Pick<Props, 'diff' | 'onReview'>) {
  const t = useT(contextMessages)
  const words = useT(diffReviewMessages)
  return (
    <div className="stack gap-5">
      <Organisation diff={diff} />
      {hasFinds(diff) && (
        <section className={css.section}>
          <h3>{t('found')}</h3>
          <div className={parts.chips}>
            <Chips diff={diff} page={diff.page.id} />
          </div>
        </section>
      )}
      {diff.cluster !== null && diff.cluster_size > 1 && (
        <details className={css.section}>
          <summary>{words(clusterWord(diff), { count: diff.cluster_size })}</summary>
          <ClusterActs diff={diff} onReview={status => onReview(status, true)} />
          <ClusterPages diff={diff} />
        </details>
      )}
      <Before diff={diff} />
      <LastReviews diff={diff} level={3} />
    </div>
  )
}

function Organisation({ diff: { og, page } }: { diff: Diff }) {
  const t = useT(contextMessages)
  const { data } = useQuery({ ...endpointQuery(getOg, { params: { id: og.id } }), staleTime: 60_000 })
  return (
    <section className={css.section}>
      <h3>{t('og')}</h3>
      <p className="row wrap gap-x-4">
        <PageLink to="og_detail" params={{ id: og.id }}>
          {displayName(og)}
        </PageLink>
        {data?.danger_level && <DangerLevelTag level={data.danger_level} />}
      </p>
      <p className="above-2">
        <PageLink to="admin_page" params={{ id: page.id }} className="small block pad-y-2">
          {t('allVersions')}
        </PageLink>
      </p>
    </section>
  )
}

/** The previous change of this page: a date that moves each week, a list that grows. */
function Before({ diff }: { diff: Diff }) {
  const t = useT(contextMessages)
  const words = useT(diffReviewMessages)
  const query = { page: [String(diff.page.id)], sort: '-created_at', pageSize: 20 } as const
  const { data } = useQuery({ ...endpointQuery(listDiffs, { query }), staleTime: 60_000 })
  const before = data?.items.find(each => each.round < diff.round)
  if (!data) return null
  return (
    <section className={css.section}>
      <h3>{t('before')}</h3>
      {before ? (
        <div className={css.before}>
          <DiffScore score={before.score} />
          <span className="grow">
            <PageLink to="admin_diff_detail" search={{ id: before.id }} className={css.beforeText}>
              {before.excerpt ? <ChangeLine diff={before} /> : words('change')}
            </PageLink>
            <span className="small quiet">
              {formatInstant(before.created_at)} · {words(before.status)}
            </span>
          </span>
        </div>
      ) : (
        <p className="small quiet">{t('first')}</p>
      )}
    </section>
  )
}
