import { Button } from 'antd'
import { Check, Undo2, X } from 'lucide-react'
import { useState } from 'react'
import type { Event, EventStatus } from '#contract/event.api.ts'
import { ApiError } from '#web/platform/api.ts'
import { useT } from '#web/platform/i18n.ts'
import { notify } from '#web/platform/notice.ts'
import { setFailureHandler, showError } from '#web/platform/query.ts'
import { recordMessages } from '#web/record/messages.ts'
import type { OwnActs } from '#web/record/record-acts.tsx'
import { eventCalls } from './event-calls.ts'
import { eventStatusMessages } from './level-messages.ts'
import { eventPageMessages } from './page-messages.ts'

const undoMs = 10_000
const icons = { confirmed: Check, dismissed: X, draft: Undo2 }
const verbs = { confirmed: 'confirm', dismissed: 'dismiss', draft: 'redraft' } as const

/** The next status of a draft is a button next to "edit"; otherwise the menu changes the status. */
export function useStatusActs(event: Event): OwnActs {
  const t = useT(eventPageMessages)
  const { set, isBusy } = useStatus(event)
  if (!event.can.includes('update')) return {}
  const acts = (['confirmed', 'dismissed', 'draft'] as const)
    .filter(status => status !== event.status)
    .map(status => {
      const Icon = icons[status]
      return {
        key: status,
        icon: <Icon size={14} aria-hidden />,
        label: t(verbs[status]),
        onClick: () => set(status),
      }
    })
  if (event.status !== 'draft') return { menu: [...acts, { type: 'divider' as const }] }
  return {
    before: acts.map(({ key, label, ...act }) => (
      <Button key={key} {...act} disabled={isBusy}>
        {label}
      </Button>
    )),
  }
}

/** One click changes the status; the notice offers undo. */
function useStatus(event: Event) {
  const t = useT(eventPageMessages)
  const tRecord = useT(recordMessages)
  const word = useT(eventStatusMessages)
  const [isBusy, setIsBusy] = useState(false)
  const noticeId = `event-status-${event.id}`

  async function change(from: Pick<Event, 'id' | 'rev'>, status: EventStatus): Promise<Event | undefined> {
    setIsBusy(true)
    try {
      return await eventCalls.save(from.id, { rev: from.rev, status })
    } catch (error) {
      if (error instanceof ApiError && error.status === 409) {
        setFailureHandler(error, t('statusKept'))
        await eventCalls.reload()
      } else showError(error)
      return undefined
    } finally {
      setIsBusy(false)
    }
  }
  const sentence = (status: EventStatus) => t('statusSet', { name: event.title, status: word(status) })

  async function set(status: EventStatus) {
    if (isBusy) return
    const saved = await change(event, status)
    if (!saved) return
    const takeBack = async () => {
      if (await change(saved, event.status)) notify({ id: noticeId, kind: 'success', text: sentence(event.status) })
    }
    const action = { label: tRecord('undo'), run: () => void takeBack() }
    notify({ id: noticeId, kind: 'success', text: sentence(status), action, durationMs: undoMs })
  }
  return { isBusy, set: (status: EventStatus) => void set(status) }
}
