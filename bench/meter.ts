import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import type pg from 'pg'

const ticksPerSecond = 100

/** Seconds of processor time: of a process with its threads, and of its ended children. */
function secondsOf(pid: number): { own: number; ended: number } {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // After the name, which may contain anything: state is field 3, utime 14, stime 15, cutime 16, cstime 17.
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const at = (field: number) => (fields[field - 3] as number) / ticksPerSecond
    return { own: at(14) + at(15), ended: at(16) + at(17) }
  } catch {
    return { own: 0, ended: 0 }
  }
}

const parentOf = (pid: string) => Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])

/** Child processes; those of PostgreSQL are its connections and background processes. */
function childrenOf(pid: number): number[] {
  return readdirSync('/proc').flatMap(name => {
    if (!/^\d+$/.test(name)) return []
    try {
      return parentOf(name) === pid ? [Number(name)] : []
    } catch {
      return []
    }
  })
}

function peakKb(pid: number): number {
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0)
}

/** Wall-clock and processor seconds of a phase, and the worker's peak memory within it. */
export type Phase = { seconds: number; workerCpu: number; databaseCpu: number; peakMb: number }

/**
 * Resources that processes use from one call to the next. Processor time, unlike the clock, hardly depends on other
 * load of the machine.
 */
export function openMeter(pids: { worker: number; database: number }): () => Phase {
  const read = () => ({
    at: performance.now(),
    worker: secondsOf(pids.worker).own,
    database:
      secondsOf(pids.database).own +
      secondsOf(pids.database).ended +
      childrenOf(pids.database).reduce((sum, pid) => sum + secondsOf(pid).own, 0),
  })
  let last = read()
  return () => {
    const now = read()
    const phase = {
      seconds: (now.at - last.at) / 1000,
      workerCpu: now.worker - last.worker,
      databaseCpu: now.database - last.database,
      peakMb: Math.round(peakKb(pids.worker) / 1024),
    }
    // Resets the peak memory (proc(5), clear_refs).
    writeFileSync(`/proc/${pids.worker}/clear_refs`, '5')
    last = now
    return phase
  }
}

/**
 * The slowest statements since the last call, including those within triggers; `--profile` loads the extension that
 * counts them.
 */
export async function printStatements(pool: pg.Pool, what: string, most = 25): Promise<void> {
  const { rows } = await pool.query<{ ms: number; calls: number; rows: number; wal: number; query: string }>(
    `select round(total_exec_time + total_plan_time)::int as ms, calls, rows, (wal_bytes / 1024)::int as wal,
       regexp_replace(query, '\\s+', ' ', 'g') as query
     from pg_stat_statements order by total_exec_time + total_plan_time desc limit $1`,
    [most],
  )
  console.error(`\n${what}: ms, calls, rows, KB of WAL, statement`)
  for (const { ms, calls, rows: count, wal, query } of rows)
    console.error([ms, calls, count, wal, query.slice(0, 230)].join('\t'))
  await pool.query('select pg_stat_statements_reset()')
}
