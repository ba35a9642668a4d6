import { useQueryClient } from '@tanstack/react-query'
import { Button, Dropdown, type MenuProps } from 'antd'
import { Ellipsis, Link as LinkIcon, Pencil, Printer, Trash2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { Person } from '#contract/person.ts'
import { FollowButton } from '#web/features/notification/notification.ts'
import { useT } from '#web/platform/i18n.ts'
import { notifyError, notifySuccess } from '#web/platform/notice.ts'
import { useGo } from '#web/platform/page.tsx'
import { useShortcut } from '#web/platform/shortcut.tsx'
import { useRemoving } from '#web/ui/record/use-removing.ts'
import { personPageMessages } from './page-messages.ts'
import { PersonForm } from './person.ts'
import { bringPersonBack, forgetPerson, movePersonToTrash } from './person-calls.ts'
import css from './person-page.module.css'

/** Edit, and the menu of the rarer acts. */
export function PersonActs({ person }: { person: Person }) {
  const t = useT(personPageMessages)
  const [isEditing, setIsEditing] = useState(false)
  const remove = useRemovingPerson(person)
  const mayUpdate = person.can.includes('update')
  const items: MenuProps['items'] = [
    { key: 'link', icon: <LinkIcon size={14} aria-hidden />, label: t('copyLink'), onClick: () => void copyLink() },
    { key: 'print', icon: <Printer size={14} aria-hidden />, label: t('print'), onClick: () => window.print() },
  ]
  if (person.can.includes('delete'))
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
      <FollowButton noun="person" id={person.id} />
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
          <PersonForm person={person} onClose={() => setIsEditing(false)} />
        </Suspense>
      )}
    </>
  )
}

function EditKey({ run }: { run: () => void }) {
  const t = useT(personPageMessages)
  useShortcut('e', t('editKey'), run)
  return null
}

/** Moves it to the trash; its list takes the place of its page. */
function useRemovingPerson(person: Person): () => void {
  const t = useT(personPageMessages)
  const client = useQueryClient()
  const go = useGo()
  const name = person.name
  return useRemoving({
    noticeId: `person-deleted-${person.id}`,
    texts: { deleted: t('deleted', { name }), undo: t('undo'), undone: t('undone', { name }) },
    move: () => movePersonToTrash(person.id),
    bringBack: () => bringPersonBack(client, person.id),
    leave: () => go('person', { replace: true }),
    forget: () => forgetPerson(client, person.id),
    reopen: () => go('person_detail', { params: { id: person.id } }),
  })
}
