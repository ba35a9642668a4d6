/** Says why a process cannot start, without a stack, and ends it. */
export function failAtStart(error: unknown): never {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}

/** Ctrl+C reaches every process of a terminal, and parents pass it on: what comes this soon again is the same signal. */
const sameSignalMs = 1_000

/** Runs `stop` once at SIGINT or SIGTERM, then ends; a later second signal, or twenty seconds, ends at once. */
export function stopOnSignal(stop: () => Promise<void>): void {
  let stoppingSince: number | undefined
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      const nowMs = performance.now()
      if (stoppingSince !== undefined) {
        if (nowMs - stoppingSince > sameSignalMs) process.exit(1)
        return
      }
      stoppingSince = nowMs
      setTimeout(() => process.exit(1), 20_000).unref()
      stop().then(
        () => process.exit(0),
        error => failAtStart(error),
      )
    })
}
