import { useVisibleGroups } from './visible-users.ts'

/** The names of groups, a line each; they are loaded only where a value has groups. */
export function GroupNames({ ids }: { ids: unknown }) {
  const { groupName } = useVisibleGroups()
  return Array.isArray(ids) ? ids.map(id => groupName(Number(id))).join('\n') : null
}
