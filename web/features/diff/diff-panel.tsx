import type { Diff } from '#contract/diff.api.ts'
import { displayName } from '#web/platform/display-name.ts'
import { PageLink } from '#web/platform/page.tsx'
import { ChangeLine } from './change-line.tsx'
import css from './diff.module.css'
import { Chips, diffTitle } from './diff-parts.tsx'

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
