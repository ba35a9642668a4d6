import { Button } from 'antd'
import { LogIn, Plus, UsersRound } from 'lucide-react'
import { lazy, useMemo, useState } from 'react'
import { roles } from '#contract/role.ts'
import { listUsers, type User, userStatuses } from '#contract/user.api.ts'
import { useT } from '#web/platform/i18n.ts'
import { PageLink } from '#web/platform/page.tsx'
import { roleMessages } from '#web/platform/role-messages.ts'
import { LazyDialog } from '#web/ui/lazy-dialog.tsx'
import { List } from '#web/ui/list/list.tsx'
import type { Column, FilterConfig, ListConfig } from '#web/ui/list/list-config.ts'
import { DeleteUser } from './delete-user.tsx'
import { userFieldMessages, userManageMessages } from './messages.ts'
import { ResetPassword } from './reset-password.tsx'
import { UserCard } from './user-cells.tsx'
import { userColumns } from './user-columns.tsx'
import { UserMenu } from './user-menu.tsx'

const AccessDrawer = lazy(() => import('./access-drawer.tsx'))
const UserForm = lazy(() => import('./user-form.tsx'))

type OpenDialog = { kind: 'form'; user?: User } | { kind: 'reset' | 'access' | 'delete'; user: User } | null

/** `/admin/user_manage`: accounts, their roles, passwords, sessions. */
export default function UserManagePage() {
  const [opened, setOpened] = useState<OpenDialog>(null)
  const config = useUserList(setOpened)
  const close = () => setOpened(null)
  return (
    <>
      <List config={config} />
      <LazyDialog>
        {opened?.kind === 'form' && <UserForm user={opened.user} onClose={close} />}
        {opened?.kind === 'access' && <AccessDrawer user={opened.user} onClose={close} />}
      </LazyDialog>
      {opened?.kind === 'reset' && <ResetPassword user={opened.user} onClose={close} />}
      {opened?.kind === 'delete' && <DeleteUser user={opened.user} onClose={close} />}
    </>
  )
}

function useUserList(setOpened: (opened: OpenDialog) => void): ListConfig<User> {
  const t = useT(userManageMessages)
  const label = useT(userFieldMessages)
  const roleName = useT(roleMessages)
  return useMemo(() => {
    const edit = (user: User) => setOpened({ kind: 'form', user })
    const menu = (user: User) => (
      <UserMenu
        user={user}
        onEdit={() => edit(user)}
        onReset={() => setOpened({ kind: 'reset', user })}
        onAccess={() => setOpened({ kind: 'access', user })}
        onDelete={() => setOpened({ kind: 'delete', user })}
      />
    )
    const acts: Column<User> = {
      id: 'acts',
      title: t('acts'),
      cell: menu,
      width: 76,
      isActs: true,
      align: 'end',
      isAlwaysShown: true,
      fields: [],
    }
    const filters: FilterConfig[] = [
      {
        id: 'role',
        kind: 'options',
        label: label('role'),
        options: roles.map(role => ({ value: role, label: roleName(role) })),
      },
      {
        id: 'status',
        kind: 'options',
        label: label('status'),
        options: userStatuses.map(status => ({ value: status, label: label(status) })),
      },
    ]
    return {
      name: 'admin_user',
      noun: 'user',
      title: t('title'),
      about: t('titleText'),
      endpoint: listUsers,
      columns: [...userColumns(label, edit), acts],
      filters,
      defaultSort: '-created_at',
      searchHint: t('search'),
      rowId: user => user.id,
      rowName: user => user.username,
      open: edit,
      edit,
      card: user => <UserCard user={user} onOpen={() => edit(user)} menu={menu(user)} />,
      hasViews: true,
      primary: (
        <div className="row gap-3">
          <PageLink to="admin_login">
            <Button icon={<LogIn size={16} aria-hidden />}>{t('loginMethods')}</Button>
          </PageLink>
          <PageLink to="admin_group">
            <Button icon={<UsersRound size={16} aria-hidden />}>{t('groups')}</Button>
          </PageLink>
          <Button type="primary" icon={<Plus size={16} aria-hidden />} onClick={() => setOpened({ kind: 'form' })}>
            {t('add')}
          </Button>
        </div>
      ),
      empty: { title: t('emptyTitle'), text: t('emptyText') },
    }
  }, [t, label, roleName, setOpened])
}
