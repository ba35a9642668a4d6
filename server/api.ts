import { buildApp } from './app.ts'
import { endLeases } from './features/crawl/host.queries.ts'
import { openBlobs } from './platform/blob/blobs.ts'
import { systemClock } from './platform/clock.ts'
import type { Config } from './platform/config.ts'
import { connectionShortage, poolSizes } from './platform/db/connection-limit.ts'
import type { DatabaseAddress } from './platform/db/database-address.ts'
import { countPrepared, openDb, openPool } from './platform/db/db.ts'
import { openListener } from './platform/db/listen.ts'
import { openDrain } from './platform/http/drain.ts'
import { openLog } from './platform/log.ts'
import { openMailer } from './platform/mail.ts'
import { checkStart } from './platform/process/check-start.ts'
import { openHeartbeat } from './platform/process/heartbeat.ts'
import { connectReplicas } from './platform/replica/open-replicas.ts'
import { openMetrics, slowStatementLogger, watchProcess } from './platform/watch/metrics.ts'
import { version } from './version.ts'

/** Starts the API on its port, over a migrated database. `noticeMs`: see `openDrain`. */
export async function startApi(config: Config, { url, directUrl, isPooled }: DatabaseAddress, noticeMs: number) {
  const blobs = openBlobs(config)
  await checkStart(config, { url, directUrl, isPooled }, blobs)
  const log = openLog(config, 'api')
  for (const sentence of config.unknown) log.warn(sentence)
  const metrics = openMetrics('api', version)
  const slow = slowStatementLogger(config.slowStatementMs, log, metrics)
  const pool = openPool(url, { size: poolSizes.api.pool, isPooled, slow })
  // Bypasses the pooler, because listening needs a session.
  const listenPool = openPool(directUrl, { size: poolSizes.api.listener })
  const replicas = connectReplicas({
    urls: config.databaseReplicaUrls,
    primaryUrl: url,
    patroniUrls: config.databasePatroniUrls,
    ...{ isPooled, primary: pool, log, metrics, slow },
  })
  watchProcess(metrics, pool, { prepared_statements: countPrepared })
  const mailer = openMailer(config)
  const app = await buildApp({
    config,
    db: openDb(pool),
    blobs,
    now: systemClock,
    log,
    listener: openListener(listenPool),
    mailer,
    metrics,
    replicas,
  })
  const drain = openDrain(app, noticeMs)
  try {
    await app.listen({ host: config.host, port: config.port })
  } catch (error) {
    await Promise.all([pool.end(), listenPool.end()])
    const isTaken = (error as NodeJS.ErrnoException).code === 'EADDRINUSE'
    throw isTaken ? new Error(`Port ${config.port} of ${config.host} is in use. Choose another with PORT.`) : error
  }
  const beatPool = openPool(directUrl, { size: poolSizes.api.beat, statementTimeoutMs: 5_000 })
  const heartbeat = await openHeartbeat(openDb(beatPool), { kind: 'api', version, log, onLost: endLeases })
  heartbeat.start()
  const lack = await connectionShortage(openDb(beatPool), isPooled)
  if (lack) log.warn(lack)
  return {
    address: config.publicUrl ?? `http://${config.host}:${config.port}`,
    stop: async () => {
      await drain()
      await app.close()
      mailer?.close()
      await heartbeat.stop()
      await Promise.all([pool.end(), listenPool.end(), beatPool.end(), replicas?.close()])
    },
  }
}
