/** Rows that differ between two pictures; rows outside of all regions are equal, in pairs. Half-open. */
export type ChangedRegion = { from: [start: number, end: number]; to: [start: number, end: number] }

/**
 * Aligns two pictures by the hashes of their rows, so that an inserted part does not move everything below it: rows that
 * occur once in both are anchors, in the longest common order; equal rows next to an anchor belong to it.
 */
export function changedRegions(from: Uint32Array, to: Uint32Array): ChangedRegion[] {
  let start = 0
  while (start < Math.min(from.length, to.length) && from[start] === to[start]) start += 1
  let [fromEnd, toEnd] = [from.length, to.length]
  while (fromEnd > start && toEnd > start && from[fromEnd - 1] === to[toEnd - 1]) {
    fromEnd -= 1
    toEnd -= 1
  }
  const regions: ChangedRegion[] = []
  let [a, b] = [start, start]
  for (const [anchorA, anchorB] of [...anchorsOf(from, to, start, fromEnd, toEnd), [fromEnd, toEnd] as const]) {
    let [endA, endB] = [anchorA, anchorB]
    while (a < endA && b < endB && from[a] === to[b]) {
      a += 1
      b += 1
    }
    while (endA > a && endB > b && from[endA - 1] === to[endB - 1]) {
      endA -= 1
      endB -= 1
    }
    if (endA > a || endB > b) regions.push({ from: [a, endA], to: [b, endB] })
    ;[a, b] = [anchorA, anchorB]
  }
  return regions
}

type Anchor = readonly [from: number, to: number]

function anchorsOf(from: Uint32Array, to: Uint32Array, start: number, fromEnd: number, toEnd: number): Anchor[] {
  const once = (rows: Uint32Array, end: number) => {
    const places = new Map<number, number>()
    for (let at = start; at < end; at += 1) {
      const hash = rows[at] as number
      places.set(hash, places.has(hash) ? -1 : at)
    }
    return places
  }
  const inTo = once(to, toEnd)
  const pairs = [...once(from, fromEnd)].flatMap(([hash, at]): Anchor[] => {
    const other = inTo.get(hash)
    return at >= 0 && other !== undefined && other >= 0 ? [[at, other]] : []
  })
  return longestInOrder(pairs.toSorted((one, two) => one[0] - two[0]))
}

/** The longest selection of pairs whose second numbers increase too. */
function longestInOrder(pairs: readonly Anchor[]): Anchor[] {
  const ends: number[] = []
  const before = new Array<number>(pairs.length).fill(-1)
  for (const [index, [, to]] of pairs.entries()) {
    let [low, high] = [0, ends.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((pairs[ends[middle] as number] as Anchor)[1] < to) low = middle + 1
      else high = middle
    }
    if (low > 0) before[index] = ends[low - 1] as number
    ends[low] = index
  }
  const chosen: Anchor[] = []
  for (let at = ends.at(-1) ?? -1; at >= 0; at = before[at] as number) chosen.push(pairs[at] as Anchor)
  return chosen.reverse()
}
