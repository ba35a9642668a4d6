import { createHash } from 'node:crypto'

const mark = 'sha256:'

/** A key for an entity without an id: a digest of its content, independent of the order of its properties. */
export function rowDigestOf(value: unknown): string {
  return (
    mark +
    createHash('sha256')
      .update(JSON.stringify(sortKeys(value)))
      .digest('base64url')
  )
}

const sortKeys = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sortKeys)
  if (typeof value !== 'object' || value === null) return value
  return Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, each]) => [name, sortKeys(each)])
}

/** Distinguishes entities of one file with the same digest by the number of equal ones before. */
export function countTwins(): (ids: readonly string[]) => string[] {
  const seen = new Map<string, number>()
  return ids => {
    const [id] = ids
    if (ids.length !== 1 || !id?.startsWith(mark)) return [...ids]
    const count = (seen.get(id) ?? 0) + 1
    seen.set(id, count)
    return count === 1 ? [id] : [`${id}#${count}`]
  }
}
