// Candidates: the names of an index that share the most distinctive words with a name.
import { candidateLimit } from '#contract/candidate-limit.ts'
import type { IndexData } from './index-build.ts'
import type { NameShape } from './shape.ts'
import { nearKeys } from './vocabulary.ts'
import type { Weights } from './weights.ts'
import { joinableRuns, joinedKeys, joinWords, type NameWord } from './word.ts'

/** Names as good as the best one are compared beyond that: dates and countries decide between persons of one name. */
const mostEqual = 5_000
/** Share of the best from which a name counts as equally good; sums differ by rounding. */
const asGood = 0.9999
/** Candidates that share less than this fraction of what the best one shares are skipped. */
const leastShare = 0.3
/** Maximum number of word occurrences added up per name; the rarest words come first. */
const mostPlaces = 300_000

/** Maximum number of names whose joined words sound like one word of the query. */
const mostOfJoined = 2_000

/** Positions of names, and for each word of the shape its known similarities to words of the index. */
type GatheredNames = {
  names: number[]
  likes: readonly Map<number, number>[]
  /** Upper bound of further names that share enough with the name to be compared, beyond the limits. */
  uncompared: number
}

// A thread runs one search at a time, so that all indexes of the process can share these buffers.
let sums = new Float32Array(0)
let lastQueryOf = new Int32Array(0)
let part = new Float32Array(0)
let turn = 0

type QueryWord = { word: NameWord; often: number }
/** Sorts the rarest words first; words that identify nothing on their own come last. */
function byRarity(a: QueryWord, b: QueryWord): number {
  const tells = ({ word }: QueryWord) => (word.class === 'particle' || word.class === 'form' ? 1 : 0)
  return tells(a) - tells(b) || a.often - b.often
}

export function gather(
  index: IndexData,
  shape: NameShape,
  rarity: Float32Array,
  weights: Weights,
  most = candidateLimit,
): GatheredNames {
  const { vocabulary, postings, joined, nameOf } = index
  if (sums.length < nameOf.length) {
    sums = new Float32Array(nameOf.length)
    lastQueryOf = new Int32Array(nameOf.length)
    part = new Float32Array(nameOf.length)
  }
  const touched: number[] = []
  /** The best value that one word of the query contributes to a name; a name counts once for each word. */
  const give = (name: number, value: number) => {
    if (sums[name] === 0) touched.push(name)
    if (lastQueryOf[name] !== turn) {
      lastQueryOf[name] = turn
      part[name] = value
      sums[name]! += value
    } else if (value > part[name]!) {
      sums[name]! += value - part[name]!
      part[name] = value
    }
  }
  const words = shape.words.map(word => {
    const alike = vocabulary.alike(word, weights.likeFloor)
    const often = alike.ids.reduce((sum, id) => sum + postings.starts[id + 1]! - postings.starts[id]!, 0)
    return { word, alike, often }
  })
  let places = 0
  let beyond = 0
  for (const { word, alike, often } of words.toSorted(byRarity)) {
    turn += 1
    const isTelling = word.class !== 'particle' && word.class !== 'form'
    if (places > 0 && isTelling && places + often > mostPlaces) beyond += often
    if (places > 0 && (!isTelling || places + often > mostPlaces)) continue
    places += often
    for (const id of alike.ids) {
      const like = alike.likes.get(id)!
      const value = weights.class[word.class] * (0.25 + rarity[id]!) * like * like
      for (let at = postings.starts[id]!; at < postings.starts[id + 1]!; at += 1) give(postings.places[at]!, value)
    }
  }
  joinedPlaces(shape, index, weights, give)
  for (const word of shape.words) {
    turn += 1
    if (word.class !== 'name') continue
    for (const key of word.keys) if (key.length > 1) beyond += joined.each(key, mostOfJoined, name => give(name, 0.9))
  }
  const { names, uncompared } = top(touched, shape, index, most)
  for (const name of touched) sums[name] = 0
  return { names, likes: words.map(({ alike }) => alike.likes), uncompared: uncompared + beyond }
}

/** Words that the query writes separately and the index as one. */
function joinedPlaces(
  shape: NameShape,
  index: IndexData,
  weights: Weights,
  give: (name: number, value: number) => void,
): void {
  const { vocabulary, postings } = index
  for (const run of joinableRuns(shape.words)) {
    turn += 1
    // Three words are rarely written as one, and joining them costs as much as comparing them.
    if (run.length > 2 && !joinedKeys(run).some(key => vocabulary.hasKey(key))) continue
    const word = joinWords(run)
    if (!word.keys.some(key => nearKeys(key).length > 1)) continue
    const alike = vocabulary.alike(word, Math.max(0.8, weights.likeFloor))
    for (const id of alike.ids) {
      const value = 1.2 * alike.likes.get(id)!
      if (value < 0.96) continue
      for (let at = postings.starts[id]!; at < postings.starts[id + 1]!; at += 1) give(postings.places[at]!, value)
    }
  }
}

/** The best names: the shared value, slightly reduced for additional words of a name. */
function top(
  touched: readonly number[],
  shape: NameShape,
  index: IndexData,
  most: number,
): Pick<GatheredNames, 'names' | 'uncompared'> {
  const wantsPerson = shape.isPerson
  const heap: { name: number; value: number }[] = []
  let least = 0
  let best = 0
  let room = most * 4
  /** The value of the best name that is left out. */
  let cut = 0
  const trim = () => {
    heap.sort((a, b) => b.value - a.value || a.name - b.name)
    const kept = Math.min(Math.max(most, countEqual(heap)), mostEqual, heap.length)
    cut = Math.max(cut, heap[kept]?.value ?? 0)
    heap.length = kept
  }
  const scoreOf = (name: number) =>
    (index.nameLooks[name]! & 4) > 0 === wantsPerson
      ? sums[name]! / (1 + 0.08 * Math.abs(index.nameWords.lengthAt(name) - shape.words.length))
      : -1
  for (const name of touched) {
    const value = scoreOf(name)
    if (value < 0) continue
    if (heap.length >= most && value <= least && (value < best * asGood || heap.length >= mostEqual)) {
      cut = Math.max(cut, value)
      continue
    }
    heap.push({ name, value })
    best = Math.max(best, value)
    if (heap.length >= room) {
      trim()
      least = heap.at(-1)!.value
      room = Math.max(most * 4, heap.length * 2)
    }
  }
  trim()
  const floor = (heap[0]?.value ?? 0) * leastShare
  const names = heap.flatMap(({ name, value }) => (value >= floor ? [name] : []))
  if (cut === 0 || cut < floor) return { names, uncompared: 0 }
  // Counted only in this rare case, because it takes another pass over all of them.
  const worthy = touched.reduce((count, name) => count + (scoreOf(name) >= floor ? 1 : 0), 0)
  return { names, uncompared: worthy - names.length }
}

/** The number of leading names that are as good as the best. */
function countEqual(heap: readonly { value: number }[]): number {
  const least = (heap[0]?.value ?? 0) * asGood
  let count = 0
  while (count < heap.length && heap[count]!.value >= least) count += 1
  return count
}
