import { EventEmitter } from 'node:events'
import { Logger, run, type WorkerEvents } from 'graphile-worker'
import { openRenderer } from '#server/features/crawl/fetching/render.ts'
import { openNightly } from './features/backup/backup.service.ts'
import { startCollector } from './features/crawl/collector.ts'
import { endLeases } from './features/crawl/host.queries.ts'
import { isWriting } from './features/import/import.service.ts'
import { startNotificationWorker } from './features/notification/notification.service.ts'
import { closeEngine, startScreeningWorker } from './features/screening/screening.service.ts'
import { startSearchWorker } from './features/search/search.service.ts'
import { watchOf } from './features/system/watch.ts'
import { startWebhookWorker } from './features/webhook/webhook.service.ts'
import { startDictionaryWorker } from './features/word/word.service.ts'
import { crontab, taskList } from './jobs.ts'
import { openBlobs } from './platform/blob/blobs.ts'
import { systemClock } from './platform/clock.ts'
import type { Config } from './platform/config.ts'
import { systemActor } from './platform/ctx.ts'
import { connectionShortage, poolSizes } from './platform/db/connection-limit.ts'
import type { DatabaseAddress } from './platform/db/database-address.ts'
import { countPrepared, openDb, openPool } from './platform/db/db.ts'
import { openListener } from './platform/db/listen.ts'
import { openFetcher } from './platform/fetcher/fetch.ts'
import { openGuard } from './platform/fetcher/guard.ts'
import { countJobs } from './platform/jobs/count-jobs.ts'
import { openLog } from './platform/log.ts'
import { openMailer, publicUrlOf } from './platform/mail.ts'
import { checkStart } from './platform/process/check-start.ts'
import { holderOf, openHeartbeat } from './platform/process/heartbeat.ts'
import { openSecrets } from './platform/secret.ts'
import { openMetrics, slowStatementLogger, watchProcess } from './platform/watch/metrics.ts'
import { openWatchServer } from './platform/watch/watch-server.ts'
import { version } from './version.ts'

/**
 * Starts a worker process: it takes jobs and pages to fetch from the database until it is stopped; another worker
 * continues its unfinished work.
 */
export async function startWorker(config: Config, address: DatabaseAddress, onTaken: () => void) {
  const log = openLog(config, 'worker')
  for (const sentence of config.unknown) log.warn(sentence)
  const blobs = openBlobs(config)
  await checkStart(config, address, blobs)
  // A worker's transactions are long and would gain nothing from a pooler in transaction mode, so it connects directly.
  const databaseUrl = address.directUrl
  // A connection of its own: a heartbeat must not wait behind the work.
  const beatPool = openPool(databaseUrl, { size: poolSizes.worker.beat, statementTimeoutMs: 5_000 })
  const heartbeat = await openHeartbeat(openDb(beatPool), { kind: 'worker', version, log, onLost: endLeases, onTaken })
  const metrics = openMetrics('worker', version)
  const slow = slowStatementLogger(config.slowStatementMs, log, metrics)
  const pool = openPool(databaseUrl, {
    ...{ size: poolSizes.worker.pool, statementTimeoutMs: 300_000, mayAct: heartbeat.mayAct, slow },
  })
  watchProcess(metrics, pool, { prepared_statements: countPrepared })
  const mailer = openMailer(config)
  const nightly = openNightly(log)
  const agentName = config.crawlAgent ?? `OgGroupMonitor/${version}${config.publicUrl ? ` (+${config.publicUrl})` : ''}`
  const guard = openGuard({ allow: config.crawlAllow })
  const fetcher = openFetcher(guard, { agentName })
  const base = {
    ...{ db: openDb(pool), blobs, now: systemClock, log, mailer, secrets: openSecrets(config) },
    startBackup: nightly.start,
    fetchPage: fetcher.fetchPage,
    outbound: openGuard({ allow: config.outboundAllow }),
    uploadLimits: config.upload,
    agentName,
  }
  const events: WorkerEvents = new EventEmitter()
  events.on('pool:create', ({ workerPool }) => {
    workerPool.id = holderOf(heartbeat.id())
  })
  countJobs(events, metrics)
  const runner = await run({
    pgPool: pool,
    taskList: taskList(base),
    crontab,
    concurrency: 2,
    noHandleSignals: true,
    events,
    pollInterval: 2_000,
    logger: new Logger(
      () => (level, message) => log[level === 'warning' ? 'warn' : level === 'error' ? 'error' : 'debug'](message),
    ),
  })
  let isStopping = false
  // Ends the process if it could not record the outcome of a job for minutes; the supervisor restarts it.
  const giveUp = () => {
    if (isStopping) return
    log.error('jobs: polling stopped, the process exits')
    process.exit(1)
  }
  runner.promise.then(giveUp, giveUp)
  const renderer = openRenderer(guard, { chromium: config.chromium, agentName })
  const collector = await startCollector(
    { ...base, actor: systemActor, locale: 'zh-CN', reqId: 'collector', address: '' },
    { fetcher, agentName, renderer },
    { version, processId: heartbeat.id() },
  )
  heartbeat.start()
  const lack = await connectionShortage(base.db, address.isPooled)
  if (lack) log.warn(lack)
  const searchKeeper = startSearchWorker(
    { ...base, actor: systemActor, locale: 'zh-CN', reqId: 'search', address: '' },
    async ctx => collector.isBusy() || (await isWriting(ctx)),
  )
  const screeningKeeper = startScreeningWorker({
    ...base,
    actor: systemActor,
    locale: 'zh-CN',
    reqId: 'screening',
    address: '',
  })
  const namesKeeper = startDictionaryWorker({
    ...base,
    actor: systemActor,
    locale: 'zh-CN',
    reqId: 'names',
    address: '',
  })
  const listener = openListener(pool)
  const newsKeeper = startNotificationWorker(
    { ...base, actor: systemActor, locale: 'zh-CN', reqId: 'news', address: '' },
    listener,
  )
  const webhookFetcher = openFetcher(base.outbound, {
    agentName: `OgGroupWebhook/${version}`,
    connections: 16,
  })
  const webhookKeeper = startWebhookWorker(
    { ...base, actor: systemActor, locale: 'zh-CN', reqId: 'webhook', address: '' },
    listener,
    { post: webhookFetcher.post, publicUrl: publicUrlOf(config) },
  )
  const watch = watchOf(base, { dataDir: config.dataDir, metrics })
  const watchServer =
    config.workerPort === undefined
      ? undefined
      : await openWatchServer(
          config.workerPort,
          config,
          { ...watch, alive: heartbeat.mayAct, contentType: metrics.registry.contentType },
          log,
        )
  return {
    stop: async () => {
      isStopping = true
      await watchServer?.stop()
      await Promise.all([collector.stop(), runner.stop(), searchKeeper.stop(), newsKeeper.stop(), listener.close()])
      await Promise.all([screeningKeeper.stop(), namesKeeper.stop(), webhookKeeper.stop()])
      await closeEngine()
      await Promise.all([fetcher.close(), webhookFetcher.close(), renderer.close()])
      mailer?.close()
      nightly.stop()
      await heartbeat.stop()
      await Promise.all([pool.end(), beatPool.end()])
    },
  }
}
