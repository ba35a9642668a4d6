import { Button } from 'antd'
import { Maximize2 } from 'lucide-react'
import type { RefObject } from 'react'
import type { Diff, DiffStatus } from '#contract/diff.api.ts'
import { DiffSentence } from '#web/features/model/model.ts'
import { useT } from '#web/platform/i18n.ts'
import { DiffBody } from './diff-body.tsx'
import { ContextButton, DiffContext, useContextPanel } from './diff-context.tsx'
import { DiffHead } from './diff-head.tsx'
import { diffTitle } from './diff-parts.tsx'
import { diffMessages } from './messages.ts'
import type { NoteHandle } from './note-line.tsx'
import css from './review.module.css'
import type { DiffReview } from './review.ts'
import { ReviewBar } from './review-bar.tsx'

type Props = {
  diff: Diff
  noteRef: RefObject<NoteHandle | null>
  onOpen: () => void
  onReview: (status: DiffStatus, isCluster: boolean, given?: DiffReview) => void
}

/** Shows the current difference next to the queue, so that it can be judged without opening it. */
export function DiffPreview({ diff, noteRef, onOpen, onReview }: Props) {
  const t = useT(diffMessages)
  const panel = useContextPanel()
  return (
    <section className={css.preview} aria-label={diffTitle(diff)}>
      <div className={css.previewMain} data-context={panel.isBeside || undefined}>
        <div className={css.previewText}>
          <div className={css.previewTop}>
            <DiffHead diff={diff} level={2} hasContext={panel.isBeside} />
            <span className="row rigid">
              <ContextButton panel={panel} />
              <Button
                type="text"
                icon={<Maximize2 size={16} aria-hidden />}
                aria-label={t('keyOpen')}
                title={`${t('keyOpen')} ⏎`}
                onClick={onOpen}
              />
            </span>
          </div>
          <div className={css.previewBody} data-scroller>
            <DiffSentence id={diff.id} />
            <DiffBody id={diff.id} isSlim />
          </div>
        </div>
        <DiffContext diff={diff} panel={panel} onReview={onReview} />
      </div>
      <ReviewBar diff={diff} noteRef={noteRef} onReview={onReview} />
    </section>
  )
}
