import type { Diff } from '#contract/diff.api.ts'
import { displayName } from '#web/platform/display-name.ts'
import { PageLink } from '#web/platform/page.tsx'
import { ChangeLine } from './change-line.tsx'
import css from './diff.module.css'
import { Chips, diffTitle, KindMark } from './diff-parts.tsx'

/** A difference in two lines: the changed words with the gravest word, then its page and organisation. */
export function DiffLine({ diff }: { diff: Diff }) {
  const title = diffTitle(diff)
  const hasWords = diff.kind === 'state' || !!diff.excerpt || diff.excerpt_runs.length > 0
  const hasKind = (diff.kind !== 'changed' && diff.kind !== 'state') || diff.moved_to !== null
  return (
    <span className="grow">
      <span className="row gap-3">
        {hasKind && <KindMark diff={diff} />}
        <PageLink
          to="admin_diff_detail"
          search={{ id: diff.id }}
          className={css.panelTitle}
          title={diff.excerpt ?? diff.page.url}
        >
          {hasWords ? <ChangeLine diff={diff} /> : title}
        </PageLink>
        {diff.new_hits.length > 0 && (
          <span className="rigid">
            <Chips diff={{ new_hits: diff.new_hits.slice(0, 1), new_mentions: [] }} />
          </span>
        )}
      </span>
      <span className={css.panelText} title={diff.page.url}>
        {hasWords && `${title} · `}
        {displayName(diff.og)}
      </span>
    </span>
  )
}
