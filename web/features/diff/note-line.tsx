import { Button, Input, type InputRef, Select } from 'antd'
import { MessageSquareText } from 'lucide-react'
import { type RefObject, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { type Diff, diffNoteReasons } from '#contract/diff.api.ts'
import { useT } from '#web/platform/i18n.ts'
import css from './review.module.css'
import { type DiffReview, reviewDiff } from './review.ts'
import { diffReviewMessages } from './review-messages.ts'

/** Lets a key outside of the bar open the note. */
export type NoteHandle = { open: () => void }

const noteAtMost = 5_000

/** A note while it is typed, and whether it has unsaved changes. */
export function useNote(diff: Diff, handle: RefObject<NoteHandle | null>) {
  const [text, setText] = useState(diff.note ?? '')
  const [seen, setSeen] = useState(diff.note)
  const [isOpen, setIsOpen] = useState(false)
  // The note changed elsewhere or was undone: a field without local changes follows it.
  if (seen !== diff.note) {
    setSeen(diff.note)
    if (text === (seen ?? '')) setText(diff.note ?? '')
  }
  const isNoted = text.trim() !== (diff.note ?? '')
  useImperativeHandle(handle, () => ({ open: () => setIsOpen(true) }), [])
  return { text, setText, isOpen, setIsOpen, said: isNoted ? { note: text.trim() || null } : undefined }
}

type Note = ReturnType<typeof useNote>

/** The note in one line; its field opens on request. */
export function NoteLine({ diff, note }: { diff: Diff; note: Note }) {
  const t = useT(diffReviewMessages)
  const field = useRef<InputRef>(null)
  const { isOpen } = note
  useEffect(() => {
    if (isOpen) field.current?.focus()
  }, [isOpen])
  const close = () => {
    note.setIsOpen(false)
    field.current?.blur()
  }
  const save = (review: DiffReview) => void reviewDiff(diff, review)
  const noteText = [note.text, ...diff.note_reasons.map(reason => t(reason))].filter(Boolean).join(' · ')
  return (
    <>
      {!isOpen && noteText && (
        <button type="button" className={css.noteButton} title={noteText} onClick={() => note.setIsOpen(true)}>
          <MessageSquareText size={14} aria-hidden /> <span className="ellipsis">{noteText}</span>
        </button>
      )}
      <div className={css.barNote} hidden={!isOpen}>
        <Input
          ref={field}
          value={note.text}
          maxLength={noteAtMost}
          aria-label={t('note')}
          placeholder={t('noteHint')}
          onChange={event => note.setText(event.target.value)}
          onKeyDown={event => {
            if (event.key === 'Escape') close()
          }}
          onPressEnter={event => {
            if (event.nativeEvent.isComposing) return
            if (note.said) save(note.said)
            close()
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
        <Button type="text" onClick={close}>
          {t('closeNote')}
        </Button>
      </div>
    </>
  )
}
