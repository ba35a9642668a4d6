import type { ReactNode } from 'react'
import type { User } from '#contract/user.api.ts'
import { formatInstant } from '#web/platform/clock.ts'
import { useT } from '#web/platform/i18n.ts'
import { roleMessages } from '#web/platform/role-messages.ts'
import { useUser } from '#web/platform/session.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { userFieldMessages, userManageMessages } from './messages.ts'
import css from './user.module.css'
import { displayName } from './user.ts'

export function UserName({ user, onOpen }: { user: User; onOpen: () => void }) {
  const t = useT(userManageMessages)
  const isMe = useUser().id === user.id
  return (
    <span className="row shrink gap-3">
      <Avatar name={displayName(user)} src={user.avatar} size={20} />
      <button type="button" className={css.open} title={user.username} onClick={onOpen}>
        {user.username}
      </button>
      {user.is_service && <span className="rigid tag">{t('service')}</span>}
      {isMe && <span className="rigid tag">{t('you')}</span>}
    </span>
  )
}

export function RoleName({ user }: { user: User }) {
  return useT(roleMessages)(user.role)
}

/** Words and shape show the status, not only colour. */
export function StatusName({ user }: { user: User }) {
  const t = useT(userFieldMessages)
  return (
    <span className={css.status} data-status={user.status}>
      {t(user.status)}
    </span>
  )
}

export function LastSeen({ user }: { user: User }) {
  const t = useT(userFieldMessages)
  return <span className={css.faint}>{user.last_seen_at ? formatInstant(user.last_seen_at) : t('never')}</span>
}

type CardProps = { user: User; onOpen: () => void; menu: ReactNode }

export function UserCard({ user, onOpen, menu }: CardProps) {
  const t = useT(userFieldMessages)
  return (
    <article className="flex shrink gap-4 pad-4">
      <Avatar name={displayName(user)} src={user.avatar} size={32} />
      <div className={css.cardText}>
        <button type="button" className={css.open} onClick={onOpen}>
          {user.username}
        </button>
        <div className={css.cardLine}>{[user.name, user.email].filter(Boolean).join(' · ')}</div>
        <div className={css.cardLine}>
          <RoleName user={user} /> · <StatusName user={user} /> · {t('last_seen_at')} <LastSeen user={user} />
        </div>
      </div>
      {menu}
    </article>
  )
}
