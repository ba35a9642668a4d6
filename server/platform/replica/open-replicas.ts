import type pg from 'pg'
import { Counter, Gauge } from 'prom-client'
import { openPool, type SlowStatement } from '../db/db.ts'
import type { Log } from '../log.ts'
import type { Metrics } from '../watch/metrics.ts'
import { openDcsClient, serverOf } from './dcs-client.ts'
import { type FailoverRead, type FailoverServer, openFailoverRead } from './failover-read.ts'
import { watchPrimary } from './primary-watch.ts'
import { openReplica } from './replica.ts'
import { openReplicas, type ReadCount, type Replicas } from './replicas.ts'

type ReplicasConfig = {
  urls: readonly string[]
  /**
   * Addresses of the primary, and of the etcd members where Patroni stores its state: for reads while the primary is
   * unavailable.
   */
  primaryUrl: string
  patroniUrls: readonly string[]
  isPooled: boolean
  primary: pg.Pool
  log: Log
  metrics: Metrics
  slow?: SlowStatement
}

/** Connections of one process to each replica; one more checks the log position of the replica. */
const connections = 10
/** Longer statements run on the primary, which allows them more time. */
const statementTimeoutMs = 10_000
const connectTimeoutMs = 1_000

/** The replicas of these addresses, counted in `/metrics`; undefined if there are none. */
export function connectReplicas(given: ReplicasConfig): Replicas | undefined {
  const { urls, isPooled, primary, log, metrics, slow } = given
  if (urls.length === 0) return undefined
  const registers = [metrics.registry]
  const reads = new Counter({
    name: 'og_replica_reads_total',
    help: 'Reads that replicas can answer: by a replica, by the primary, by the primary after a replica failed, or by a standby while the primary is unreachable',
    labelNames: ['from'],
    registers,
  })
  const waits = new Counter({
    name: 'og_replica_waits_total',
    help: 'Reads that waited for a replica, by whether it caught up in time',
    labelNames: ['outcome'],
    registers,
  })
  const count = (from: ReadCount) => reads.labels(from).inc()
  const copies = urls.map(url => ({
    server: serverOf(url),
    ...openReplica({
      name: new URL(url).host,
      pool: openPool(url, { size: connections, isPooled, statementTimeoutMs, connectTimeoutMs, ...(slow && { slow }) }),
      watchPool: openPool(url, { size: 1, isPooled, statementTimeoutMs: 1_000, connectTimeoutMs }),
      log,
      onWait: isThere => waits.labels(isThere ? 'reached' : 'missed').inc(),
    }),
  }))
  const standIn = standInOf(given, copies, () => count('stand_in'))
  const replicas = openReplicas({ replicas: copies, primary, standIn, log, count })
  new Gauge({
    name: 'og_replica_lag_seconds',
    help: 'Age of the oldest write that the replica lacks; -1 while it is removed from reads',
    labelNames: ['replica'],
    registers,
    collect() {
      for (const { name, lagSeconds } of replicas.all) this.labels(name).set(lagSeconds() ?? -1)
    },
  })
  return replicas
}

function standInOf(
  given: ReplicasConfig,
  servers: readonly FailoverServer[],
  count: () => void,
): FailoverRead | undefined {
  const { primaryUrl, patroniUrls, isPooled, log } = given
  if (patroniUrls.length === 0) return undefined
  const pool = openPool(primaryUrl, { size: 1, isPooled, statementTimeoutMs: 1_000, connectTimeoutMs })
  const watch = watchPrimary(pool, isAway => {
    if (isAway) log.warn('failover: primary unreachable, reads use a standby with all acknowledged commits')
    else log.info('failover: primary reachable again')
  })
  return openFailoverRead({ agreement: openDcsClient(patroniUrls), servers, watch, log, count })
}
