import { Input, Modal } from 'antd'
import { useId, useState } from 'react'
import { createTimelineNote } from '#contract/event-note.api.ts'
import { updateOg } from '#contract/og.api.ts'
import { call } from '#web/platform/api.ts'
import { displayName, type Named } from '#web/platform/display-name.ts'
import { useT } from '#web/platform/i18n.ts'
import { notifySuccess } from '#web/platform/notice.ts'
import { refresh, showError } from '#web/platform/query.ts'
import { chainMessages } from './chain-messages.ts'

type Props = { og: { id: number } & Named; reason: string; onClose: () => void }

const mostCharacters = 1000

/** Marks an organisation as sanctioned: sets the level first, then adds the note with the reason. */
export default function MarkDialog({ og, reason, onClose }: Props) {
  const t = useT(chainMessages)
  const id = useId()
  const [text, setText] = useState([...reason].slice(0, mostCharacters).join(''))
  const [isBusy, setIsBusy] = useState(false)
  async function mark() {
    setIsBusy(true)
    try {
      await call(updateOg, { body: { id: og.id, danger_level: '受制裁' } })
      const at = new Date().toISOString().slice(0, 10)
      if (text.trim()) await call(createTimelineNote, { body: { og_id: og.id, at, text: text.trim() } })
      notifySuccess(t('marked', { name: displayName(og) }))
      onClose()
    } catch (error) {
      showError(error)
    }
    await refresh('og', 'event', 'og_relation', 'relation', 'dashboard')
    setIsBusy(false)
  }
  return (
    <Modal
      open
      title={t('markTitle', { name: displayName(og) })}
      okText={t('mark')}
      cancelText={t('cancel')}
      confirmLoading={isBusy}
      onOk={() => void mark()}
      onCancel={onClose}
    >
      <p>{t('markText')}</p>
      <div className="stack gap-2 above-4">
        <label htmlFor={id}>{t('why')}</label>
        <Input.TextArea
          id={id}
          value={text}
          maxLength={mostCharacters}
          autoSize={{ minRows: 3, maxRows: 8 }}
          onChange={event => setText(event.target.value)}
        />
      </div>
    </Modal>
  )
}
