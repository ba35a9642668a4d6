import { Button } from 'antd'
import { CircleHelp, NotebookPen, Undo2 } from 'lucide-react'
import type { RefObject } from 'react'
import type { Diff, DiffStatus } from '#contract/diff.api.ts'
import { cutText } from '#contract/text.ts'
import { FactButton, type FactDraft } from '#web/features/claim/claim.ts'
import { DraftByModel, type Passage, TranslateButton } from '#web/features/model/model.ts'
import { MakeReport } from '#web/features/report/report.ts'
import { formatInstant } from '#web/platform/clock.ts'
import { useT } from '#web/platform/i18n.ts'
import { setShortcutHelp } from '#web/platform/shortcut.tsx'
import { undoLast } from '#web/platform/undo.ts'
import { selectedIn } from '#web/ui/selected-text.ts'
import { IgnorePlaceButton } from './ignore-button.tsx'
import { MakeEvent } from './make-event.tsx'
import { type NoteHandle, NoteLine, useNote } from './note-line.tsx'
import css from './review.module.css'
import { type DiffReview, statusOf, useReview } from './review.ts'
import { diffReviewMessages } from './review-messages.ts'

const keys = { important: 'i', ignored: 'x', done: 'd' } as const
const labels = { important: 'markImportant', ignored: 'markIgnored', done: 'markDone' } as const

type Props = {
  diff: Diff
  noteRef: RefObject<NoteHandle | null>
  onReview: (status: DiffStatus, isCluster: boolean, given?: DiffReview) => void
}

/** The review in one line: actions, note and undo. Key it by its difference. */
export function ReviewBar({ diff, noteRef, onReview }: Props) {
  const t = useT(diffReviewMessages)
  const status = useReview(({ sentStatuses }) => statusOf(diff, sentStatuses))
  const note = useNote(diff, noteRef)
  return (
    <fieldset className={css.bar}>
      <legend className="visually-hidden">{t('review')}</legend>
      <div className={css.barActs}>
        {(['important', 'ignored', 'done'] as const).map(each => (
          <Button
            key={each}
            type={each === 'done' && status === 'unread' ? 'primary' : 'default'}
            className={status === each ? css.chosen : undefined}
            aria-pressed={status === each}
            onClick={event => onReview(each, event.shiftKey, note.said)}
          >
            {t(labels[each])} <kbd>{keys[each]}</kbd>
          </Button>
        ))}
        {status !== 'unread' && (
          <Button type="text" onClick={() => onReview('unread', false, note.said)}>
            {t('markUnread')}
          </Button>
        )}
        <MakeEvent diff={diff} />
        <MakeReport diffId={diff.id} />
        <FactButton isShort make={() => factOf(diff)} />
        <TranslateButton make={() => passageOf(diff)} />
        <DraftByModel diff={diff} />
        <Button
          type="text"
          icon={<NotebookPen size={14} aria-hidden />}
          aria-expanded={note.isOpen}
          onClick={() => note.setIsOpen(!note.isOpen)}
        >
          {t('note')} <kbd>n</kbd>
        </Button>
        <IgnorePlaceButton diff={diff} />
        <Button
          type="text"
          icon={<Undo2 size={14} aria-hidden />}
          aria-label={t('undoKey')}
          title={`${t('undoKey')} u`}
          onClick={() => void undoLast()}
        >
          <kbd>u</kbd>
        </Button>
        <Button
          type="text"
          icon={<CircleHelp size={14} aria-hidden />}
          aria-label={t('help')}
          title={`${t('help')} ?`}
          onClick={() => setShortcutHelp(true)}
        />
        {diff.status !== 'unread' && diff.reviewed_at && (
          <span className={css.reviewed}>
            {t('reviewedBy', {
              name: diff.reviewer_name ?? t('someone'),
              at: formatInstant(diff.reviewed_at),
              status: t(diff.status),
            })}
          </span>
        )}
      </div>
      <NoteLine diff={diff} note={note} />
    </fieldset>
  )
}

/** The words selected in the difference: the new ones, or those that were removed if only these are selected. */
function passageOf({ id }: Diff): Passage | null {
  const selected = selectedIn(document.body, document.getSelection())
  const passage = selected && (selected.now || selected.before)
  return passage ? { of: { type: 'diff', id }, passage } : null
}

/** The text selected in the difference, otherwise the excerpt in the queue. */
function factOf({ id, page, og, excerpt }: Diff): FactDraft | null {
  const words = document.getSelection()?.toString().trim() || excerpt || ''
  if (words === '') return null
  const rests = { noun: 'diff' as const, id, title: cutText(page.title || page.url, 500), quote: cutText(words, 5_000) }
  return { words, evidence: { type: 'record', ...rests }, proposed: { noun: 'og', id: og.id } }
}
