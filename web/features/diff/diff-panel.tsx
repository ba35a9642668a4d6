import { useQuery } from '@tanstack/react-query'
import { type Diff, listDiffs, worthATime } from '#contract/diff.ts'
import { useT } from '#web/platform/i18n.ts'
import { PageLink } from '#web/platform/page.tsx'
import { ask } from '#web/platform/query.ts'
import css from './diff.module.css'
import { Chips, Score, titleOf } from './diff-parts.tsx'
import { diffMessages } from './messages.ts'

export const waitingShown = 6

/** The weightiest differences that wait, for a panel elsewhere. */
export function useWaitingDiffs() {
  const query = {
    status: ['unread'],
    min_score: worthATime,
    folded: true,
    sort: '-score',
    pageSize: waitingShown,
  } as const
  return useQuery({ ...ask(listDiffs, { query }) })
}

/** Changes waiting for review, each the way to its difference. */
export function WaitingDiffs({ items }: { items: readonly Diff[] }) {
  const t = useT(diffMessages)
  if (items.length === 0) return <p className="small quiet">{t('panelNone')}</p>
  return (
    <ol className={css.panelRows}>
      {items.map(diff => (
        <li key={diff.id}>
          <Score score={diff.score} />
          <span className="grow">
            <PageLink to="admin_diff_detail" search={{ id: diff.id }} className={css.panelTitle} title={diff.page.url}>
              {titleOf(diff)}
            </PageLink>
            <span className={css.panelText}>
              {diff.og.name}
              {diff.excerpt && ` · ${diff.excerpt}`}
            </span>
          </span>
          {diff.new_hits.length > 0 && (
            <span className="rigid">
              <Chips diff={{ new_hits: diff.new_hits.slice(0, 1), new_mentions: [] }} />
            </span>
          )}
        </li>
      ))}
    </ol>
  )
}
