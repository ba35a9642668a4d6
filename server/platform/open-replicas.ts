import type pg from 'pg'
import { Counter, Gauge } from 'prom-client'
import { openPool, type SlowStatement } from './db.ts'
import type { Log } from './log.ts'
import type { Metrics } from './metrics.ts'
import { openReplica } from './replica.ts'
import { openReplicas, type Replicas } from './replicas.ts'

type Given = {
  urls: readonly string[]
  isPooled: boolean
  primary: pg.Pool
  log: Log
  metrics: Metrics
  slow?: SlowStatement
}

/** Connections of one process to each replica; one more tells how far it is. */
const connections = 10
/** Longer ones are asked of the primary, which gives them more time. */
const statementTimeoutMs = 10_000
const connectTimeoutMs = 1_000

/** The replicas of these addresses, counted in `/metrics`; undefined where there are none. */
export function connectReplicas({ urls, isPooled, primary, log, metrics, slow }: Given): Replicas | undefined {
  if (urls.length === 0) return undefined
  const registers = [metrics.registry]
  const reads = new Counter({
    name: 'og_replica_reads_total',
    help: 'Reads that replicas may answer: answered by a replica, by the primary, or by the primary after a replica failed',
    labelNames: ['from'],
    registers,
  })
  const waits = new Counter({
    name: 'og_replica_waits_total',
    help: 'Reads that waited for a replica, by whether it got there in time',
    labelNames: ['outcome'],
    registers,
  })
  const replicas = openReplicas({
    primary,
    log,
    count: from => reads.labels(from).inc(),
    replicas: urls.map(url =>
      openReplica({
        name: new URL(url).host,
        pool: openPool(url, {
          size: connections,
          isPooled,
          statementTimeoutMs,
          connectTimeoutMs,
          ...(slow && { slow }),
        }),
        watchPool: openPool(url, { size: 1, isPooled, statementTimeoutMs: 1_000, connectTimeoutMs }),
        log,
        onWait: isThere => waits.labels(isThere ? 'reached' : 'missed').inc(),
      }),
    ),
  })
  new Gauge({
    name: 'og_replica_lag_seconds',
    help: 'How long ago something was written that the replica has not; -1 while it is left alone',
    labelNames: ['replica'],
    registers,
    collect() {
      for (const { name, lagSeconds } of replicas.all) this.labels(name).set(lagSeconds() ?? -1)
    },
  })
  return replicas
}
