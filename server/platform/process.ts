/** What a process that `npm start` keeps says to it; `address` of an API. */
export type ToParent = { ready: true; address?: string }

/** Given to a process that `npm start` keeps, which reads it as `kept`: it tells its parent what others print. */
export const keptFlag = '--kept'

/** What this process and its children write is its user's alone: data, logs and backups hold what few may read. */
export function keepPrivate(): void {
  process.umask(0o077)
}

/** Says why a process cannot start, without a stack, and ends it. */
export function failAtStart(error: unknown): never {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}

/** Ctrl+C reaches every process of a terminal, and parents pass it on: what comes this soon again is the same signal. */
const sameSignalMs = 1_000
/** What a process has in hand may take so long once it is told to end. */
export const patienceMs = 20_000

/**
 * Runs `stop` once at SIGINT, SIGTERM or SIGHUP, or when the parent that keeps this process is gone, then ends; a later
 * second signal, or twenty seconds (`patience`), ends at once.
 */
export function stopOnSignal(stop: () => Promise<void>, patience: number = patienceMs): void {
  let stoppingSince: number | undefined
  const begin = () => {
    const nowMs = performance.now()
    if (stoppingSince !== undefined) {
      if (nowMs - stoppingSince > sameSignalMs) process.exit(1)
      return
    }
    stoppingSince = nowMs
    setTimeout(() => process.exit(1), patience).unref()
    stop().then(
      () => process.exit(0),
      error => failAtStart(error),
    )
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, begin)
  process.on('disconnect', begin)
  // Its parent may have ended before this was reached.
  if (process.send && !process.connected) begin()
  outliveOutput()
}

/** Tells the parent that keeps this process, where one does. */
export function tellParent(message: ToParent): void {
  if (process.connected) process.send?.(message, undefined, undefined, () => {})
}

/** Whoever read the output may be gone (a closed terminal, a pipe): the work goes on. */
export function outliveOutput(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
}
