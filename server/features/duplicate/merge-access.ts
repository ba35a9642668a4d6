import type { AccessColumns } from '#server/core/access.ts'

/**
 * The access of a merged record: a user may read it only if they could read each of the records, and write it only if
 * they could write each. An empty list leaves access to the role. A list that would become empty names the merging user
 * instead, because an empty list would open the record to all.
 */
export function mergeAccess(
  target: AccessColumns,
  sources: readonly AccessColumns[],
  actorId: number | null,
): AccessColumns {
  const all = [target, ...sources]
  const readers = commonIds(
    all.filter(row => row.read_user.length > 0).map(row => [...idList(row.owner), ...row.read_user, ...row.write_user]),
  )
  const writers = commonIds(
    all.filter(row => row.write_user.length > 0).map(row => [...idList(row.owner), ...row.write_user]),
  )
  const allowedWriters = writers && (readers ? writers.filter(id => readers.includes(id)) : writers)
  const isOwnerIn = (list: number[] | undefined) => !list || (target.owner !== null && list.includes(target.owner))
  const owner = isOwnerIn(readers) && isOwnerIn(allowedWriters) ? target.owner : actorId
  return { owner, read_user: listOf(readers, actorId), write_user: listOf(allowedWriters, actorId) }
}

const idList = (id: number | null) => (id === null ? [] : [id])

/** Ids that are in all lists; undefined if there is no list. */
function commonIds(lists: readonly number[][]): number[] | undefined {
  const [first, ...rest] = lists
  return first && [...new Set(first)].filter(id => rest.every(list => list.includes(id)))
}

function listOf(ids: number[] | undefined, actorId: number | null): number[] {
  if (!ids) return []
  return ids.length > 0 ? ids : idList(actorId)
}
