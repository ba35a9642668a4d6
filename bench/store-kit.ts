import { chmodSync, globSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type pg from 'pg'
import { openFileBlobs } from '#server/platform/blob/blobs.ts'
import { systemClock } from '#server/platform/clock.ts'
import { type Ctx, systemActor } from '#server/platform/ctx.ts'
import { openDb, openPool } from '#server/platform/db/db.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { startPostgres } from '#server/platform/db/postgres.ts'
import { openLog } from '#server/platform/log.ts'
import { readCaptures, readLabels } from './captures.ts'

export type TestStore = { ctx: Ctx; pool: pg.Pool; folder: string; blobs: string; close(): Promise<void> }

/** A fresh database and a fresh folder of blobs, both on the disk of the system's temporary folder. */
export async function openTestStore(): Promise<TestStore> {
  const folder = mkdtempSync(join(tmpdir(), 'og-bench-'))
  // PostgreSQL may run as a different user, who needs access.
  chmodSync(folder, 0o755)
  const postgres = await startPostgres(join(folder, 'postgres'))
  const pool = openPool(postgres.url, { size: 4 })
  await migrate(pool)
  const blobs = join(folder, 'blobs')
  const ctx: Ctx = {
    db: openDb(pool),
    actor: systemActor,
    now: systemClock,
    log: openLog({ logLevel: 'warn' }, 'bench'),
    blobs: openFileBlobs(blobs),
    locale: 'en-US',
    reqId: 'benchbenchbenchb',
    address: '',
  }
  const close = async () => {
    await pool.end()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  return { ctx, pool, folder, blobs, close }
}

type Recorded = { commit: string; fetched_at: string; url: string; html: string }
export type Judged = { page: string; url: string; at: Date; html: string }

const endOfRecords = Date.parse('2026-06-25T12:00Z')

/** Files of recorded captures, one per page. */
export function pageFiles(data: string): string[] {
  return globSync(join(data, '*.ndjson.zst')).sort()
}

/** The captures of a page's window that its labels do not exclude; all of them if there are no labels. */
export async function* judgedCaptures(data: string, file: string): AsyncGenerator<Judged> {
  const page = basename(file, '.ndjson.zst')
  const labels = globSync(join(data, 'labels.tsv'))
    .flatMap(readLabels)
    .filter(label => label.page === page)
  const from = Date.parse(labels.find(label => label.kind === 'first')?.date ?? labels[0]?.date ?? '1970')
  const skipped = new Set(labels.filter(label => label.kind !== 'change').map(label => label.commit))
  const own = `https://${page.toLowerCase().replaceAll('_', '-')}.invalid/`
  for await (const { commit, fetched_at, url, html } of readCaptures<Recorded>(file)) {
    const at = new Date(fetched_at)
    if (skipped.has(commit) || at.getTime() < from || at.getTime() > endOfRecords) continue
    yield { page, url: url || own, at, html }
  }
}
