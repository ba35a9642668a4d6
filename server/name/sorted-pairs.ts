// Maps keys to positions with a single number per pair, without objects: a hash of 32 bits and a position below 2^21,
// sorted as one float.

const room = 2 ** 21

/** FNV-1a, 32 bits, unsigned. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let n = 0; n < text.length; n += 1) hash = Math.imul(hash ^ text.charCodeAt(n), 0x01000193)
  return hash >>> 0
}

/** Collects pairs; at most 2,097,152 positions. The caller must distinguish two keys with the same hash. */
export class PairBuilder {
  #pairs = new Float64Array(1024)
  #size = 0

  add(key: string, place: number): void {
    if (place >= room) throw new RangeError('an index holds at most 2,097,152 names')
    if (this.#size === this.#pairs.length) {
      const larger = new Float64Array(this.#size * 2)
      larger.set(this.#pairs)
      this.#pairs = larger
    }
    this.#pairs[this.#size] = hashOf(key) * room + place
    this.#size += 1
  }

  build(): SortedPairs {
    return new SortedPairs(this.#pairs.subarray(0, this.#size).sort())
  }
}

export class SortedPairs {
  readonly #pairs: Float64Array

  constructor(pairs: Float64Array) {
    this.#pairs = pairs
  }

  /**
   * Calls `take` with each distinct position of a key, ascending, at most `most` of them. Returns the number of pairs
   * beyond, which counts a position again for each time it was added.
   */
  each(key: string, most: number, take: (place: number) => void): number {
    const from = hashOf(key) * room
    let last = -1
    let n = this.#firstFrom(from)
    for (let taken = 0; n < this.#pairs.length && taken < most; n += 1) {
      const place = this.#pairs[n]! - from
      if (place >= room) return 0
      if (place !== last) {
        take(place)
        taken += 1
      }
      last = place
    }
    return this.#firstFrom(from + room) - n
  }

  #firstFrom(value: number): number {
    let [low, high] = [0, this.#pairs.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#pairs[middle]! < value) low = middle + 1
      else high = middle
    }
    return low
  }
}
