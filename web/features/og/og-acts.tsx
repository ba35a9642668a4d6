import { useQueryClient } from '@tanstack/react-query'
import { Button, Dropdown, type MenuProps } from 'antd'
import { Ellipsis, Link as LinkIcon, Pencil, Printer, Trash2 } from 'lucide-react'
import { Suspense, useRef, useState } from 'react'
import type { Og } from '#contract/og.ts'
import { FollowButton } from '#web/features/notification/notification.ts'
import { useT } from '#web/platform/i18n.ts'
import { notify, notifyError, notifySuccess } from '#web/platform/notice.ts'
import { useGo } from '#web/platform/page.tsx'
import { showError } from '#web/platform/query.ts'
import { useShortcut } from '#web/platform/shortcut.tsx'
import { OgForm } from './og.ts'
import { bringOgBack, forgetOg, moveOgToTrash } from './og-calls.ts'
import css from './og-page.module.css'
import { ogPageMessages } from './page-messages.ts'

const undoMs = 10_000

/** Edit, and the menu of the rarer acts. */
export function OgActs({ og }: { og: Og }) {
  const t = useT(ogPageMessages)
  const [isEditing, setIsEditing] = useState(false)
  const { remove } = useRemoving(og)
  const mayUpdate = og.can.includes('update')
  const items: MenuProps['items'] = [
    { key: 'link', icon: <LinkIcon size={14} aria-hidden />, label: t('copyLink'), onClick: () => void copyLink() },
    { key: 'print', icon: <Printer size={14} aria-hidden />, label: t('print'), onClick: () => window.print() },
  ]
  if (og.can.includes('delete'))
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
      <FollowButton noun="og" id={og.id} />
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
          <OgForm og={og} onClose={() => setIsEditing(false)} />
        </Suspense>
      )}
    </>
  )
}

function EditKey({ run }: { run: () => void }) {
  const t = useT(ogPageMessages)
  useShortcut('e', t('editKey'), run)
  return null
}

/** Moves it to the trash at once; a notice takes it back. */
function useRemoving(og: Og): { remove: () => void } {
  const t = useT(ogPageMessages)
  const client = useQueryClient()
  const go = useGo()
  const busy = useRef(false)

  async function undo(noticeId: string) {
    try {
      await bringOgBack(client, og.id)
      notify({ id: noticeId, kind: 'success', text: t('undone', { name: og.name }) })
      go('og_detail', { params: { id: og.id } })
    } catch (error) {
      showError(error)
    }
  }

  async function remove() {
    if (busy.current) return
    busy.current = true
    try {
      await moveOgToTrash(og.id)
      // The page is left first: a deleted record read again would show as missing.
      go('og', { replace: true })
      forgetOg(client, og.id)
      const id = `og-deleted-${og.id}`
      const action = { label: t('undo'), run: () => void undo(id) }
      notify({ id, kind: 'success', text: t('deleted', { name: og.name }), action, durationMs: undoMs })
    } catch (error) {
      showError(error)
    } finally {
      busy.current = false
    }
  }

  return { remove: () => void remove() }
}
