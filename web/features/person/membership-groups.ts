type Named = { name: string }
export type MembershipGroup<T> = { parent: string | null; items: { name: string; item: T }[] }

/** `Committee on Finance: Energy` is a part of `Committee on Finance`; the parent ends before the first colon. */
const partPattern = /^(.{3,}?)[:：]\s*(\S.*)$/su

/**
 * Groups names by the organisation above them. A parent that is itself in the list is the first of its group; those
 * without a group come first, under no parent.
 */
export function groupByParent<T extends Named>(all: readonly T[]): MembershipGroup<T>[] {
  const parents = new Map<string, MembershipGroup<T>>()
  for (const { name } of all) {
    const parent = partPattern.exec(name)?.[1]
    if (parent) parents.set(parent, { parent, items: [] })
  }
  const alone: MembershipGroup<T> = { parent: null, items: [] }
  for (const item of all) {
    const [, parent, part] = partPattern.exec(item.name) ?? []
    const group = parent === undefined ? parents.get(item.name) : parents.get(parent)
    if (!group) alone.items.push({ name: item.name, item })
    else if (part === undefined) group.items.unshift({ name: item.name, item })
    else group.items.push({ name: part, item })
  }
  return [alone, ...parents.values()].filter(group => group.items.length > 0)
}

type Dated = { start_time: string | null; end_time: string | null }
/** Percent of the axis. `isOpen`: it has no known end. */
export type Bar = { from: number; width: number; isOpen: boolean }

const yearOf = (date: string): number => {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  return year + (month - 1) / 12 + (day - 1) / 365
}

/** A bar for each period, on one axis from the first known date until `today`; short ones keep a visible width. */
export function barsOf(periods: readonly Dated[], today: string): Bar[] {
  const present = yearOf(today)
  const ends = periods.map(({ start_time: start, end_time: end }) => {
    const to = end ? yearOf(end) : present
    return { from: start ? yearOf(start) : null, to }
  })
  const known = ends.flatMap(({ from, to }) => [from ?? to, to])
  const first = Math.min(...known)
  const span = Math.max(1, Math.max(...known, present) - first)
  return ends.map(({ from, to }, index) => {
    const start = ((from ?? first) - first) / span
    const width = Math.max(0.02, (Math.max(to, from ?? to) - first) / span - start)
    const place = Math.min(start, 1 - width)
    return {
      from: Math.round(place * 1000) / 10,
      width: Math.round(width * 1000) / 10,
      isOpen: periods[index]?.end_time === null,
    }
  })
}
