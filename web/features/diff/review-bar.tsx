import { Button, Input, type InputRef, Select } from 'antd'
import { Undo2 } from 'lucide-react'
import { type RefObject, useState } from 'react'
import { type Diff, type DiffStatus, diffNoteReasons } from '#contract/diff.ts'
import { MakeReport } from '#web/features/report/report.ts'
import { formatInstant } from '#web/platform/clock.ts'
import { useT } from '#web/platform/i18n.ts'
import { MakeEvent } from './make-event.tsx'
import css from './review.module.css'
import { type Review, reviewDiff, statusOf, undoLast, useReview } from './review.ts'
import { reviewMessages } from './review-messages.ts'

const keys = { important: 'i', ignored: 'x', done: 'd' } as const
const labels = { important: 'markImportant', ignored: 'markIgnored', done: 'markDone' } as const
const noteAtMost = 5_000

type Props = {
  diff: Diff
  noteRef: RefObject<InputRef | null>
  onReview: (status: DiffStatus, isCluster: boolean, said?: Review) => void
}

/** The reviewer's word: acts, note and reasons, and the way back. Keyed by the difference it is about. */
export function ReviewBar({ diff, noteRef, onReview }: Props) {
  const t = useT(reviewMessages)
  const status = useReview(({ told }) => statusOf(diff, told))
  const [note, setNote] = useState(diff.note ?? '')
  const [seen, setSeen] = useState(diff.note)
  // Someone else's note, or one taken back: what was not touched here follows it.
  if (seen !== diff.note) {
    setSeen(diff.note)
    if (note === (seen ?? '')) setNote(diff.note ?? '')
  }
  const isNoted = note.trim() !== (diff.note ?? '')
  const said = isNoted ? { note: note.trim() || null } : undefined
  const save = (review: Review) => void reviewDiff(diff, review)
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
            onClick={event => onReview(each, event.shiftKey, said)}
          >
            {t(labels[each])} <kbd>{keys[each]}</kbd>
          </Button>
        ))}
        {status !== 'unread' && (
          <Button type="text" onClick={() => onReview('unread', false, said)}>
            {t('markUnread')}
          </Button>
        )}
        <Button
          type="text"
          icon={<Undo2 size={14} aria-hidden />}
          aria-label={t('undoKey')}
          title={`${t('undoKey')} u`}
          onClick={() => void undoLast()}
        />
        <MakeEvent diff={diff} />
        <MakeReport diffId={diff.id} />
      </div>
      <div className={css.barNote}>
        <Input
          ref={noteRef}
          value={note}
          maxLength={noteAtMost}
          aria-label={t('note')}
          placeholder={t('noteHint')}
          onChange={event => setNote(event.target.value)}
          onKeyDown={event => {
            if (event.key === 'Escape') event.currentTarget.blur()
          }}
          onPressEnter={event => {
            if (event.nativeEvent.isComposing) return
            if (isNoted) save({ note: note.trim() || null })
            event.currentTarget.blur()
          }}
        />
        <Select
          mode="multiple"
          className={css.why}
          value={diff.note_reasons}
          aria-label={t('reason')}
          placeholder={t('reason')}
          showSearch={false}
          maxTagCount={1}
          options={diffNoteReasons.map(value => ({ value, label: t(value) }))}
          onChange={note_reasons => save({ note_reasons })}
        />
      </div>
      {diff.status !== 'unread' && diff.reviewed_at && (
        <p className="small quiet">
          {t('reviewedBy', {
            name: diff.reviewer_name ?? t('someone'),
            at: formatInstant(diff.reviewed_at),
            status: t(diff.status),
          })}
        </p>
      )}
    </fieldset>
  )
}
