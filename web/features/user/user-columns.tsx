import type { ReactNode } from 'react'
import type { User } from '#contract/user.api.ts'
import { formatInstant } from '#web/platform/clock.ts'
import type { Translate } from '#web/platform/i18n.ts'
import { getLocale } from '#web/platform/locale.ts'
import { roleMessages } from '#web/platform/role-messages.ts'
import { instantText } from '#web/ui/list/cells.tsx'
import type { Column } from '#web/ui/list/list-config.ts'
import type { userFieldMessages } from './messages.ts'
import css from './user.module.css'
import { LastSeen, RoleName, StatusName, UserName } from './user-cells.tsx'

type TranslateFn = Translate<(typeof userFieldMessages)['zh-CN']>

const time = { sortsDownFirst: true, isNumber: true, align: 'end', widest: [instantText], width: 148 } as const

export function userColumns(t: TranslateFn, onOpen: (user: User) => void): Column<User>[] {
  const text = (id: 'name' | 'email' | 'phone' | 'desc', width: number, isHidden = false): Column<User> => ({
    id,
    title: t(id),
    cell: user => user[id],
    text: user => user[id],
    width,
    defaultHidden: isHidden,
  })
  const instant = (id: 'created_at' | 'updated_at', isHidden: boolean): Column<User> => ({
    id,
    title: t(id),
    cell: user => <span className={css.faint}>{formatInstant(user[id])}</span>,
    sort: id,
    defaultHidden: isHidden,
    ...time,
  })
  const cell = (Cell: (props: { user: User }) => ReactNode) => (user: User) => <Cell user={user} />
  return [
    {
      id: 'username',
      title: t('username'),
      cell: user => <UserName user={user} onOpen={() => onOpen(user)} />,
      width: 200,
      minWidth: 120,
      sort: 'username',
      isPinned: true,
      isAlwaysShown: true,
      grows: true,
    },
    text('name', 140),
    {
      id: 'role',
      title: t('role'),
      cell: cell(RoleName),
      widest: Object.values(roleMessages[getLocale()]),
      width: 120,
      sort: 'role',
    },
    {
      id: 'status',
      title: t('status'),
      cell: cell(StatusName),
      widest: [t('active'), t('disabled')],
      markWidth: 16,
      width: 96,
      sort: 'status',
    },
    text('email', 220),
    text('phone', 140, true),
    text('desc', 200, true),
    { id: 'last_seen_at', title: t('last_seen_at'), cell: cell(LastSeen), sort: 'last_seen_at', ...time },
    instant('created_at', false),
    instant('updated_at', true),
  ]
}
