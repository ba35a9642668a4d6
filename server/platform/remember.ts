/**
 * Remembers what `measure` gave for some milliseconds of the clock; who asks meanwhile, or while it is measured, gets
 * the same. A failure is not remembered.
 */
export function remember<T>(ms: number, clock: () => number, measure: () => Promise<T>): () => Promise<T> {
  let value: Promise<T> | undefined
  let until = 0
  return () => {
    const at = clock()
    // A clock that was set back must not keep a value for ever.
    if (value && at < until && at >= until - ms) return value
    const fresh = measure()
    value = fresh
    until = at + ms
    fresh.catch(() => {
      if (value === fresh) value = undefined
    })
    return fresh
  }
}
