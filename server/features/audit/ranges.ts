/** Ids as half-open ranges in ascending order, without overlap. */
export type Ranges = readonly (readonly [from: number, to: number])[]

/** Parses PostgreSQL's `{[1,4),[9,10)}`. */
export function parseRanges(text: string): Ranges {
  return [...text.matchAll(/\[(\d+),(\d+)\)/g)].map(([, from, to]) => [Number(from), Number(to)])
}

export function writeRanges(ranges: Ranges): string {
  return `{${ranges.map(([from, to]) => `[${from},${to})`).join(',')}}`
}

/** The ranges of ids in ascending order. */
export function rangesOf(ids: readonly number[]): Ranges {
  const all: [number, number][] = []
  for (const id of ids) {
    const last = all.at(-1)
    if (last && last[1] === id) last[1] = id + 1
    else all.push([id, id + 1])
  }
  return all
}

/** The ids in `a` but not in `b`. */
export function minus(a: Ranges, b: Ranges): Ranges {
  const all: [number, number][] = []
  let n = 0
  for (const [start, to] of a) {
    let from = start
    while (n < b.length && b[n]![1] <= from) n += 1
    for (let m = n; m < b.length && b[m]![0] < to; m += 1) {
      if (b[m]![0] > from) all.push([from, b[m]![0]])
      from = Math.max(from, b[m]![1])
    }
    if (from < to) all.push([from, to])
  }
  return all
}

/** The ids in both. */
export function both(a: Ranges, b: Ranges): Ranges {
  return minus(a, minus(a, b))
}

/** The ids in either; `b` must be wholly after `a`. */
export function joinRanges(a: Ranges, b: Ranges): Ranges {
  const last = a.at(-1)
  const first = b[0]
  if (!last || !first || last[1] !== first[0]) return [...a, ...b]
  return [...a.slice(0, -1), [last[0], first[1]], ...b.slice(1)]
}
