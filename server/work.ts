import { EventEmitter } from 'node:events'
import { Logger, run, type WorkerEvents } from 'graphile-worker'
import { openRenderer } from '#server/features/crawl/fetching/render.ts'
import { openNightly } from './features/backup/backup.ts'
import { startCollector } from './features/crawl/collector.ts'
import { endLeases } from './features/crawl/host-queries.ts'
import { isWriting } from './features/import/import.ts'
import { startNewsKeeper } from './features/notification/notification.ts'
import { closeEngine, startScreeningKeeper } from './features/screening/screening.ts'
import { startSearchKeeper } from './features/search/search.ts'
import { watchOf } from './features/system/watch.ts'
import { startNamesKeeper } from './features/word/word.ts'
import { crontab, taskList } from './jobs.ts'
import { holderOf, openBeat } from './platform/beat.ts'
import { openBlobs } from './platform/blobs.ts'
import { checkStart } from './platform/check-start.ts'
import { systemClock } from './platform/clock.ts'
import type { Config } from './platform/config.ts'
import { lackOfRoom, poolSizes } from './platform/connection-room.ts'
import { countJobs } from './platform/count-jobs.ts'
import { systemActor } from './platform/ctx.ts'
import type { DatabaseAddress } from './platform/database-address.ts'
import { countPrepared, openDb, openPool } from './platform/db.ts'
import { openFetcher } from './platform/fetcher/fetch.ts'
import { openGuard } from './platform/fetcher/guard.ts'
import { openListener } from './platform/listen.ts'
import { openLog } from './platform/log.ts'
import { openMailer } from './platform/mail.ts'
import { openMetrics, slowTeller, watchProcess } from './platform/metrics.ts'
import { openWatchServer } from './platform/watch-server.ts'
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
  const beat = await openBeat(openDb(beatPool), { kind: 'worker', version, log, onLost: endLeases, onTaken })
  const metrics = openMetrics('worker', version)
  const slow = slowTeller(config.slowStatementMs, log, metrics)
  const pool = openPool(databaseUrl, {
    ...{ size: poolSizes.worker.pool, statementTimeoutMs: 300_000, mayAct: beat.mayAct, slow },
  })
  watchProcess(metrics, pool, { prepared_statements: countPrepared })
  const mailer = openMailer(config)
  const nightly = openNightly(log)
  const agentName = config.crawlAgent ?? `OgGroupMonitor/${version}${config.publicUrl ? ` (+${config.publicUrl})` : ''}`
  const guard = openGuard({ allow: config.crawlAllow })
  const fetcher = openFetcher(guard, { agentName })
  const base = {
    ...{ db: openDb(pool), blobs, now: systemClock, log, mailer },
    startBackup: nightly.start,
    fetchPage: fetcher.fetchPage,
  }
  const events: WorkerEvents = new EventEmitter()
  events.on('pool:create', ({ workerPool }) => {
    workerPool.id = holderOf(beat.id())
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
    log.error('jobs are not taken any more; this process ends')
    process.exit(1)
  }
  runner.promise.then(giveUp, giveUp)
  const renderer = openRenderer(guard, { chromium: config.chromium, agentName })
  const collector = await startCollector(
    { ...base, actor: systemActor, locale: 'zh-CN', reqId: 'collector', address: '' },
    { fetcher, agentName, renderer },
    { version, processId: beat.id() },
  )
  beat.start()
  const lack = await lackOfRoom(base.db, address.isPooled)
  if (lack) log.warn(lack)
  const searchKeeper = startSearchKeeper(
    { ...base, actor: systemActor, locale: 'zh-CN', reqId: 'search', address: '' },
    async ctx => collector.isBusy() || (await isWriting(ctx)),
  )
  const screeningKeeper = startScreeningKeeper({
    ...base,
    actor: systemActor,
    locale: 'zh-CN',
    reqId: 'screening',
    address: '',
  })
  const namesKeeper = startNamesKeeper({
    ...base,
    actor: systemActor,
    locale: 'zh-CN',
    reqId: 'names',
    address: '',
  })
  const listener = openListener(pool)
  const newsKeeper = startNewsKeeper(
    { ...base, actor: systemActor, locale: 'zh-CN', reqId: 'news', address: '' },
    listener,
  )
  const watch = watchOf(base, { dataDir: config.dataDir, metrics })
  const watchServer =
    config.workerPort === undefined
      ? undefined
      : await openWatchServer(
          config.workerPort,
          config,
          { ...watch, alive: beat.mayAct, contentType: metrics.registry.contentType },
          log,
        )
  return {
    stop: async () => {
      isStopping = true
      await watchServer?.stop()
      await Promise.all([collector.stop(), runner.stop(), searchKeeper.stop(), newsKeeper.stop(), listener.close()])
      await Promise.all([screeningKeeper.stop(), namesKeeper.stop()])
      await closeEngine()
      await Promise.all([fetcher.close(), renderer.close()])
      mailer?.close()
      nightly.stop()
      await beat.stop()
      await Promise.all([pool.end(), beatPool.end()])
    },
  }
}
