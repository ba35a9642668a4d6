import { Button, Input, Modal } from 'antd'
import { type KeyboardEvent, useState } from 'react'
import { displayName } from '#web/platform/display-name.ts'
import { useT } from '#web/platform/i18n.ts'
import { actsOf, type InboxAct } from './inbox-acts.ts'
import { type NotedItem, noteAtMost } from './item-note.ts'
import { recordOf } from './item-record.ts'
import { inboxMessages } from './messages.ts'

type Props = {
  item: NotedItem
  onDecide: (act: InboxAct, note: string | null) => void
  onComment: (text: string) => void
  onClose: () => void
}

/** A note together with the decision that it explains; a report, which is decided on its page, gets a comment. */
export default function NoteDialog({ item, onDecide, onComment, onClose }: Props) {
  const t = useT(inboxMessages)
  const [note, setNote] = useState(noteOf(item))
  const text = note.trim()
  const acts = actsOf[item.kind]
  const mayDo = (act: InboxAct) => text !== '' || !(item.kind === 'upload' && act === 'no')
  const [only] = acts
  const submit = () => {
    if (item.kind === 'report') return text !== '' && onComment(text)
    if (acts.length === 1 && only) onDecide(only, text || null)
  }
  function press(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return
    event.preventDefault()
    submit()
  }
  return (
    <Modal
      open
      title={t(item.kind === 'report' ? 'commentTitle' : 'noteTitle', { name: nameOf(item) })}
      onCancel={onClose}
      footer={
        <div className="flex wrap to-end gap-3">
          <Button onClick={onClose}>{t('cancel')}</Button>
          {item.kind === 'report' && (
            <Button type="primary" disabled={text === ''} onClick={submit}>
              {t('comment')}
            </Button>
          )}
          {acts.toReversed().map(act => (
            <Button
              key={act}
              type={acts.length === 1 ? 'primary' : 'default'}
              disabled={!mayDo(act)}
              onClick={() => onDecide(act, text || null)}
            >
              {t(`${act}_${item.kind}` as 'yes_screening')}
            </Button>
          ))}
        </div>
      }
    >
      <div className="stack gap-3">
        <Input.TextArea
          autoFocus
          autoSize={{ minRows: 3, maxRows: 10 }}
          maxLength={noteAtMost[item.kind]}
          value={note}
          aria-label={t(item.kind === 'report' ? 'comment' : 'note')}
          onChange={event => setNote(event.target.value)}
          onKeyDown={press}
        />
        <p className="small quiet">{t(hints[item.kind])}</p>
      </div>
    </Modal>
  )
}

const hints = {
  screening: 'noteOfDecision',
  duplicate: 'noteOfDecision',
  fact_check: 'noteOfFact',
  upload: 'noteOfUpload',
  report: 'noteOfReport',
} as const

function noteOf(item: NotedItem): string {
  if (item.kind === 'screening') return item.screening.note ?? ''
  if (item.kind === 'duplicate') return item.duplicate.note ?? ''
  return ''
}

function nameOf(item: NotedItem): string {
  if (item.kind !== 'duplicate') return recordOf(item)?.name ?? ''
  return [item.duplicate.a, item.duplicate.b].map(side => displayName(side)).join(' – ')
}
