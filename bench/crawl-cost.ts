// Processor time per page during a round, by the part that spends it.
import { readdirSync, readFileSync } from 'node:fs'
import { loadavg } from 'node:os'

/** Milliseconds of processor time by part, and idle time, summed over both processors. */
type CostByPart = Record<string, number>

/** `run`: on a processor; `wait`: ready for one. In nanoseconds, by thread. */
type ProcessorTime = { run: number; wait: number; part: string }

type Parts = { worker: number; database: number; site: number; bench: number }

/**
 * Processor time of the parts from one call to the next, in milliseconds; threads that ended in between are not
 * included.
 */
export function openCosts(pids: Parts): () => { run: CostByPart; wait: CostByPart; idle: number } {
  let [last, idleBefore] = [readThreadTimes(pids), idleMs()]
  return () => {
    const [now, idleNow] = [readThreadTimes(pids), idleMs()]
    const costs = { run: {} as CostByPart, wait: {} as CostByPart, idle: idleNow - idleBefore }
    for (const [key, { run, wait, part }] of now) {
      const before = last.get(key)
      costs.run[part] = (costs.run[part] ?? 0) + (run - (before?.run ?? 0)) / 1e6
      costs.wait[part] = (costs.wait[part] ?? 0) + (wait - (before?.wait ?? 0)) / 1e6
    }
    last = now
    idleBefore = idleNow
    return costs
  }
}

function readThreadTimes({ worker, database, site, bench }: Parts): Map<string, ProcessorTime> {
  const all = new Map<string, ProcessorTime>()
  const threads = threadsOf(worker)
  for (const tid of threads)
    add(all, worker, tid, tid === worker ? 'worker: main thread' : `worker: ${partOf(worker, tid)}`)
  for (const pid of childrenOf(database))
    add(
      all,
      pid,
      pid,
      /\d+\.\d+\.\d+\.\d+\(\d+\)/.test(commandOf(pid)) ? 'database: connections' : 'database: its own work',
    )
  for (const tid of threadsOf(site)) add(all, site, tid, 'site')
  for (const tid of threadsOf(bench)) add(all, bench, tid, 'bench')
  return all
}

function add(all: Map<string, ProcessorTime>, pid: number, tid: number, part: string): void {
  try {
    const [run = 0, wait = 0] = readFileSync(`/proc/${pid}/task/${tid}/schedstat`, 'utf8').split(' ').map(Number)
    all.set(`${pid} ${tid}`, { run, wait, part })
  } catch {
    // The thread has ended.
  }
}

/** Threads of our own code have no name; those of V8 and libuv have. */
function partOf(pid: number, tid: number): string {
  const name = textOf(`/proc/${pid}/task/${tid}/comm`).trim()
  if (/v8|delayed/i.test(name)) return 'garbage, compiling'
  return /uv/i.test(name) ? 'files, large contents' : 'thread of entries'
}

const threadsOf = (pid: number) => listOf(`/proc/${pid}/task`)

function childrenOf(pid: number): number[] {
  return listOf('/proc').filter(child => Number(/^PPid:\s+(\d+)/m.exec(textOf(`/proc/${child}/status`))?.[1]) === pid)
}

const commandOf = (pid: number) => textOf(`/proc/${pid}/cmdline`)

function listOf(folder: string): number[] {
  try {
    return readdirSync(folder).flatMap(name => (/^\d+$/.test(name) ? [Number(name)] : []))
  } catch {
    return []
  }
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

/** Sum over all processors. */
function idleMs(): number {
  const [, , , , idle = 0, waits = 0] = textOf('/proc/stat').split('\n', 1)[0]!.split(/\s+/).map(Number)
  return (idle + waits) * 10
}

/** Processor time of each part per page, one line each. */
export function formatCosts(
  what: string,
  { run, wait, idle }: ReturnType<ReturnType<typeof openCosts>>,
  done: CrawlWork,
): string {
  const of = (ms: number) => (ms / Math.max(1, done.pages)).toFixed(2).padStart(7)
  const sum = Object.values(run).reduce((all, ms) => all + ms, 0)
  const head = `\n${what}: ${done.pages} pages in ${done.seconds} s, load ${loadavg()[0]!.toFixed(1)}; processor ms a page (and ms that it was ready and waited)`
  const rows = Object.entries(run).map(([part, ms]) => `${of(ms)} (${of(wait[part] ?? 0).trim()}) ${part}`)
  return [head, ...rows, `${of(sum)} all of it`, `${of(idle)} idle, of all processors`].join('\n')
}

type CrawlWork = { pages: number; seconds: number }
