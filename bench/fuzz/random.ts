/** Random numbers that a seed reproduces: the same seed, the same requests. */
export type Random = {
  /** 0 ≤ n < `below`. */
  int(below: number): number
  /** True with a probability of 1 in `times`. */
  once(times: number): boolean
  pick<T>(from: readonly T[]): T
}

/** Mulberry32. */
export function randomOf(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  const int = (below: number) => Math.floor(next() * below)
  return { int, once: times => int(times) === 0, pick: from => from[int(from.length)] as (typeof from)[number] }
}
