import { Check, EyeOff, Star } from 'lucide-react'
import { memo } from 'react'
import type { Diff, DiffStatus } from '#contract/diff.ts'
import { formatInstant } from '#web/platform/clock.ts'
import { useT } from '#web/platform/i18n.ts'
import { ClusterLine } from './cluster-line.tsx'
import parts from './diff.module.css'
import { Chips, Counts, KindMark, MovedTo, pathOf, Score, TopReasons, titleOf } from './diff-parts.tsx'
import { diffMessages } from './messages.ts'
import css from './queue.module.css'
import { reviewMessages } from './review-messages.ts'

export type RowHandlers = {
  onChoose: (diff: Diff) => void
  onOpen: (diff: Diff) => void
  onToggle: (diff: Diff, isRange: boolean) => void
  onReview: (diff: Diff, status: DiffStatus, isCluster: boolean) => void
}

type Props = RowHandlers & { diff: Diff; index: number; isCurrent: boolean; isSelected: boolean }

const topReasons = 2

/** One difference of the queue: what changed first, then why it matters, then what may be done. */
export const QueueRow = memo(function QueueRow({ diff, index, isCurrent, isSelected, ...handlers }: Props) {
  const t = useT(diffMessages)
  const words = useT(reviewMessages)
  const { onChoose, onOpen, onToggle, onReview } = handlers
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid around listens to the keys of all its rows.
    // biome-ignore lint/a11y/useSemanticElements: a row of the grid pattern; a table's could not be laid out so.
    <div
      role="row"
      className={css.row}
      data-index={index}
      data-id={diff.id}
      aria-rowindex={index + 1}
      aria-selected={isSelected}
      aria-current={isCurrent || undefined}
      tabIndex={isCurrent ? 0 : -1}
      onClick={() => onChoose(diff)}
      onDoubleClick={() => onOpen(diff)}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: as above */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: the row takes the focus, its cells never do. */}
      <div role="gridcell" className={css.lead}>
        <Score score={diff.score} />
        <input
          type="checkbox"
          tabIndex={-1}
          checked={isSelected}
          aria-label={t('selectNamed', { name: titleOf(diff) })}
          onClick={event => {
            event.stopPropagation()
            onToggle(diff, event.shiftKey)
          }}
          onChange={() => undefined}
        />
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: as above */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: the row takes the focus, its cells never do. */}
      <div role="gridcell" className="stack grow gap-1">
        <div className="flex baseline shrink gap-2 gap-x-3">
          <button type="button" className={css.title} tabIndex={-1} onClick={() => onOpen(diff)} title={titleOf(diff)}>
            {titleOf(diff)}
          </button>
          <Counts diff={diff} />
        </div>
        <div className={css.place}>
          <KindMark diff={diff} />
          <span className={css.og}>{diff.og.name}</span>
          <span className="grow small mono quiet ellipsis" title={diff.page.url}>
            {pathOf(diff.page.url)}
          </span>
        </div>
        <MovedTo diff={diff} />
        {diff.excerpt && diff.moved_to === null && <p className={css.excerpt}>{diff.excerpt}</p>}
        {diff.new_hits.length + diff.new_mentions.length > 0 && (
          <div className={parts.chips}>
            <Chips diff={diff} />
          </div>
        )}
        <div className={css.meta}>
          <TopReasons diff={diff} count={topReasons} />
          <time dateTime={diff.created_at} className="push">
            {formatInstant(diff.created_at)}
          </time>
          {diff.status !== 'unread' && (
            <span className={parts.status} data-status={diff.status}>
              {words(diff.status)}
              {diff.reviewer_name && ` · ${diff.reviewer_name}`}
            </span>
          )}
        </div>
        {diff.cluster !== null && diff.cluster_size > 1 && (
          <ClusterLine diff={diff} onReview={status => onReview(diff, status, true)} />
        )}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: as above */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: the row takes the focus, its cells never do. */}
      <div role="gridcell" className={css.rowActs}>
        <RowActs diff={diff} onReview={onReview} />
      </div>
    </div>
  )
})

const icons = { important: Star, ignored: EyeOff, done: Check } as const
const labels = { important: 'markImportant', ignored: 'markIgnored', done: 'markDone' } as const
export const acts = ['important', 'ignored', 'done'] as const

/** The three acts as small buttons; what a difference is already is not offered. */
function RowActs({ diff, onReview }: Pick<Props, 'diff' | 'onReview'>) {
  const t = useT(reviewMessages)
  return acts
    .filter(status => status !== diff.status)
    .map(status => {
      const Icon = icons[status]
      const label = t(labels[status])
      return (
        <button
          key={status}
          type="button"
          className={css.act}
          tabIndex={-1}
          aria-label={`${label}: ${titleOf(diff)}`}
          title={label}
          onClick={event => {
            event.stopPropagation()
            onReview(diff, status, event.shiftKey)
          }}
        >
          <Icon size={16} aria-hidden />
        </button>
      )
    })
}
