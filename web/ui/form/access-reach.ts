import type { Role } from '#contract/role.ts'

type AccessLists = { owner: number | null; read_user: readonly number[]; write_user: readonly number[] }

/** Ids of the users who can see and change a record with these lists; null = everyone whose role can. */
export type AccessReach = { readers: number[] | null; writers: number[] | null }

export function reachOf({ owner, read_user, write_user }: AccessLists): AccessReach {
  const own = owner === null ? [] : [owner]
  return {
    readers: read_user.length === 0 ? null : [...new Set([...own, ...read_user, ...write_user])],
    writers: write_user.length === 0 ? null : [...new Set([...own, ...write_user])],
  }
}

/** The access that the author of the lists would lose. */
export function lockOutOf(reach: AccessReach, me: { id: number; role: Role }): 'read' | 'write' | null {
  if (me.role === 'admin') return null
  if (reach.readers && !reach.readers.includes(me.id)) return 'read'
  if (reach.writers && !reach.writers.includes(me.id)) return 'write'
  return null
}
