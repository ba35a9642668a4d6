/** Waits, or until the signal. */
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

/** At most so many at once; the others wait in line. */
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
