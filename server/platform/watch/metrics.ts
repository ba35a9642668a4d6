import type pg from 'pg'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { cutText } from '#contract/text.ts'
import type { SlowStatement } from '../db/db.ts'
import type { Log } from '../log.ts'

/** The metrics of one process, in Prometheus form; each process has its own, nothing is shared. */
export type Metrics = {
  registry: Registry
  /** `route` is a pattern of the table of routes, never an address. */
  request(labels: { method: string; route: string; status: number }, seconds: number): void
  job(task: string, outcome: 'done' | 'failed', seconds: number): void
  slowStatement(): void
}

export function openMetrics(kind: 'api' | 'worker', version: string): Metrics {
  const registry = new Registry()
  const registers = [registry]
  new Gauge({
    name: 'og_process_info',
    help: 'The process and its version',
    labelNames: ['kind', 'version'],
    registers,
  })
    .labels(kind, version)
    .set(1)
  const requests = new Counter({
    name: 'og_http_requests_total',
    help: 'Requests answered, by route and status',
    labelNames: ['method', 'route', 'status'],
    registers,
  })
  const requestSeconds = new Histogram({
    name: 'og_http_request_seconds',
    help: 'Duration of a request, from its arrival to the end of the reply',
    labelNames: ['method', 'route'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 30],
    registers,
  })
  const jobs = new Counter({
    name: 'og_jobs_total',
    help: 'Background jobs that this process ran, by name and outcome',
    labelNames: ['task', 'outcome'],
    registers,
  })
  const jobSeconds = new Histogram({
    name: 'og_job_seconds',
    help: 'Duration of a background job',
    labelNames: ['task'],
    buckets: [0.05, 0.25, 1, 5, 30, 120, 600, 3600],
    registers,
  })
  const slow = new Counter({
    name: 'og_slow_statements_total',
    help: 'Statements that took longer than OG_SLOW_STATEMENT_MS; each is in the log',
    registers,
  })
  return {
    registry,
    request({ method, route, status }, seconds) {
      requests.labels(method, route, String(status)).inc()
      requestSeconds.labels(method, route).observe(seconds)
    },
    job(task, outcome, seconds) {
      jobs.labels(task, outcome).inc()
      jobSeconds.labels(task).observe(seconds)
    },
    slowStatement: () => slow.inc(),
  }
}

/** Logs each slow statement with its text, which has placeholders instead of values, and counts it. */
export function slowStatementLogger(afterMs: number, log: Log, metrics: Metrics): SlowStatement {
  return {
    afterMs,
    report(statement, ms) {
      metrics.slowStatement()
      const text = statement.replace(/\s+/g, ' ').trim()
      log.warn({ ms: Math.round(ms), statement: cutText(text, 1_000) }, 'slow statement')
    },
  }
}

/** Metrics of a long-running process: delay of the event loop, memory, CPU, and its connection pool. */
export function watchProcess({ registry }: Metrics, pool: pg.Pool, caches: Record<string, () => number> = {}): void {
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  new Gauge({
    name: 'og_pool_connections',
    help: 'Database connections of the process: all and idle; and requests that wait for one',
    labelNames: ['state'],
    registers,
    collect() {
      this.labels('total').set(pool.totalCount)
      this.labels('idle').set(pool.idleCount)
      this.labels('waiting').set(pool.waitingCount)
    },
  })
  new Gauge({
    name: 'og_cache_entries',
    help: 'Entries of the caches of the process',
    labelNames: ['cache'],
    registers,
    collect() {
      for (const [name, size] of Object.entries(caches)) this.labels(name).set(size())
    },
  })
}
