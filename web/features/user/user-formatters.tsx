import type { ReactNode } from 'react'
import type { User } from '#contract/user.api.ts'
import { useT } from '#web/platform/i18n.ts'
import { roleMessages } from '#web/platform/role-messages.ts'
import type { FieldFormatter } from '#web/ui/formatter.ts'
import { userFieldMessages } from './messages.ts'

const fields = ['username', 'role', 'status', 'name', 'avatar', 'desc', 'email', 'phone'] as const

/** Formatters of a user's fields for the comparison of two versions. */
export function useUserFormatters(): Record<string, FieldFormatter> {
  const label = useT(userFieldMessages)
  const roleName = useT(roleMessages)
  const show = (value: unknown): ReactNode => String(value)
  const shows: Record<string, (value: unknown) => ReactNode> = {
    role: value => roleName(value as User['role']),
    status: value => label(value as User['status']),
    avatar: value => <img src={String(value)} alt={label('avatar')} width={32} height={32} />,
  }
  return Object.fromEntries(fields.map(field => [field, { label: label(field), show: shows[field] ?? show }]))
}
