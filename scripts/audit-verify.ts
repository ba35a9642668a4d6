// `npm run audit:verify [-- --expect ID:HASH]`: recomputes the chain of the audit trail; names the first entry that was
// changed, removed or put in, and ends with 1. `--expect` takes a link as it was printed or logged before.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { findSealHash, type TrailReport, verifyTrail } from '#server/features/audit/audit.ts'
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
    log: openLog(config, 'verify'),
    blobs: openBlobs(config),
    locale: 'en-US' as const,
    reqId: 'auditverifyaudit',
    address: '',
  }
  const report = await verifyTrail(ctx, entries => console.error(`  ${entries} entries verified`))
  const expected = /^(\d+):([0-9a-f]{64})$/.exec(process.argv[process.argv.indexOf('--expect') + 1] ?? '')
  const isExpected = !expected || (await findSealHash(ctx, Number(expected[1]))) === expected[2]
  await pool.end()
  if (isOurs) await stop()
  console.log(sentencesOf(report).join('\n'))
  if (!isExpected) console.log(`NOT THE SAME CHAIN: link ${expected?.[1]} is not the one that was noted.`)
  process.exit(report.fault || !isExpected ? 1 : 0)
} catch (error) {
  failAtStart(error)
}

function sentencesOf({ seals, entries, erased, unsealed, head, fault }: TrailReport): string[] {
  const said = {
    changed: 'was changed after it was sealed',
    missing: 'is missing',
    inserted: 'was put in among sealed entries',
    erased: 'was emptied, and no erasure tells of it',
    seal_changed: 'was changed',
    seal_missing: 'is missing',
  }
  return [
    `${entries} entries in ${seals} links verified, ${erased} of them emptied by erasures; ${unsealed} not sealed yet.`,
    ...(head ? [`The last link verified: ${head.id}:${head.hash} of ${head.at}`] : []),
    fault
      ? `BROKEN: ${fault.trail} ${fault.id} ${said[fault.kind]} (link ${fault.seal}).`
      : 'Nothing was changed, removed or put in.',
  ]
}
