import type { Role } from '#contract/role.ts'

export type AccessLists = { owner: number | null; read_user: readonly number[]; write_user: readonly number[] }

/** Who sees and changes a record with these lists; null = everyone whose role may. */
export type AccessReach = { readers: number[] | null; writers: number[] | null }

export function reachOf({ owner, read_user, write_user }: AccessLists): AccessReach {
  const own = owner === null ? [] : [owner]
  return {
    readers: read_user.length === 0 ? null : [...new Set([...own, ...read_user, ...write_user])],
    writers: write_user.length === 0 ? null : [...new Set([...own, ...write_user])],
  }
}

/** What the lists would take away from the one who writes them. */
export function lockOutOf(reach: AccessReach, me: { id: number; role: Role }): 'read' | 'write' | null {
  if (me.role === 'admin') return null
  if (reach.readers && !reach.readers.includes(me.id)) return 'read'
  if (reach.writers && !reach.writers.includes(me.id)) return 'write'
  return null
}
