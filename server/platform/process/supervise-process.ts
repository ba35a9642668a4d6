import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { supervisedFlag, type ToParent, temporaryExitCode } from './process.ts'

/** A process that is restarted whenever it ends unexpectedly. */
type SupervisedProcess = {
  /** Undefined between an end and the next start. */
  pid(): number | undefined
  /** Its message when it was ready for the first time; rejects if a permanent fault ended it before that. */
  ready: Promise<ToParent>
  /** Requests it to end, and kills it if it does not. */
  stop(): Promise<void>
}
type SupervisorOptions = {
  name: string
  file: URL
  flags?: string[]
  /** Called at each start. */
  environment: () => NodeJS.ProcessEnv
  /** Called after each start and end. */
  onChange: (pid: number | null) => void
}

/** A process that ran for this long is not failing. */
export const steadyMs = 20_000
const killAfterMs = 25_000

/**
 * The pause before the next start: half a second, doubled after each failure in a row, at most eight seconds. It is
 * long enough that a process that cannot start leaves the machine to the others, and short enough that users can wait
 * for it.
 */
export const pauseMs = (failures: number) => Math.min(500 * 2 ** Math.max(0, failures), 8_000)

export function superviseProcess({
  name,
  file,
  flags = [],
  environment,
  onChange,
}: SupervisorOptions): SupervisedProcess {
  let child: ChildProcess | undefined
  let isStopping = false
  let failures = 0
  let timer: NodeJS.Timeout | undefined
  const first = Promise.withResolvers<ToParent>()
  first.promise.catch(() => {})

  function start(): void {
    const startedAt = performance.now()
    const one = spawn(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', ...flags, fileURLToPath(file), supervisedFlag],
      {
        env: environment(),
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      },
    )
    child = one
    one.on('message', message => first.resolve(message as ToParent))
    one.on('error', error => console.error(`The ${name}: ${error.message}`))
    // `exit` is not emitted if the process could not even be started.
    one.once('close', (code, signal) => {
      child = undefined
      // A process that exits before it is ready logs its own reason. One that was killed, or had a temporary fault (the
      // database replays its log after a crash), starts again.
      if (signal === null && code !== temporaryExitCode) first.reject(new Error(`The ${name} did not start.`))
      onChange(null)
      if (isStopping) return
      failures = performance.now() - startedAt > steadyMs ? 0 : failures + 1
      const wait = pauseMs(failures - 1)
      console.error(`The ${name} ended (${signal ?? code}); restarting in ${wait / 1000} s.`)
      timer = setTimeout(start, wait)
    })
    onChange(child.pid ?? null)
  }

  start()
  return {
    pid: () => child?.pid,
    ready: first.promise,
    stop: async () => {
      isStopping = true
      clearTimeout(timer)
      const last = child
      if (!last) return
      const ended = new Promise(resolve => last.once('close', resolve))
      last.kill('SIGTERM')
      const killer = setTimeout(() => last.kill('SIGKILL'), killAfterMs)
      await ended
      clearTimeout(killer)
    },
  }
}
