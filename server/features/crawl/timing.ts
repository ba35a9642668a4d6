/** Waits for `ms`, or until the signal aborts. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    if (signal.aborted || ms <= 0) return resolve()
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    signal.addEventListener('abort', end)
  })
}

const longestWaitMs = 10_000

/**
 * Repeats `act` every `ms`; after consecutive errors the delay grows. Calls `fail` with the first error of a series and
 * `mended` at its end.
 */
export async function repeatEvery(
  ms: number,
  signal: AbortSignal,
  act: () => Promise<unknown>,
  { fail, mended }: { fail(error: unknown): void; mended(): void },
): Promise<void> {
  let errors = 0
  while (!signal.aborted) {
    try {
      await act()
      if (errors > 0) mended()
      errors = 0
    } catch (error) {
      if (errors === 0) fail(error)
      errors += 1
    }
    await pause(Math.min(Math.max(ms, longestWaitMs), ms * 2 ** Math.min(errors, 20)), signal)
  }
}

/** Limits concurrency to `most`; further calls wait in order. */
export function openSlots(most: number) {
  let free = most
  const line: (() => void)[] = []
  return async <T>(act: () => Promise<T>): Promise<T> => {
    if (free > 0) free -= 1
    else await new Promise<void>(resolve => line.push(resolve))
    try {
      return await act()
    } finally {
      const next = line.shift()
      if (next) next()
      else free += 1
    }
  }
}

export type Slots = ReturnType<typeof openSlots>
