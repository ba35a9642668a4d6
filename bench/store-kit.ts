import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { openFileBlobs } from '#server/platform/blob/blobs.ts'
import { systemClock } from '#server/platform/clock.ts'
import { type Ctx, systemActor } from '#server/platform/ctx.ts'
import { openDb, openPool } from '#server/platform/db/db.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { startPostgres } from '#server/platform/db/postgres.ts'
import { openLog } from '#server/platform/log.ts'

type TestStore = { ctx: Ctx; pool: pg.Pool; close(): Promise<void> }

/** A fresh database and a fresh folder of blobs, both on the disk of the system's temporary folder. */
export async function openTestStore(): Promise<TestStore> {
  const folder = mkdtempSync(join(tmpdir(), 'og-bench-'))
  // PostgreSQL may run as a different user, who needs access.
  chmodSync(folder, 0o755)
  const postgres = await startPostgres(join(folder, 'postgres'))
  const pool = openPool(postgres.url, { size: 4 })
  await migrate(pool)
  const ctx: Ctx = {
    db: openDb(pool),
    actor: systemActor,
    now: systemClock,
    log: openLog({ logLevel: 'warn' }, 'bench'),
    blobs: openFileBlobs(join(folder, 'blobs')),
    locale: 'en-US',
    reqId: 'benchbenchbenchb',
    address: '',
  }
  const close = async () => {
    await pool.end()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  return { ctx, pool, close }
}
