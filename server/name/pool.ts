// Stores lists of numbers and texts of many entries contiguously, so that a million of them are a few arrays.

/** Grows by doubling. */
export class NumberPool {
  #data = new Uint32Array(1024)
  #ends = new Uint32Array(1024)
  #size = 0
  #count = 0

  add(values: ArrayLike<number>): void {
    while (this.#size + values.length > this.#data.length) this.#data = doubleCapacity(this.#data)
    if (this.#count === this.#ends.length) this.#ends = doubleCapacity(this.#ends)
    this.#data.set(values, this.#size)
    this.#size += values.length
    this.#ends[this.#count] = this.#size
    this.#count += 1
  }

  get count(): number {
    return this.#count
  }

  /** The `n`th added list; do not write to it. */
  at(n: number): Uint32Array {
    return this.#data.subarray(n === 0 ? 0 : this.#ends[n - 1]!, this.#ends[n]!)
  }

  /** Length of the `n`th list. */
  lengthAt(n: number): number {
    return this.#ends[n]! - (n === 0 ? 0 : this.#ends[n - 1]!)
  }

  /** Releases unused capacity. */
  trim(): this {
    this.#data = this.#data.slice(0, this.#size)
    this.#ends = this.#ends.slice(0, this.#count)
    return this
  }
}

function doubleCapacity(data: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(data.length * 2)
  larger.set(data)
  return larger
}

/** Texts as UTF-8, stored contiguously. */
export class TextPool {
  #data = Buffer.allocUnsafeSlow(4096)
  #ends = new Uint32Array(1024)
  #size = 0
  #count = 0

  add(text: string): void {
    const length = Buffer.byteLength(text)
    while (this.#size + length > this.#data.length) {
      const larger = Buffer.allocUnsafeSlow(this.#data.length * 2)
      this.#data.copy(larger)
      this.#data = larger
    }
    if (this.#count === this.#ends.length) this.#ends = doubleCapacity(this.#ends)
    this.#size += this.#data.write(text, this.#size)
    this.#ends[this.#count] = this.#size
    this.#count += 1
  }

  at(n: number): string {
    return this.#data.toString('utf8', n === 0 ? 0 : this.#ends[n - 1]!, this.#ends[n]!)
  }
}

/**
 * Inverts lists: for each of `count` keys, the lists that contain it. `lists.at(n)` holds keys, the result's `at(key)`
 * the numbers `n`, ascending.
 */
export function invert(lists: NumberPool, count: number): { starts: Uint32Array; places: Uint32Array } {
  const starts = new Uint32Array(count + 1)
  for (let n = 0; n < lists.count; n += 1) for (const key of new Set(lists.at(n))) starts[key + 1]! += 1
  for (let key = 0; key < count; key += 1) starts[key + 1]! += starts[key]!
  const places = new Uint32Array(starts[count]!)
  const next = starts.slice()
  for (let n = 0; n < lists.count; n += 1)
    for (const key of new Set(lists.at(n))) {
      places[next[key]!] = n
      next[key]! += 1
    }
  return { starts, places }
}
