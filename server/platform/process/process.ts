import { isOutage } from '../db/outage.ts'

/** A message from a child that `npm start` supervises to its parent; `address` is that of an API. */
export type ToParent = { ready: true; address?: string }

/**
 * An argument for a process that `npm start` supervises: it sends its parent the messages that other processes print.
 */
export const supervisedFlag = '--kept'

/** Restricts new files of this process and its children to its user: data, logs and backups are confidential. */
export function restrictFileMode(): void {
  process.umask(0o077)
}

/** EX_TEMPFAIL: the fault is temporary, so the supervisor starts the process again. */
export const temporaryExitCode = 75

/**
 * Prints the reason why a process cannot start, without a stack, and ends it: with 75 if the database or the blob store
 * is unavailable (a database replays its log after a crash), otherwise with 1, because a repetition would fail too.
 */
export function failAtStart(error: unknown): never {
  console.error(reasonOf(error))
  process.exit(isOutage(error) || isOutage((error as Error | undefined)?.cause) ? temporaryExitCode : 1)
}

/** An AggregateError (all addresses of a host refused the connection) has no message of its own. */
function reasonOf(error: unknown): unknown {
  if (error instanceof AggregateError && !error.message) return reasonOf(error.errors[0])
  return error instanceof Error ? error.message : error
}

/**
 * A rejection that nothing handles, because the database became unavailable, ends the process as a temporary fault. Any
 * other one is a fault of the program and ends it with its stack.
 */
export function leaveOnOutage(): void {
  process.on('unhandledRejection', error => {
    if (!isOutage(error)) throw error
    failAtStart(error)
  })
}

/**
 * Ctrl+C reaches every process of a terminal, and parents forward it: a repetition within this time is the same signal.
 */
const sameSignalMs = 1_000
/** How long a process may finish its work after it was requested to end. */
export const patienceMs = 20_000

/**
 * Runs `stop` once at SIGINT, SIGTERM or SIGHUP, or when the supervising parent has ended, and then ends the process. A
 * second signal later, or a timeout of twenty seconds (`patience`), ends it immediately.
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
  // The parent may have ended before this line.
  if (process.send && !process.connected) begin()
  surviveClosedOutput()
}

/** Sends a message to the parent that supervises this process, if there is one. */
export function notifyParent(message: ToParent): void {
  if (process.connected) process.send?.(message, undefined, undefined, () => {})
}

/** Ignores write errors of the output: its reader (a terminal, a pipe) may have closed, but the work continues. */
function surviveClosedOutput(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
}
