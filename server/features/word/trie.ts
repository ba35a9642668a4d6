// A prefix tree of keys in typed arrays: the first two units are found by one hash, the following ones by short sorted
// lists.

/**
 * Nodes are numbered level by level, with the children of a node next to each other. Node 0 is the root. `pairs` is an
 * open-addressed hash table with [two units, node + 1] of every node at depth two; `mayPair` is a filter that rules out
 * absent pairs quickly.
 */
export type Trie = {
  firstChild: Int32Array
  label: Uint16Array
  /** By node: the first of its keys in sorted order, or -1. */
  key: Int32Array
  /** By unit: the node at depth one, or 0. */
  first: Uint16Array
  pairs: Int32Array
  pairShift: number
  mayPair: Int32Array
  mayShift: number
}

const multiplier = 0x9e3779b1

/** `keys` are sorted by UTF-16 unit, and none is empty; equal keys are adjacent. */
export function buildTrie(keys: string[]): Trie {
  let size = 1
  for (let row = 0; row < keys.length; row += 1)
    size += keys[row]!.length - commonPrefix(keys[row - 1] ?? '', keys[row]!)
  const firstChild = new Int32Array(size + 1)
  const label = new Uint16Array(size)
  const key = new Int32Array(size).fill(-1)
  // The rows [from, to) of keys that pass through a node.
  const from = new Int32Array(size)
  const to = new Int32Array(size)
  to[0] = keys.length
  let made = 1
  let levelEnd = 1
  for (let node = 0, depth = 0; node < made; node += 1) {
    if (node === levelEnd) {
      depth += 1
      levelEnd = made
    }
    let row = from[node]!
    const end = to[node]!
    if (row < end && keys[row]!.length === depth) {
      key[node] = row
      while (row < end && keys[row]!.length === depth) row += 1
    }
    firstChild[node] = made
    while (row < end) {
      const unit = keys[row]!.charCodeAt(depth)
      label[made] = unit
      from[made] = row
      while (row < end && keys[row]!.charCodeAt(depth) === unit) row += 1
      to[made] = row
      made += 1
    }
  }
  firstChild[size] = size
  const first = new Uint16Array(65_536)
  for (let node = 1; node < firstChild[1]!; node += 1) first[label[node]!] = node
  return { firstChild, label, key, first, ...hashPairs(firstChild, label) }
}

function hashPairs(firstChild: Int32Array, label: Uint16Array) {
  const last = firstChild[firstChild[1]!]!
  const count = last - firstChild[1]!
  const bits = Math.max(4, Math.ceil(Math.log2(count * 2 + 1)))
  const pairShift = 32 - bits
  const mayBits = Math.max(10, Math.min(22, bits + 3))
  const mayShift = 32 - mayBits
  const pairs = new Int32Array(2 << bits)
  const mayPair = new Int32Array(1 << (mayBits - 5))
  const mask = (1 << bits) - 1
  for (let first = 1; first < firstChild[1]!; first += 1)
    for (let node = firstChild[first]!; node < firstChild[first + 1]!; node += 1) {
      const pair = (label[first]! << 16) | label[node]!
      const hash = Math.imul(pair, multiplier)
      const bit = hash >>> mayShift
      mayPair[bit >>> 5]! |= 1 << (bit & 31)
      let slot = hash >>> pairShift
      while (pairs[2 * slot + 1] !== 0) slot = (slot + 1) & mask
      pairs[2 * slot] = pair
      pairs[2 * slot + 1] = node + 1
    }
  return { pairs, pairShift, mayPair, mayShift }
}

/** The node of these two units, or -1. */
export function pairNode(trie: Trie, first: number, second: number): number {
  const pair = (first << 16) | second
  const hash = Math.imul(pair, multiplier)
  const bit = hash >>> trie.mayShift
  if ((trie.mayPair[bit >>> 5]! & (1 << (bit & 31))) === 0) return -1
  const { pairs } = trie
  const mask = (pairs.length >> 1) - 1
  for (let slot = hash >>> trie.pairShift; ; slot = (slot + 1) & mask) {
    const node = pairs[2 * slot + 1]!
    if (node === 0) return -1
    if (pairs[2 * slot] === pair) return node - 1
  }
}

/** The child of `node` by `unit`, or -1. */
export function childOf(trie: Trie, node: number, unit: number): number {
  const { label } = trie
  if (node === 0) return trie.first[unit]! || -1
  if (node < trie.firstChild[1]!) return pairNode(trie, label[node]!, unit)
  const end = trie.firstChild[node + 1]!
  for (let child = trie.firstChild[node]!; child < end; child += 1) if (label[child] === unit) return child
  return -1
}

function commonPrefix(left: string, right: string): number {
  const most = Math.min(left.length, right.length)
  let same = 0
  while (same < most && left.charCodeAt(same) === right.charCodeAt(same)) same += 1
  return same
}
