import { useQueryClient } from '@tanstack/react-query'
import { Button, Dropdown, type MenuProps } from 'antd'
import { Ellipsis, Link as LinkIcon, Pencil, Printer, Trash2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { Og } from '#contract/og.ts'
import { FollowButton } from '#web/features/notification/notification.ts'
import { useT } from '#web/platform/i18n.ts'
import { notifyError, notifySuccess } from '#web/platform/notice.ts'
import { useGo } from '#web/platform/page.tsx'
import { useShortcut } from '#web/platform/shortcut.tsx'
import { useRemoving } from '#web/ui/record/use-removing.ts'
import { OgForm } from './og.ts'
import { bringOgBack, forgetOg, moveOgToTrash } from './og-calls.ts'
import css from './og-page.module.css'
import { ogPageMessages } from './page-messages.ts'

/** Edit, and the menu of the rarer acts. */
export function OgActs({ og }: { og: Og }) {
  const t = useT(ogPageMessages)
  const [isEditing, setIsEditing] = useState(false)
  const remove = useRemovingOg(og)
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

/** Moves it to the trash; its list takes the place of its page. */
function useRemovingOg(og: Og): () => void {
  const t = useT(ogPageMessages)
  const client = useQueryClient()
  const go = useGo()
  const name = og.name
  return useRemoving({
    noticeId: `og-deleted-${og.id}`,
    texts: { deleted: t('deleted', { name }), undo: t('undo'), undone: t('undone', { name }) },
    move: () => moveOgToTrash(og.id),
    bringBack: () => bringOgBack(client, og.id),
    leave: () => go('og', { replace: true }),
    forget: () => forgetOg(client, og.id),
    reopen: () => go('og_detail', { params: { id: og.id } }),
  })
}
