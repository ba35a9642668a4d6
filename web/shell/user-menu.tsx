import { useRouter } from '@tanstack/react-router'
import { Dropdown, type MenuProps } from 'antd'
import { ChevronDown, CircleUser, Keyboard, LogOut, Repeat } from 'lucide-react'
import { mayOpen } from '#web/platform/access.ts'
import { useT } from '#web/platform/i18n.ts'
import { notify } from '#web/platform/notice.ts'
import { useGo } from '#web/platform/page.tsx'
import { roleMessages } from '#web/platform/role-messages.ts'
import { routeOf } from '#web/platform/route.ts'
import { getRole, switchRole, useRole, useSession, useUser } from '#web/platform/session.ts'
import { setShortcutHelp } from '#web/platform/shortcut.tsx'
import { dropTabs, useTabs } from '#web/platform/tab.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { useLogout } from './leave.ts'
import { shellMessages } from './messages.ts'
import css from './navbar.module.css'
import { useSwitches } from './switches.tsx'

/** The user's menu: own page, role switch, rare settings, shortcuts, log out. */
export function UserMenu({ onSettings }: { onSettings: () => void }) {
  const t = useT(shellMessages)
  const roleName = useT(roleMessages)
  const user = useUser()
  const role = useRole() ?? user.role
  const shownRole = useSession(state => state.shownRole)
  const logout = useLogout()
  const go = useGo()
  const switches = useSwitches(onSettings)
  const switchTo = useSwitchRole()
  const name = user.name || user.username
  const infoRow = routeOf('user_info')
  const canSwitch = user.role === 'admin' || user.role === 'editor'
  const other = user.role === 'admin' ? 'editor' : 'admin'

  const items: MenuProps['items'] = [
    {
      key: 'who',
      type: 'group',
      label: (
        <span className={css.who}>
          <b>{name}</b>
          <span>{roleName(user.role)}</span>
        </span>
      ),
    },
    infoRow && mayOpen(infoRow, role)
      ? { key: 'info', icon: <CircleUser size={14} />, label: t('userInfo'), onClick: () => go('user_info') }
      : null,
    canSwitch
      ? {
          key: 'switch',
          icon: <Repeat size={14} />,
          label: shownRole
            ? t('switchBack', { role: roleName(user.role) })
            : t('switchRole', { role: roleName(other) }),
          onClick: switchTo,
        }
      : null,
    { type: 'divider' },
    ...switches,
    { key: 'keys', icon: <Keyboard size={14} />, label: t('shortcuts'), onClick: () => setShortcutHelp(true) },
    { type: 'divider' },
    { key: 'logout', icon: <LogOut size={14} />, label: t('logout'), onClick: () => void logout() },
  ]

  return (
    <>
      {shownRole && (
        <button
          type="button"
          className={css.mark}
          onClick={switchTo}
          title={t('switchBack', { role: roleName(user.role) })}
        >
          {t('roleShown', { role: roleName(shownRole) })}
        </button>
      )}
      <Dropdown trigger={['click']} placement="bottomRight" menu={{ items }}>
        <button type="button" className={css.user} aria-label={`${t('userMenu')}: ${name}`} aria-haspopup="menu">
          <Avatar name={name} src={user.avatar} size={28} />
          <span className={css.userName}>{name}</span>
          <ChevronDown size={14} aria-hidden />
        </button>
      </Dropdown>
    </>
  )
}

/** Switches the role, confirms it, and lets the guard check the open page. */
function useSwitchRole(): () => void {
  const t = useT(shellMessages)
  const roleName = useT(roleMessages)
  const router = useRouter()
  return () => {
    switchRole()
    const role = getRole()
    if (role) notify({ id: 'role', kind: 'success', text: t('roleSwitched', { role: roleName(role) }) })
    const refused = useTabs.getState().tabs.filter(({ name }) => {
      const row = routeOf(name)
      return !row || !mayOpen(row, role)
    })
    dropTabs(refused.map(tab => tab.key))
    void router.invalidate()
  }
}
