import type { Protected } from '#server/record/access.ts'

/**
 * Access of a record made of several: nobody reads it who could not read each of them, nobody writes it who could not
 * write each of them. An empty list leaves it to the role; one that would become empty names who merges, for an empty
 * list would open the record to all.
 */
export function mergeAccess(target: Protected, sources: readonly Protected[], actorId: number | null): Protected {
  const all = [target, ...sources]
  const readers = common(
    all.filter(row => row.read_user.length > 0).map(row => [...named(row.owner), ...row.read_user, ...row.write_user]),
  )
  const writers = common(
    all.filter(row => row.write_user.length > 0).map(row => [...named(row.owner), ...row.write_user]),
  )
  const allowedWriters = writers && (readers ? writers.filter(id => readers.includes(id)) : writers)
  const isOwnerIn = (list: number[] | undefined) => !list || (target.owner !== null && list.includes(target.owner))
  const owner = isOwnerIn(readers) && isOwnerIn(allowedWriters) ? target.owner : actorId
  return { owner, read_user: listOf(readers, actorId), write_user: listOf(allowedWriters, actorId) }
}

const named = (id: number | null) => (id === null ? [] : [id])

/** Ids in all of the lists; undefined if there is no list. */
function common(lists: readonly number[][]): number[] | undefined {
  const [first, ...rest] = lists
  return first && [...new Set(first)].filter(id => rest.every(list => list.includes(id)))
}

function listOf(ids: number[] | undefined, actorId: number | null): number[] {
  if (!ids) return []
  return ids.length > 0 ? ids : named(actorId)
}
