import type { VisibleGroup } from '#contract/group.api.ts'
import type { Role } from '#contract/role.ts'

type AccessLists = {
  owner: number | null
  read_user: readonly number[]
  write_user: readonly number[]
  read_group: readonly number[]
  write_group: readonly number[]
}

/** The users, and (negative ids) groups, who can see and change a record; null = everyone whose role can. */
export type AccessReach = { readers: number[] | null; writers: number[] | null }

export function reachOf({ owner, read_user, write_user, read_group, write_group }: AccessLists): AccessReach {
  const own = owner === null ? [] : [owner]
  const readers = [...read_group.map(id => -id), ...read_user]
  const writers = [...write_group.map(id => -id), ...write_user]
  return {
    readers: readers.length === 0 ? null : [...new Set([...own, ...readers, ...writers])],
    writers: writers.length === 0 ? null : [...new Set([...own, ...writers])],
  }
}

/** The access that the author of the lists would lose. */
export function lockOutOf(
  reach: AccessReach,
  me: { id: number; role: Role },
  groups: readonly Pick<VisibleGroup, 'id' | 'members'>[],
): 'read' | 'write' | null {
  if (me.role === 'admin') return null
  const mine = [me.id, ...groups.filter(group => group.members.includes(me.id)).map(group => -group.id)]
  const isIn = (keys: readonly number[]) => keys.some(key => mine.includes(key))
  if (reach.readers && !isIn(reach.readers)) return 'read'
  if (reach.writers && !isIn(reach.writers)) return 'write'
  return null
}
