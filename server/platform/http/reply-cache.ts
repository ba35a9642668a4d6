/**
 * Caches the result of `measure` for `ms` milliseconds of the clock; calls in that time, or during the measurement,
 * share it. A failure is not cached.
 */
export function memoizeFor<T>(ms: number, clock: () => number, measure: () => Promise<T>): () => Promise<T> {
  let value: Promise<T> | undefined
  let until = 0
  return () => {
    const at = clock()
    // A clock that was set back must not extend the cache for ever.
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

/**
 * The same for slow measurements: after `ms` a caller gets the previous value immediately, while a new one is measured
 * in the background. Only the first caller waits. The next caller retries a failed measurement; `onError` gets the
 * error.
 */
export function rememberBehind<T>(
  ms: number,
  clock: () => number,
  measure: () => Promise<T>,
  onError: (error: unknown) => void,
): () => Promise<T> {
  let value: { of: T; at: number } | undefined
  let running: Promise<T> | undefined
  const run = () => {
    running ??= measure()
      .then(of => {
        value = { of, at: clock() }
        return of
      })
      .finally(() => {
        running = undefined
      })
    return running
  }
  return async () => {
    if (!value) return await run()
    if (Math.abs(clock() - value.at) >= ms) run().catch(onError)
    return value.of
  }
}
