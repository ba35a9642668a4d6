import { useQuery } from '@tanstack/react-query'
import { type Diff, listDiffs, reviewThreshold } from '#contract/diff.api.ts'
import { displayName } from '#web/platform/display-name.ts'
import { PageLink } from '#web/platform/page.tsx'
import { endpointQuery } from '#web/platform/query.ts'
import { ChangeLine } from './change-line.tsx'
import css from './diff.module.css'
import { Chips, diffTitle } from './diff-parts.tsx'

/** The highest unread differences, one per cluster, for a list on another page. */
export function useWaitingDiffs(pageSize: number, enabled: boolean) {
  const query = { status: ['unread'], min_score: reviewThreshold, folded: true, sort: '-score', pageSize } as const
  return useQuery({ ...endpointQuery(listDiffs, { query }), enabled })
}

/** A difference in two lines: its page, its organisation, the change and its gravest word. */
export function DiffLine({ diff }: { diff: Diff }) {
  return (
    <>
      <span className="grow">
        <PageLink to="admin_diff_detail" search={{ id: diff.id }} className={css.panelTitle} title={diff.page.url}>
          {diffTitle(diff)}
        </PageLink>
        <span className={css.panelText}>
          {displayName(diff.og)}
          {diff.excerpt && ' · '}
          <ChangeLine diff={diff} />
        </span>
      </span>
      {diff.new_hits.length > 0 && (
        <span className="rigid">
          <Chips diff={{ new_hits: diff.new_hits.slice(0, 1), new_mentions: [] }} />
        </span>
      )}
    </>
  )
}
