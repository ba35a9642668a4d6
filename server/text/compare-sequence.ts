import { diff } from 'fast-myers-diff'

/** Half-open: `before[fromStart, fromEnd)` became `after[toStart, toEnd)`. */
export type ChangedRegion = [fromStart: number, fromEnd: number, toStart: number, toEnd: number]
type SequenceDiff = { regions: ChangedRegion[]; isCoarse: boolean; steps: number }

class BudgetExhausted extends Error {}

/**
 * Regions in which two sequences of numbers differ, as few as possible unless the steps run out. Values that occur on
 * one side only cannot be in a common sequence and are removed first, so that unrelated texts cost next to nothing.
 */
export function compareSequences(before: Int32Array, after: Int32Array, maxSteps: number): SequenceDiff {
  let start = 0
  const shorter = Math.min(before.length, after.length)
  while (start < shorter && before[start] === after[start]) start += 1
  let tail = 0
  while (tail < shorter - start && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail += 1
  const inBefore = new Set(before.subarray(start, before.length - tail))
  const inAfter = new Set(after.subarray(start, after.length - tail))
  const left = positions(before, start, before.length - tail, inAfter)
  const right = positions(after, start, after.length - tail, inBefore)
  const xs = left.map(at => before[at] as number)
  const ys = right.map(at => after[at] as number)

  const isKeptBefore = new Uint8Array(before.length)
  const isKeptAfter = new Uint8Array(after.length)
  isKeptBefore.fill(1, 0, start).fill(1, before.length - tail)
  isKeptAfter.fill(1, 0, start).fill(1, after.length - tail)
  const counter = { steps: 0 }
  const common = commonPairs(xs, ys, maxSteps, counter)
  const pairs = common ?? anchoredPairs(xs, ys)
  for (const [x, y, length] of pairs)
    for (let step = 0; step < length; step += 1) {
      isKeptBefore[left[x + step] as number] = 1
      isKeptAfter[right[y + step] as number] = 1
    }
  return { regions: regionsOf(isKeptBefore, isKeptAfter), isCoarse: common === undefined, steps: counter.steps }
}

type Runs = [x: number, y: number, length: number][]

/** The longest common sequence, or undefined if the steps run out. Only the comparator can stop the search. */
function commonPairs(xs: Int32Array, ys: Int32Array, maxSteps: number, counter: { steps: number }): Runs | undefined {
  const runs: Runs = []
  let x = 0
  let y = 0
  try {
    const equal = (i: number, j: number) => {
      counter.steps += 1
      if (counter.steps > maxSteps) throw new BudgetExhausted()
      return xs[i] === ys[j]
    }
    for (const [fromStart, fromEnd, , toEnd] of diff(xs, ys, equal)) {
      if (fromStart > x) runs.push([x, y, fromStart - x])
      x = fromEnd
      y = toEnd
    }
    if (x < xs.length) runs.push([x, y, xs.length - x])
    return runs
  } catch (error) {
    if (error instanceof BudgetExhausted) return undefined
    throw error
  }
}

/**
 * Used above the limit: values that occur once on each side, in their longest common order, extended by equal
 * neighbours.
 */
function anchoredPairs(xs: Int32Array, ys: Int32Array): Runs {
  const onceInY = onceOnly(ys)
  const anchors: [number, number][] = []
  for (const [value, at] of onceOnly(xs)) {
    const other = onceInY.get(value)
    if (other !== undefined) anchors.push([at, other])
  }
  anchors.sort((one, two) => one[0] - two[0])
  const runs: Runs = []
  let x = 0
  let y = 0
  for (const [atX, atY] of risingOnly(anchors)) {
    if (atX < x || atY < y) continue
    let startX = atX
    let startY = atY
    while (startX > x && startY > y && xs[startX - 1] === ys[startY - 1]) {
      startX -= 1
      startY -= 1
    }
    let endX = atX
    let endY = atY
    while (endX < xs.length && endY < ys.length && xs[endX] === ys[endY]) {
      endX += 1
      endY += 1
    }
    runs.push([startX, startY, endX - startX])
    x = endX
    y = endY
  }
  return runs
}

function onceOnly(values: Int32Array): Map<number, number> {
  const at = new Map<number, number>()
  for (let index = 0; index < values.length; index += 1) {
    const value = values[index] as number
    at.set(value, at.has(value) ? -1 : index)
  }
  for (const [value, index] of at) if (index === -1) at.delete(value)
  return at
}

/** The longest subsequence with increasing second numbers, by patience sorting. */
function risingOnly(pairs: [number, number][]): [number, number][] {
  const tops: number[] = []
  const previous = new Int32Array(pairs.length)
  for (const [index, [, value]] of pairs.entries()) {
    let low = 0
    let high = tops.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((pairs[tops[middle] as number] as [number, number])[1] < value) low = middle + 1
      else high = middle
    }
    previous[index] = low > 0 ? (tops[low - 1] as number) : -1
    tops[low] = index
  }
  const chain: [number, number][] = []
  for (let at = tops.at(-1) ?? -1; at !== -1; at = previous[at] as number) chain.push(pairs[at] as [number, number])
  return chain.reverse()
}

function positions(values: Int32Array, start: number, end: number, others: Set<number>): Int32Array {
  const found: number[] = []
  for (let at = start; at < end; at += 1) if (others.has(values[at] as number)) found.push(at)
  return Int32Array.from(found)
}

function regionsOf(isKeptBefore: Uint8Array, isKeptAfter: Uint8Array): ChangedRegion[] {
  const regions: ChangedRegion[] = []
  let x = 0
  let y = 0
  while (x < isKeptBefore.length || y < isKeptAfter.length) {
    if (isKeptBefore[x] === 1 && isKeptAfter[y] === 1) {
      x += 1
      y += 1
      continue
    }
    const [startX, startY] = [x, y]
    while (x < isKeptBefore.length && isKeptBefore[x] !== 1) x += 1
    while (y < isKeptAfter.length && isKeptAfter[y] !== 1) y += 1
    regions.push([startX, x, startY, y])
  }
  return regions
}
