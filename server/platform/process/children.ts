import { type ChildProcess, fork, type Serializable } from 'node:child_process'
import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * `most`: concurrent processes; `patienceMs`: how long work waits for the first process before a second one starts,
 * each about 120 MB; `timeoutMs`: wall-clock limit of one task; `cpuMs`: limit of its processor time, which a busy
 * machine does not shorten; `heapMb`: JavaScript heap; `rssMb`: all memory of the process.
 */
type ChildLimits = {
  most: number
  patienceMs?: number
  timeoutMs: number
  cpuMs?: number
  heapMb: number
  rssMb: number
  idleMs?: number
}
/** Tasks, pieces and results are copied (structured clone). */
type Children<Task, Piece, Result> = {
  /**
   * Pieces arrive in order, before the result. A task whose process was killed from outside is started once more and
   * must produce the same pieces again. Throws `ChildLost` if the task exceeds its limits.
   */
  run(task: Task, onPiece: (piece: Piece) => void, limits?: Partial<Pick<ChildLimits, 'timeoutMs'>>): Promise<Result>
  /** Ids of all processes, including idle ones. */
  pids(): number[]
}

/**
 * The process of a task was ended for its time or memory, or ended unexpectedly. `killed`: not because of the task, so a
 * later try may succeed; it was killed from outside twice, or could not be started.
 */
export class ChildLost extends Error {
  readonly why: 'time' | 'memory' | 'ended' | 'killed'
  constructor(why: ChildLost['why']) {
    super(`the process of a task ended: ${why}`)
    this.why = why
  }
}

/** Messages of a child. `failed` is the message of the task's own error. */
export type FromChild = { ready: true } | { piece: unknown } | { result: unknown } | { failed: string }

/** The signal by which a child ends itself when it exceeds its memory; nothing else sends it. */
export const memorySignal = 'SIGUSR2'
/** The signal by which a child ends itself when it exceeds its processor time. */
export const cpuSignal = 'SIGXCPU'

/**
 * The folder of this process's compile cache, passed on to its children; each version and user has a subfolder in it.
 */
const compileCacheEnv = () => {
  const folder = getCompileCacheDir()
  return folder ? { NODE_COMPILE_CACHE: dirname(folder) } : {}
}

type Job<Task, Piece, Result> = {
  task: Task
  timeoutMs: number
  onPiece: (piece: Piece) => void
  /** The number of pieces delivered, and how many of them are to be skipped since the task was started again. */
  delivered: number
  passOver: number
  isSecond: boolean
  resolve: (result: Result) => void
  reject: (error: unknown) => void
}
type ChildSlot<J> = { child: ChildProcess; isReady: boolean; job: J | null; timer: NodeJS.Timeout | undefined }

/** A process must load its code within this time, on a busy machine too. */
const startMs = 60_000

/**
 * A pool of processes of one file that calls `answerParent`. A fault that no thread survives (an allocation of native
 * code, a crash) ends one of these processes and nothing else. No process starts before there is work; one process does
 * many tasks.
 */
export function openChildren<Task, Piece, Result>(entry: URL, limits: ChildLimits): Children<Task, Piece, Result> {
  const { most, patienceMs = 5_000, timeoutMs, cpuMs = 0, heapMb, rssMb, idleMs = 30_000 } = limits
  type OwnJob = Job<Task, Piece, Result>
  type OwnSeat = ChildSlot<OwnJob>
  const seats = new Set<OwnSeat>()
  const waiting: OwnJob[] = []
  let impatience: NodeJS.Timeout | undefined

  function work(atOnce = 1): void {
    while (waiting.length > 0) {
      const seat = [...seats].find(each => each.job === null) ?? (seats.size < atOnce ? start() : undefined)
      if (!seat) {
        if (seats.size < most && !impatience) impatience = setTimeout(workSooner, patienceMs).unref()
        return
      }
      seat.job = waiting.shift() as OwnJob
      // An idle child must not keep this process alive; a working one must.
      seat.child.ref()
      seat.child.channel?.ref()
      if (seat.isReady) give(seat, seat.job)
    }
  }

  function workSooner(): void {
    impatience = undefined
    work(most)
  }

  function start(): OwnSeat {
    const child = fork(fileURLToPath(entry), [String(rssMb), String(cpuMs)], {
      serialization: 'advanced',
      execArgv: [`--max-old-space-size=${heapMb}`, '--max-semi-space-size=4', '--disable-warning=ExperimentalWarning'],
      // Reading an untrusted file needs none of the console's settings and secrets.
      env: { PATH: '', TZ: 'UTC', MALLOC_ARENA_MAX: '2', ...compileCacheEnv() },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    const seat: OwnSeat = { child, isReady: false, job: null, timer: undefined }
    seats.add(seat)
    seat.timer = setTimeout(() => lose(seat, 'killed'), startMs)
    child.on('message', message => hear(seat, message as FromChild))
    child.on('error', () => lose(seat, 'killed'))
    child.on('exit', (code, signal) => {
      // V8 aborts the process when its heap is full.
      const isFull = signal === memorySignal || signal === 'SIGABRT' || code === 134
      // The kill came from outside: a person, or the system when it runs out of memory. One kill proves nothing about
      // the task.
      if (signal === cpuSignal) lose(seat, 'time')
      else if (signal === 'SIGKILL') cutOff(seat)
      else lose(seat, isFull ? 'memory' : 'ended')
    })
    return seat
  }

  function give(seat: OwnSeat, job: OwnJob): void {
    clearTimeout(seat.timer)
    seat.timer = setTimeout(() => lose(seat, 'time'), job.timeoutMs)
    seat.child.send(job.task as Serializable, error => {
      if (error) cutOff(seat)
    })
  }

  function hear(seat: OwnSeat, message: FromChild): void {
    if (!seats.has(seat)) return
    const { job } = seat
    if ('ready' in message) {
      seat.isReady = true
      if (job) give(seat, job)
    } else if ('piece' in message) {
      if (job) deliver(job, message.piece as Piece)
    } else if (job) {
      finish(seat)
      if ('failed' in message) job.reject(new Error(message.failed))
      else job.resolve(message.result as Result)
      work()
    }
  }

  function deliver(job: OwnJob, piece: Piece): void {
    if (job.passOver > 0) job.passOver -= 1
    else {
      job.delivered += 1
      job.onPiece(piece)
    }
  }

  /** The process ended for a reason other than its task. */
  function cutOff(seat: OwnSeat): void {
    if (seats.has(seat) && seat.job && !seat.job.isSecond) beginAgain(seat, seat.job)
    else lose(seat, 'killed')
  }

  /** A new process is started, because the others may also have been killed and not have ended yet. */
  function beginAgain(seat: OwnSeat, job: OwnJob): void {
    seat.job = null
    drop(seat)
    start().job = { ...job, isSecond: true, passOver: job.delivered }
  }

  function finish(seat: OwnSeat): void {
    clearTimeout(seat.timer)
    seat.job = null
    seat.child.unref()
    seat.child.channel?.unref()
    seat.timer = setTimeout(() => lose(seat, 'ended'), idleMs).unref()
  }

  function lose(seat: OwnSeat, why: ChildLost['why']): void {
    if (!drop(seat)) return
    seat.job?.reject(new ChildLost(why))
    work()
  }

  /** Returns false if it was dropped before. */
  function drop(seat: OwnSeat): boolean {
    clearTimeout(seat.timer)
    seat.child.kill('SIGKILL')
    return seats.delete(seat)
  }

  return {
    run: (task, onPiece, own = {}) =>
      new Promise((resolve, reject) => {
        const bounds = { timeoutMs: own.timeoutMs ?? timeoutMs, delivered: 0, passOver: 0, isSecond: false }
        waiting.push({ task, onPiece, ...bounds, resolve, reject })
        work()
      }),
    pids: () => [...seats].flatMap(({ child }) => (child.pid === undefined ? [] : [child.pid])),
  }
}
