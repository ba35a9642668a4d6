import { useQuery } from '@tanstack/react-query'
import { type VisibleGroup, visibleGroups } from '#contract/group.api.ts'
import { type VisibleUser, visibleUsers } from '#contract/user.api.ts'
import { useT } from '#web/platform/i18n.ts'
import { endpointQuery } from '#web/platform/query.ts'
import { pickerMessages } from './messages.ts'

/** All users who can be on access lists, by id; empty until they are loaded. */
export function useVisibleUsers(isNeeded = true): {
  users: VisibleUser[]
  nameOf: (id: number) => string
  isKnown: boolean
} {
  const t = useT(pickerMessages)
  const { data } = useQuery({ ...endpointQuery(visibleUsers, {}), staleTime: 60_000, enabled: isNeeded })
  const users = data ?? []
  const nameOf = (id: number) => {
    const user = users.find(each => each.id === id)
    if (user) return user.name || user.username
    return data ? t('gone', { id: String(id) }) : '…'
  }
  return { users, nameOf, isKnown: data !== undefined }
}

/** All groups that can be on access lists, by name; empty until they are loaded, and if they are not needed. */
export function useVisibleGroups(isNeeded = true): {
  groups: VisibleGroup[]
  groupName: (id: number) => string
  isKnown: boolean
} {
  const t = useT(pickerMessages)
  const { data } = useQuery({ ...endpointQuery(visibleGroups, {}), staleTime: 60_000, enabled: isNeeded })
  const groups = data ?? []
  const groupName = (id: number) => {
    const group = groups.find(each => each.id === id)
    if (group) return t('group', { name: group.name, count: group.members.length })
    return data ? t('goneGroup', { id: String(id) }) : '…'
  }
  return { groups, groupName, isKnown: data !== undefined }
}
