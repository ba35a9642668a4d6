import { useQuery } from '@tanstack/react-query'
import { Input, Modal } from 'antd'
import { useId, useState } from 'react'
import type { RecordEntity } from '#contract/registry.ts'
import { listSendReaders, mostSentTo, sendRecord } from '#contract/send.api.ts'
import { call } from '#web/platform/api.ts'
import { useT } from '#web/platform/i18n.ts'
import { notifySuccess } from '#web/platform/notice.ts'
import { endpointQuery, errorText } from '#web/platform/query.ts'
import { Failure } from '#web/ui/frame/failure.tsx'
import { AccessPicker } from '#web/ui/picker/access-picker.tsx'
import { sendMessages } from './messages.ts'

type Props = { noun: RecordEntity; id: number; onClose: () => void }

/** Chooses a recipient among those that the server offers, and a message. */
export default function SendDialog({ noun, id, onClose }: Props) {
  const t = useT(sendMessages)
  const [usersId, noteId] = [useId(), useId()]
  const readers = useQuery({
    ...endpointQuery(listSendReaders, { query: { noun, record_id: String(id) } }),
    staleTime: 0,
  })
  const [users, setUsers] = useState<number[]>([])
  const [groups, setGroups] = useState<number[]>([])
  const [note, setNote] = useState('')
  const [fault, setFault] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const known = readers.data ?? []
  const errorMessage = fault || (readers.error ? errorText(readers.error) : '')
  const nameOf = (user: number) => {
    const found = known.find(each => each.id === user)
    return found ? found.name || found.username : String(user)
  }

  async function send() {
    if (isBusy) return
    if (users.length + groups.length === 0) return setFault(t('usersNeeded'))
    setIsBusy(true)
    try {
      const { sent } = await call(sendRecord, { body: { noun, record_id: id, users, groups, note } })
      notifySuccess(t('sent', { count: sent }))
      onClose()
    } catch (error) {
      setFault(errorText(error))
      setIsBusy(false)
      void readers.refetch()
    }
  }

  return (
    <Modal
      open
      title={t('title')}
      okText={t('sendNow')}
      cancelText={t('cancel')}
      confirmLoading={isBusy}
      onOk={() => void send()}
      onCancel={onClose}
    >
      <p>{t('text')}</p>
      <div className="grid gap-2 above-4">
        <label htmlFor={usersId}>{t('users')}</label>
        <AccessPicker
          id={usersId}
          autoFocus
          among={{ users: known, nameOf }}
          loading={readers.isPending}
          maxCount={mostSentTo}
          placeholder={t('usersHint')}
          notFoundContent={t(readers.isPending ? 'loading' : 'nobody')}
          status={errorMessage ? 'error' : ''}
          users={users}
          groups={groups}
          onChange={(chosenUsers, chosenGroups) => {
            setUsers(chosenUsers)
            setGroups(chosenGroups)
            setFault('')
          }}
        />
      </div>
      <div className="grid gap-2 above-4">
        <label htmlFor={noteId}>{t('noteLabel')}</label>
        <Input.TextArea
          id={noteId}
          value={note}
          maxLength={1_000}
          placeholder={t('noteHint')}
          autoSize={{ minRows: 3, maxRows: 8 }}
          onChange={event => setNote(event.target.value)}
        />
      </div>
      {errorMessage && <Failure>{errorMessage}</Failure>}
    </Modal>
  )
}
