import { isMainThread, parentPort, Worker } from 'node:worker_threads'

/** `most`: concurrent threads; `timeoutMs`: limit of one task, from the moment at which a thread starts it. */
export type ThreadLimits = {
  most: number
  timeoutMs: number
  /** Memory limit of one thread in MB, including buffers; checked ten times a second. */
  heapMb?: number
  /** How long an idle thread stays alive. */
  idleMs?: number
  /** The `workerData` of every thread. */
  data?: unknown
}
/** Tasks and results are copied (structured clone); functions cannot be sent. */
export type Threads<Task, Result> = {
  /**
   * Waits for a free thread. Throws `ThreadLost` if the task exceeds its limits, otherwise the error that the task
   * threw.
   */
  run(task: Task, timeoutMs?: number): Promise<Result>
  /** The number of threads, including idle ones. */
  count(): number
  /** Ends all threads; unfinished tasks fail. */
  close(): Promise<void>
}

/** The thread of a task was ended for its time or memory, ended unexpectedly, or did not start in time. */
export class ThreadLost extends Error {
  readonly why: 'start' | 'time' | 'memory' | 'ended'
  constructor(why: ThreadLost['why'], cause?: unknown) {
    super(`the thread of a task ended: ${why}`, { cause })
    this.why = why
  }
}

type FromThread<Result> = { ready: true } | { result: Result } | { error: unknown }
type Job<Task, Result> = {
  task: Task
  timeoutMs: number
  resolve: (result: Result) => void
  reject: (error: unknown) => void
}
type ThreadSlot<Task, Result> = {
  thread: Worker
  isReady: boolean
  job: Job<Task, Result> | null
  timer: NodeJS.Timeout | undefined
  watch: NodeJS.Timeout | undefined
}

/** A thread must load its code within this time, on a busy machine too. */
const startMs = 30_000
const watchMs = 100
/**
 * A single large allocation beyond V8's own limit for a thread ends the whole process, so that limit is far above ours.
 */
const headroomMb = 3_072

/** A pool of threads of one file that calls `answerTasks`; none is started before there is work. */
export function openThreads<Task, Result>(entry: URL, limits: ThreadLimits): Threads<Task, Result> {
  const { most, timeoutMs, heapMb = 512, idleMs = 30_000, data } = limits
  const seats = new Set<ThreadSlot<Task, Result>>()
  const waiting: Job<Task, Result>[] = []

  function work(): void {
    while (waiting.length > 0) {
      const seat = [...seats].find(each => each.job === null) ?? (seats.size < most ? start() : undefined)
      if (!seat) return
      seat.job = waiting.shift() as Job<Task, Result>
      // An idle thread must not keep the process alive; a working one must.
      seat.thread.ref()
      if (seat.isReady) give(seat)
    }
  }

  function start(): ThreadSlot<Task, Result> {
    const thread = new Worker(entry, {
      workerData: data,
      resourceLimits: { maxOldGenerationSizeMb: heapMb + headroomMb, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 },
      execArgv: ['--disable-warning=ExperimentalWarning'],
    })
    const seat: ThreadSlot<Task, Result> = { thread, isReady: false, job: null, timer: undefined, watch: undefined }
    seats.add(seat)
    seat.timer = setTimeout(() => lose(seat, 'start'), startMs)
    thread.on('message', (message: FromThread<Result>) => hear(seat, message))
    thread.on('messageerror', error => lose(seat, 'ended', error))
    thread.on('error', error => {
      const isFull = (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY'
      lose(seat, isFull ? 'memory' : 'ended', error)
    })
    thread.on('exit', () => lose(seat, 'ended'))
    return seat
  }

  function give(seat: ThreadSlot<Task, Result>): void {
    const job = seat.job as Job<Task, Result>
    clearTimeout(seat.timer)
    seat.timer = setTimeout(() => lose(seat, 'time'), job.timeoutMs)
    seat.watch = setInterval(() => void weigh(seat), watchMs)
    try {
      seat.thread.postMessage(job.task)
    } catch (error) {
      // A task that cannot be copied fails by its own fault.
      finish(seat, () => job.reject(error))
    }
  }

  async function weigh(seat: ThreadSlot<Task, Result>): Promise<void> {
    // A thread that has just ended has no statistics.
    const heap = await seat.thread.getHeapStatistics().catch(() => undefined)
    if (heap && heap.used_heap_size + heap.external_memory > heapMb * 1_048_576) lose(seat, 'memory')
  }

  function hear(seat: ThreadSlot<Task, Result>, message: FromThread<Result>): void {
    if (!seats.has(seat)) return
    if ('ready' in message) {
      seat.isReady = true
      if (seat.job) give(seat)
      return
    }
    const { job } = seat
    // Under `--watch` Node.js sends messages through the same port, which answer no task.
    if (!job || !('result' in message || 'error' in message)) return
    finish(seat, () => ('error' in message ? job.reject(message.error) : job.resolve(message.result)))
  }

  function finish(seat: ThreadSlot<Task, Result>, notify: () => void): void {
    clearTimeout(seat.timer)
    clearInterval(seat.watch)
    seat.job = null
    seat.thread.unref()
    seat.timer = setTimeout(() => lose(seat, 'ended'), idleMs).unref()
    notify()
    work()
  }

  function lose(seat: ThreadSlot<Task, Result>, why: ThreadLost['why'], cause?: unknown): void {
    if (!seats.delete(seat)) return
    clearTimeout(seat.timer)
    clearInterval(seat.watch)
    void seat.thread.terminate()
    seat.job?.reject(new ThreadLost(why, cause))
    work()
  }

  return {
    run: (task, ownTimeoutMs = timeoutMs) =>
      new Promise((resolve, reject) => {
        waiting.push({ task, timeoutMs: ownTimeoutMs, resolve, reject })
        work()
      }),
    count: () => seats.size,
    async close() {
      for (const job of waiting.splice(0)) job.reject(new ThreadLost('ended'))
      const threads = [...seats].map(seat => seat.thread)
      for (const seat of [...seats]) lose(seat, 'ended')
      await Promise.all(threads.map(thread => thread.terminate()))
    },
  }
}

/** Call it in the thread's file: it processes one task after the other. */
export function answerTasks<Task, Result>(handle: (task: Task) => Result | Promise<Result>): void {
  if (isMainThread || !parentPort) return
  const port = parentPort
  const send = (message: FromThread<Result>) => port.postMessage(message)
  port.on('message', async (task: Task) => {
    try {
      send({ result: await handle(task) })
    } catch (error) {
      send({ error })
    }
  })
  send({ ready: true })
}
