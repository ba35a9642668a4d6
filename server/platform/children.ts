import { type ChildProcess, fork, type Serializable } from 'node:child_process'
import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * `most`: processes at once; `patienceMs`: how long work waits for the first before there is another, which is some 120 MB;
 * `timeoutMs`: of one task by the clock, `cpuMs` by its processor time, which a busy machine does not shorten; `heapMb`: of JavaScript; `rssMb`: of all the process has in memory.
 */
export type ChildLimits = {
  most: number
  patienceMs?: number
  timeoutMs: number
  cpuMs?: number
  heapMb: number
  rssMb: number
  idleMs?: number
}
/** Tasks, pieces and results are copied (structured clone). */
export type Children<Task, Piece, Result> = {
  /**
   * Pieces come in order, before the result. A task whose process was killed from outside is begun once more, and has to say the same
   * pieces again. Throws `ChildLost` where the task did not end within its bounds.
   */
  run(task: Task, onPiece: (piece: Piece) => void, limits?: Partial<Pick<ChildLimits, 'timeoutMs'>>): Promise<Result>
  /** Process ids, idle ones too. */
  pids(): number[]
}

/** A task whose process was ended for its time or memory, or ended by itself. */
export class ChildLost extends Error {
  readonly why: 'time' | 'memory' | 'ended'
  constructor(why: ChildLost['why']) {
    super(`the process of a task was lost: ${why}`)
    this.why = why
  }
}

/** What a child says; `failed`: the task's own error, by its message. */
export type FromChild = { ready: true } | { piece: unknown } | { result: unknown } | { failed: string }

/** By this a child ends itself over its memory: a signal that nothing else sends. */
export const memorySignal = 'SIGUSR2'
/** By this a child ends itself over its processor time. */
export const cpuSignal = 'SIGXCPU'

/** Where this process keeps what it compiled, as its children are told; each version and user has a folder in it. */
const compiled = () => {
  const folder = getCompileCacheDir()
  return folder ? { NODE_COMPILE_CACHE: dirname(folder) } : {}
}

type Job<Task, Piece, Result> = {
  task: Task
  timeoutMs: number
  onPiece: (piece: Piece) => void
  /** Pieces told already, and still to be passed over since the task was begun again. */
  told: number
  passOver: number
  isSecond: boolean
  resolve: (result: Result) => void
  reject: (error: unknown) => void
}
type Seat<J> = { child: ChildProcess; isReady: boolean; job: J | null; timer: NodeJS.Timeout | undefined }

/** A process must load its code in this time, on a busy machine too. */
const startMs = 60_000

/**
 * Processes of one file, which calls `answerParent`: what no thread survives (an allocation of native code, a crash)
 * ends one of these and nothing else. None is started before there is work; one does many tasks.
 */
export function openChildren<Task, Piece, Result>(entry: URL, limits: ChildLimits): Children<Task, Piece, Result> {
  const { most, patienceMs = 5_000, timeoutMs, cpuMs = 0, heapMb, rssMb, idleMs = 30_000 } = limits
  type OwnJob = Job<Task, Piece, Result>
  type OwnSeat = Seat<OwnJob>
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
      // Without work a child must not keep this process from ending, with work it must.
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
      // Nothing of the console's settings and secrets is needed to read a stranger's file.
      env: { PATH: '', TZ: 'UTC', MALLOC_ARENA_MAX: '2', ...compiled() },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    const seat: OwnSeat = { child, isReady: false, job: null, timer: undefined }
    seats.add(seat)
    seat.timer = setTimeout(() => lose(seat, 'ended'), startMs)
    child.on('message', message => hear(seat, message as FromChild))
    child.on('error', () => lose(seat, 'ended'))
    child.on('exit', (code, signal) => {
      // V8 ends the process by an abort where its heap is full.
      const isFull = signal === memorySignal || signal === 'SIGABRT' || code === 134
      // Somebody else did that: a person, or the system where it has no memory left. Once says nothing about the task.
      if (signal === cpuSignal) lose(seat, 'time')
      else if (signal === 'SIGKILL') cutOff(seat, 'memory')
      else lose(seat, isFull ? 'memory' : 'ended')
    })
    return seat
  }

  function give(seat: OwnSeat, job: OwnJob): void {
    clearTimeout(seat.timer)
    seat.timer = setTimeout(() => lose(seat, 'time'), job.timeoutMs)
    seat.child.send(job.task as Serializable, error => {
      if (error) cutOff(seat, 'ended')
    })
  }

  function hear(seat: OwnSeat, message: FromChild): void {
    if (!seats.has(seat)) return
    const { job } = seat
    if ('ready' in message) {
      seat.isReady = true
      if (job) give(seat, job)
    } else if ('piece' in message) {
      if (job) tell(job, message.piece as Piece)
    } else if (job) {
      finish(seat)
      if ('failed' in message) job.reject(new Error(message.failed))
      else job.resolve(message.result as Result)
      work()
    }
  }

  function tell(job: OwnJob, piece: Piece): void {
    if (job.passOver > 0) job.passOver -= 1
    else {
      job.told += 1
      job.onPiece(piece)
    }
  }

  /** A process ended by nothing that its task did. */
  function cutOff(seat: OwnSeat, why: ChildLost['why']): void {
    if (seats.has(seat) && seat.job && !seat.job.isSecond) beginAgain(seat, seat.job)
    else lose(seat, why)
  }

  /** In a process of its own start: others may have been killed as well, and not have ended yet. */
  function beginAgain(seat: OwnSeat, job: OwnJob): void {
    seat.job = null
    drop(seat)
    start().job = { ...job, isSecond: true, passOver: job.told }
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

  /** False: it was dropped before. */
  function drop(seat: OwnSeat): boolean {
    clearTimeout(seat.timer)
    seat.child.kill('SIGKILL')
    return seats.delete(seat)
  }

  return {
    run: (task, onPiece, own = {}) =>
      new Promise((resolve, reject) => {
        const bounds = { timeoutMs: own.timeoutMs ?? timeoutMs, told: 0, passOver: 0, isSecond: false }
        waiting.push({ task, onPiece, ...bounds, resolve, reject })
        work()
      }),
    pids: () => [...seats].flatMap(({ child }) => (child.pid === undefined ? [] : [child.pid])),
  }
}
