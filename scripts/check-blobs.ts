// `npm run blob:check [-- --repair]`: reads every stored capture back and compares its hash. Works while the product runs.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type BlobReport, checkBlobs } from '#server/features/page/blob-check.ts'
import { openBlobs } from '#server/platform/blobs.ts'
import { systemClock } from '#server/platform/clock.ts'
import { readConfig } from '#server/platform/config.ts'
import { systemActor } from '#server/platform/ctx.ts'
import { openDb, openPool } from '#server/platform/db.ts'
import { openLog } from '#server/platform/log.ts'
import { reachableDataDir, startPostgres } from '#server/platform/postgres.ts'
import { failAtStart } from '#server/platform/process.ts'

/** Held by a running console (server/up.ts): then its PostgreSQL is not ours to stop. */
const consoleLock = 727_002

try {
  const config = readConfig()
  let stop = async () => {}
  if (!config.databaseUrl) {
    config.dataDir = await reachableDataDir(config.dataDir, config.isDataDirChosen)
    if (!existsSync(join(config.dataDir, 'postgres'))) throw new Error(`There is no database in ${config.dataDir}.`)
    const postgres = await startPostgres(join(config.dataDir, 'postgres'))
    config.databaseUrl = postgres.url
    stop = postgres.stop
  }
  const pool = openPool(config.databaseUrl, { size: 2, statementTimeoutMs: 600_000 })
  const { rows } = await pool.query('select pg_try_advisory_lock($1) as is_free', [consoleLock])
  const isOurs = rows[0].is_free
  const ctx = {
    db: openDb(pool),
    actor: systemActor,
    now: systemClock,
    log: openLog(config, 'check'),
    blobs: openBlobs(config),
    locale: 'en-US' as const,
    reqId: 'blobcheckblobche',
    address: '',
  }
  const report = await checkBlobs(ctx, {
    repair: process.argv.includes('--repair'),
    onProgress: contents => console.error(`  ${contents} read`),
  })
  await pool.end()
  if (isOurs) await stop()
  console.log(sentencesOf(report).join('\n'))
  process.exit(report.lost > 0 ? 1 : 0)
} catch (error) {
  failAtStart(error)
}

function sentencesOf(report: BlobReport): string[] {
  const mb = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`
  const all: [number, string][] = [
    [report.contents, `${report.contents} contents, ${mb(report.verified_bytes)} read back and verified`],
    [
      report.packs,
      `${report.packs} packs, ${mb(report.pack_bytes)}, of which ${mb(report.idle_bytes)} nothing points to (${report.idle_packs} whole packs, ${mb(report.torn_bytes)} behind the last content of one)`,
    ],
    [report.unneeded, `${report.unneeded} contents that no version shows`],
    [report.damaged, `${report.damaged} damaged`],
    [report.missing, `${report.missing} missing`],
    [report.orphaned, `${report.orphaned} that build on one of these`],
    [report.relinked, `${report.relinked} found again elsewhere`],
    [report.whole_again, `${report.whole_again} readable that had been called lost`],
    [report.removed, `${report.removed} contents removed`],
    [report.removed_packs, `${report.removed_packs} packs removed`],
    [report.rewritten_packs, `${report.rewritten_packs} packs written anew`],
  ]
  return [
    ...all.filter(([count]) => count > 0).map(([, sentence]) => sentence),
    report.lost > 0
      ? `${report.lost} LOST: their versions keep their facts, and can be fetched no more`
      : 'Nothing is lost.',
  ]
}
