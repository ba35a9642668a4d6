// Most words of a spaced script are not the start of any key: a bit set rules them out without walking the trie.
import { foldTables, WORD } from './fold.ts'

/** A Bloom filter with one hash: it contains the letters and digits that keys begin with. */
export type Openings = { bits: Int32Array; shift: number }

export const hashPrime = 0x01000193
const multiplier = 0x9e3779b1

/** A word is hashed unit by unit: imul(hash ^ unit, hashPrime), from 0. */
export function makeOpenings(keys: string[]): Openings {
  const { kind } = foldTables()
  const width = Math.max(10, Math.min(22, Math.ceil(Math.log2(keys.length + 1)) + 4))
  const openings: Openings = { bits: new Int32Array(1 << (width - 5)), shift: 32 - width }
  for (const key of keys) {
    let hash = 0
    let at = 0
    for (; at < key.length && kind[key.charCodeAt(at)] === WORD; at += 1)
      hash = Math.imul(hash ^ key.charCodeAt(at), hashPrime)
    if (at === 0) continue
    const bit = Math.imul(hash, multiplier) >>> openings.shift
    openings.bits[bit >>> 5]! |= 1 << (bit & 31)
  }
  return openings
}

/** False only if no key begins with the word of this hash. */
export function mayOpen({ bits, shift }: Openings, hash: number): boolean {
  const bit = Math.imul(hash, multiplier) >>> shift
  return (bits[bit >>> 5]! & (1 << (bit & 31))) !== 0
}
