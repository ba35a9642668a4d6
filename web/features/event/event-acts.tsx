import { useQueryClient } from '@tanstack/react-query'
import { Button, Dropdown, type MenuProps } from 'antd'
import { Check, Ellipsis, Link as LinkIcon, Pencil, Printer, Trash2, Undo2, X } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { Event, EventStatus } from '#contract/event.ts'
import { FollowButton } from '#web/features/notification/notification.ts'
import { ApiError } from '#web/platform/api.ts'
import { useT } from '#web/platform/i18n.ts'
import { notify, notifyError, notifySuccess } from '#web/platform/notice.ts'
import { useGo } from '#web/platform/page.tsx'
import { showError, tellInstead } from '#web/platform/query.ts'
import { useShortcut } from '#web/platform/shortcut.tsx'
import { useRemoving } from '#web/ui/record/use-removing.ts'
import { bringEventBack, forgetEvent, moveEventToTrash, refreshEvents, saveEvent } from './event-calls.ts'
import css from './event-page.module.css'
import { eventStatusMessages } from './level-messages.ts'
import { eventPageMessages } from './page-messages.ts'

const EventForm = lazy(() => import('./event-form.tsx'))
const undoMs = 10_000
const icons = { confirmed: Check, dismissed: X, draft: Undo2 }
const verbs = { confirmed: 'confirm', dismissed: 'dismiss', draft: 'redraft' } as const

/** What a draft waits for stands beside "edit"; the rarer acts are in the menu. */
export function EventActs({ event }: { event: Event }) {
  const t = useT(eventPageMessages)
  const [isEditing, setIsEditing] = useState(false)
  const remove = useRemovingEvent(event)
  const { set, isBusy } = useStatus(event)
  const mayUpdate = event.can.includes('update')
  const others = (['confirmed', 'dismissed', 'draft'] as const).filter(status => status !== event.status)
  const items: MenuProps['items'] = [
    { key: 'link', icon: <LinkIcon size={14} aria-hidden />, label: t('copyLink'), onClick: () => void copyLink() },
    { key: 'print', icon: <Printer size={14} aria-hidden />, label: t('print'), onClick: () => window.print() },
  ]
  if (mayUpdate && event.status !== 'draft')
    items.unshift(
      ...others.map(status => {
        const Icon = icons[status]
        return {
          key: status,
          icon: <Icon size={14} aria-hidden />,
          label: t(verbs[status]),
          onClick: () => set(status),
        }
      }),
      { type: 'divider' as const },
    )
  if (event.can.includes('delete'))
    items.push(
      { type: 'divider' },
      {
        key: 'delete',
        icon: <Trash2 size={14} aria-hidden className={css.delete} />,
        label: <span className={css.delete}>{t('delete')}</span>,
        onClick: remove,
      },
    )

  async function copyLink() {
    try {
      await navigator.clipboard.writeText(window.location.href)
      notifySuccess(t('linkCopied'))
    } catch {
      notifyError(t('copyFailed'))
    }
  }

  return (
    <>
      <FollowButton noun="event" id={event.id} />
      {mayUpdate &&
        event.status === 'draft' &&
        others.map(status => {
          const Icon = icons[status]
          return (
            <Button key={status} icon={<Icon size={14} aria-hidden />} disabled={isBusy} onClick={() => set(status)}>
              {t(verbs[status])}
            </Button>
          )
        })}
      {mayUpdate && (
        <Button type="primary" icon={<Pencil size={14} aria-hidden />} onClick={() => setIsEditing(true)}>
          {t('edit')}
        </Button>
      )}
      {mayUpdate && <EditKey run={() => setIsEditing(true)} />}
      <Dropdown menu={{ items }} trigger={['click']} placement="bottomRight">
        <Button icon={<Ellipsis size={16} aria-hidden />} aria-label={t('more')} aria-haspopup="menu" />
      </Dropdown>
      {isEditing && (
        <Suspense>
          <EventForm event={event} onClose={() => setIsEditing(false)} />
        </Suspense>
      )}
    </>
  )
}

function EditKey({ run }: { run: () => void }) {
  const t = useT(eventPageMessages)
  useShortcut('e', t('editKey'), run)
  return null
}

/** One click changes the status; the notice takes it back. */
function useStatus(event: Event) {
  const t = useT(eventPageMessages)
  const word = useT(eventStatusMessages)
  const client = useQueryClient()
  const [isBusy, setIsBusy] = useState(false)
  const noticeId = `event-status-${event.id}`

  async function change(from: Pick<Event, 'id' | 'rev'>, status: EventStatus): Promise<Event | undefined> {
    setIsBusy(true)
    try {
      return await saveEvent(client, from.id, { rev: from.rev, status })
    } catch (error) {
      if (error instanceof ApiError && error.status === 409) {
        tellInstead(error, t('statusKept'))
        await refreshEvents()
      } else showError(error)
      return undefined
    } finally {
      setIsBusy(false)
    }
  }
  const say = (status: EventStatus) => t('statusSet', { name: event.title, status: word(status) })

  async function set(status: EventStatus) {
    if (isBusy) return
    const saved = await change(event, status)
    if (!saved) return
    const takeBack = async () => {
      if (await change(saved, event.status)) notify({ id: noticeId, kind: 'success', text: say(event.status) })
    }
    const action = { label: t('undo'), run: () => void takeBack() }
    notify({ id: noticeId, kind: 'success', text: say(status), action, durationMs: undoMs })
  }
  return { isBusy, set: (status: EventStatus) => void set(status) }
}

/** Moves it to the trash; its list takes the place of its page. */
function useRemovingEvent(event: Event): () => void {
  const t = useT(eventPageMessages)
  const client = useQueryClient()
  const go = useGo()
  const name = event.title
  return useRemoving({
    noticeId: `event-deleted-${event.id}`,
    texts: { deleted: t('deleted', { name }), undo: t('undo'), undone: t('undone', { name }) },
    move: () => moveEventToTrash(event.id),
    bringBack: () => bringEventBack(client, event.id),
    leave: () => go('event', { replace: true }),
    forget: () => forgetEvent(client, event.id),
    reopen: () => go('event_detail', { params: { id: event.id } }),
  })
}
