/** Says why a process cannot start, without a stack, and ends it. */
export function failAtStart(error: unknown): never {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}

/** Runs `stop` once at SIGINT or SIGTERM, then ends; a second signal, or ten seconds, ends at once. */
export function stopOnSignal(stop: () => Promise<void>): void {
  let isStopping = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      if (isStopping) process.exit(1)
      isStopping = true
      setTimeout(() => process.exit(1), 10_000).unref()
      stop().then(
        () => process.exit(0),
        error => failAtStart(error),
      )
    })
}
