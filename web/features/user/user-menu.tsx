import { Dropdown, type MenuProps } from 'antd'
import { Ellipsis, KeyRound, LogOut, Pencil, Trash2, UserCheck, UserX } from 'lucide-react'
import type { User } from '#contract/user.api.ts'
import { useT } from '#web/platform/i18n.ts'
import { useModal } from '#web/platform/modal.ts'
import { notify } from '#web/platform/notice.ts'
import { showError } from '#web/platform/query.ts'
import { useUser } from '#web/platform/session.ts'
import { userManageMessages } from './messages.ts'
import { saveUser } from './user.ts'

type Props = { user: User; onEdit: () => void; onReset: () => void; onAccess: () => void; onDelete: () => void }

/** Further actions of an administrator on one user. On oneself, only those that cannot lock oneself out. */
export function UserMenu({ user, onEdit, onReset, onAccess, onDelete }: Props) {
  const t = useT(userManageMessages)
  const modal = useModal()
  const isMe = useUser().id === user.id
  const name = user.username

  async function setStatus(status: User['status']) {
    try {
      await saveUser(user.id, { status })
      const text = status === 'disabled' ? t('disabledDone', { name }) : t('enabledDone', { name })
      const undo = { label: t('undo'), run: () => void setStatus('active') }
      notify({ kind: 'success', text, ...(status === 'disabled' && { action: undo, durationMs: 8000 }) })
    } catch (error) {
      showError(error)
    }
  }

  async function confirmDisable() {
    const isSure = await modal.confirm({
      title: t('disableTitle', { name }),
      content: t('disableText'),
      okText: t('disable'),
      okButtonProps: { danger: true },
      cancelText: t('cancel'),
    })
    if (isSure) await setStatus('disabled')
  }

  const reset = { key: 'reset', icon: <KeyRound size={14} />, label: t('resetPassword'), onClick: onReset }
  const ofOthers: MenuProps['items'] = [
    ...(user.is_service ? [] : [reset]),
    { key: 'access', icon: <LogOut size={14} />, label: t('access'), onClick: onAccess },
    { type: 'divider' },
    user.status === 'active'
      ? { key: 'disable', icon: <UserX size={14} />, label: t('disable'), onClick: () => void confirmDisable() }
      : { key: 'enable', icon: <UserCheck size={14} />, label: t('enable'), onClick: () => void setStatus('active') },
    { key: 'delete', icon: <Trash2 size={14} />, label: t('delete'), danger: true, onClick: onDelete },
  ]
  const items = [
    { key: 'edit', icon: <Pencil size={14} />, label: t('edit'), onClick: onEdit },
    ...(isMe ? [] : ofOthers),
  ]
  return (
    <Dropdown trigger={['click']} placement="bottomRight" menu={{ items }}>
      <button type="button" className="icon-button" aria-label={t('actsNamed', { name })} aria-haspopup="menu">
        <Ellipsis size={16} aria-hidden />
      </button>
    </Dropdown>
  )
}
