import { Checkbox, Input, Modal } from 'antd'
import { useState } from 'react'
import { type Diff, diffNoteReasons } from '#contract/diff.api.ts'
import { useT } from '#web/platform/i18n.ts'
import { diffTitle } from './diff-parts.tsx'
import { reviewDiff } from './review.ts'
import { diffReviewMessages } from './review-messages.ts'

/** Dialog for note and reasons on screens without the review bar. */
export default function NoteDialog({ diff, onClose }: { diff: Diff; onClose: () => void }) {
  const t = useT(diffReviewMessages)
  const [note, setNote] = useState(diff.note ?? '')
  const [reasons, setReasons] = useState(diff.note_reasons)
  function save() {
    void reviewDiff(diff, { note: note.trim() || null, note_reasons: reasons })
    onClose()
  }
  return (
    <Modal open title={diffTitle(diff)} okText={t('saveNote')} cancelText={t('cancel')} onOk={save} onCancel={onClose}>
      <div className="stack gap-4">
        <Input.TextArea
          autoFocus
          rows={3}
          maxLength={5_000}
          value={note}
          aria-label={t('note')}
          placeholder={t('note')}
          onChange={event => setNote(event.target.value)}
        />
        <Checkbox.Group
          aria-label={t('reason')}
          value={reasons}
          options={diffNoteReasons.map(value => ({ value, label: t(value) }))}
          onChange={setReasons}
        />
      </div>
    </Modal>
  )
}
