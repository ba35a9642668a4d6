import type { Group } from '#contract/group.api.ts'
import { useT } from '#web/platform/i18n.ts'
import { roleMessages } from '#web/platform/role-messages.ts'
import type { FieldFormatter } from '#web/ui/formatter.ts'
import { useVisibleUsers } from '#web/ui/picker/visible-users.ts'
import { groupFieldMessages } from './messages.ts'

/** Formatters of a group's fields for the comparison of two versions. */
export function useGroupFormatters(): Record<string, FieldFormatter> {
  const label = useT(groupFieldMessages)
  const roleName = useT(roleMessages)
  const { nameOf } = useVisibleUsers()
  return {
    name: { label: label('name'), show: String },
    desc: { label: label('description'), show: String },
    members: { label: label('members'), show: value => (value as number[]).map(nameOf).join('\n') },
    role: { label: label('role'), show: value => roleName(value as NonNullable<Group['role']>) },
    reviews: { label: label('reviews'), show: value => label(value === true ? 'yes' : 'no') },
  }
}
