import { Check, EyeOff, Star } from 'lucide-react'
import { memo, useState } from 'react'
import type { Diff, DiffStatus } from '#contract/diff.api.ts'
import { formatBriefly, formatInstant } from '#web/platform/clock.ts'
import { displayName } from '#web/platform/display-name.ts'
import { useT } from '#web/platform/i18n.ts'
import { ChangeLine } from './change-line.tsx'
import { ClusterFold, ClusterOpen } from './cluster-line.tsx'
import parts from './diff.module.css'
import { Chips, DiffScore, diffTitle, KindMark, MovedTo, TopReasons } from './diff-parts.tsx'
import { diffMessages } from './messages.ts'
import css from './queue.module.css'
import { diffReviewMessages } from './review-messages.ts'

type RowHandlers = {
  onChoose: (diff: Diff) => void
  onOpen: (diff: Diff) => void
  onToggle: (diff: Diff, isRange: boolean) => void
  onReview: (diff: Diff, status: DiffStatus, isCluster: boolean) => void
}

type Props = RowHandlers & { diff: Diff; index: number; isCurrent: boolean; isSelected: boolean }

const topReasons = 2

/** One difference of the queue in two lines: page and time, then the change. The rest is in the preview. */
export const QueueRow = memo(function QueueRow({ diff, index, isCurrent, isSelected, ...handlers }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const { onChoose, onOpen, onToggle, onReview } = handlers
  const isCluster = diff.cluster !== null && diff.cluster_size > 1
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid around listens to the keys of all its rows.
    // biome-ignore lint/a11y/useSemanticElements: a row of the grid pattern; a table row does not allow this layout.
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
        <Lead diff={diff} isSelected={isSelected} onToggle={onToggle} />
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: as above */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: the row takes the focus, its cells never do. */}
      <div role="gridcell" className={css.lines}>
        <Place diff={diff} onOpen={onOpen} />
        <div className={css.line}>
          {/* At the left: the row's actions cover the right end of its lines. */}
          {isCluster && <ClusterFold diff={diff} isOpen={isOpen} onToggle={() => setIsOpen(!isOpen)} />}
          <What diff={diff} />
        </div>
        {isCluster && isOpen && <ClusterOpen diff={diff} onReview={status => onReview(diff, status, true)} />}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: as above */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: the row takes the focus, its cells never do. */}
      <div role="gridcell" className={css.rowActs}>
        <RowActs diff={diff} onReview={onReview} />
      </div>
    </div>
  )
})

function Lead({ diff, isSelected, onToggle }: Pick<Props, 'diff' | 'isSelected' | 'onToggle'>) {
  const t = useT(diffMessages)
  return (
    <>
      <DiffScore score={diff.score} />
      <input
        type="checkbox"
        tabIndex={-1}
        checked={isSelected}
        aria-label={t('selectNamed', { name: diffTitle(diff) })}
        onClick={event => {
          event.stopPropagation()
          onToggle(diff, event.shiftKey)
        }}
        onChange={() => undefined}
      />
    </>
  )
}

/** The page, its organisation and the time; in the tabs of decided differences, also the reviewer. */
function Place({ diff, onOpen }: Pick<Props, 'diff' | 'onOpen'>) {
  const words = useT(diffReviewMessages)
  return (
    <div className={css.line}>
      <button
        type="button"
        className={css.title}
        tabIndex={-1}
        onClick={() => onOpen(diff)}
        title={`${diffTitle(diff)}\n${diff.page.url}`}
      >
        {diffTitle(diff)}
      </button>
      <span className={css.og} title={displayName(diff.og)}>
        {displayName(diff.og)}
      </span>
      {diff.status === 'unread' ? (
        <time className={css.time} dateTime={diff.created_at} title={formatInstant(diff.created_at)}>
          {formatBriefly(diff.created_at)}
        </time>
      ) : (
        <span className={parts.status} data-status={diff.status}>
          {words(diff.status)}
          {diff.reviewer_name && ` · ${diff.reviewer_name}`}
        </span>
      )}
    </div>
  )
}

/** The change in one line, then its reasons, and at the end the gravest word and a name. */
function What({ diff }: Pick<Props, 'diff'>) {
  const hits = diff.new_hits.toSorted((a, b) => b.level - a.level).slice(0, 1)
  const names = diff.new_mentions.filter(({ verdict }) => verdict !== 'rejected').slice(0, 1 - hits.length)
  const gone = diff.removed_mentions
    .filter(({ verdict }) => verdict !== 'rejected')
    .slice(0, 1 - hits.length - names.length)
  const all = diff.new_hits.length + diff.new_mentions.length + diff.removed_mentions.length
  const shown = hits.length + names.length + gone.length
  return (
    <>
      <KindMark diff={diff} isBrief={diff.moved_to === null} />
      <span className="grow ellipsis">
        <MovedTo diff={diff} />
        {diff.moved_to === null && <ChangeLine diff={diff} hasLinks />}
        <span className="small quiet"> {diff.kind !== 'state' && <TopReasons diff={diff} count={topReasons} />}</span>
      </span>
      {shown > 0 && (
        <span className={css.found}>
          <Chips diff={{ new_hits: hits, new_mentions: names, removed_mentions: gone }} />
          {all > shown && <span className="small quiet">+{all - shown}</span>}
        </span>
      )}
    </>
  )
}

const icons = { important: Star, ignored: EyeOff, done: Check } as const
const labels = { important: 'markImportant', ignored: 'markIgnored', done: 'markDone' } as const
const acts = ['important', 'ignored', 'done'] as const

/** The three actions as small buttons; the present status is not offered. */
function RowActs({ diff, onReview }: Pick<Props, 'diff' | 'onReview'>) {
  const t = useT(diffReviewMessages)
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
          aria-label={`${label}: ${diffTitle(diff)}`}
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
