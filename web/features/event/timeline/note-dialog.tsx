import { Button, Input, Modal, Popconfirm } from 'antd'
import { useId, useState } from 'react'
import type { TimelineNote } from '#contract/event-note.api.ts'
import { ApiError } from '#web/platform/api.ts'
import { useT } from '#web/platform/i18n.ts'
import { errorText, showError } from '#web/platform/query.ts'
import { Failure } from '#web/ui/frame/failure.tsx'
import { normaliseTime, wallTime } from '../event-time.ts'
import css from './timeline.module.css'
import { removeNote, saveNote, type TimelineRecord } from './timeline-calls.ts'
import { timelineMessages } from './timeline-messages.ts'

type Props = { note: TimelineNote | undefined; record: TimelineRecord | undefined; at: string; onClose: () => void }

/** Reads, writes or removes one note. */
export function NoteDialog({ note, record, at: atFirst, onClose }: Props) {
  const t = useT(timelineMessages)
  const id = useId()
  const [at, setAt] = useState(note ? wallTime(note.at) : atFirst)
  const [text, setText] = useState(note?.text ?? '')
  const [faults, setFaults] = useState<{ at?: string; text?: string; all?: string }>({})
  const [isBusy, setIsBusy] = useState(false)
  const mayWrite = !note || note.can.includes('update')

  async function save() {
    const time = normaliseTime(at)
    if (!time || !text.trim())
      return setFaults({ ...(!time && { at: t('needed') }), ...(!text.trim() && { text: t('needed') }) })
    setIsBusy(true)
    try {
      await saveNote(note, record, { at: time, text })
      onClose()
    } catch (error) {
      const fields = error instanceof ApiError ? error.errors : []
      const of = (path: string) => fields.find(each => each.path === path)?.message
      const [atFault, textFault] = [of('at'), of('text')]
      setFaults({
        ...(atFault && { at: atFault }),
        ...(textFault && { text: textFault }),
        ...(!atFault && !textFault && { all: errorText(error) }),
      })
      setIsBusy(false)
    }
  }

  async function remove() {
    if (!note) return
    try {
      await removeNote(note)
      onClose()
    } catch (error) {
      showError(error)
    }
  }

  return (
    <Modal
      open
      title={note ? (mayWrite ? t('editNote') : t('note')) : t('addNote')}
      onCancel={onClose}
      footer={
        mayWrite ? (
          <div className="flex to-end gap-3">
            {note?.can.includes('delete') && (
              <Popconfirm title={t('removeAsk')} okText={t('delete')} cancelText={t('cancel')} onConfirm={remove}>
                <Button danger className={css.noteRemove}>
                  {t('delete')}
                </Button>
              </Popconfirm>
            )}
            <Button onClick={onClose}>{t('cancel')}</Button>
            <Button type="primary" loading={isBusy} onClick={() => void save()}>
              {t('save')}
            </Button>
          </div>
        ) : (
          <Button onClick={onClose}>{t('close')}</Button>
        )
      }
    >
      <div className="grid gap-5">
        {faults.all && <Failure>{faults.all}</Failure>}
        <div className="grid gap-2">
          <label htmlFor={`${id}at`}>{t('time')}</label>
          <Input
            id={`${id}at`}
            value={at}
            readOnly={!mayWrite}
            status={faults.at ? 'error' : ''}
            aria-invalid={!!faults.at}
            onChange={event => setAt(event.target.value)}
          />
          <small className={faults.at ? 'danger' : undefined}>{faults.at ?? t('noteAtHelp')}</small>
        </div>
        <div className="grid gap-2">
          <label htmlFor={`${id}text`}>{t('noteText')}</label>
          <Input.TextArea
            id={`${id}text`}
            value={text}
            readOnly={!mayWrite}
            autoSize={{ minRows: 3, maxRows: 10 }}
            maxLength={1000}
            status={faults.text ? 'error' : ''}
            aria-invalid={!!faults.text}
            onChange={event => setText(event.target.value)}
          />
          {faults.text && <small className="danger">{faults.text}</small>}
        </div>
        <small>
          {note?.owner_name && `${t('noteBy', { name: note.owner_name })} · `}
          {record ? t('noteShared') : t('noteOwn')}
        </small>
      </div>
    </Modal>
  )
}
