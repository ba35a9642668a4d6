import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import { openFileBlobs } from '#server/platform/blob/blobs.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { openDb, openPool } from '#server/platform/db/db.ts'

/** An empty database and an empty folder, as a restore requires; `close` removes both. */
export async function anEmptyTarget(ctx: Ctx) {
  const serverUrl = inject('databaseUrl')
  const name = `target_${randomUUID().replaceAll('-', '')}`
  const admin = openPool(serverUrl, { size: 1 })
  await admin.query(`create database ${name}`)
  const databaseUrl = serverUrl.replace(/postgres$/, name)
  const dataDir = await mkdtemp(join(tmpdir(), 'og-target-'))
  const pool = openPool(databaseUrl, { size: 2, command: 'test' })
  return {
    databaseUrl,
    dataDir,
    transferDir: join(dataDir, 'transfer'),
    pool,
    ctx: { ...ctx, db: openDb(pool), blobs: openFileBlobs(join(dataDir, 'blobs')) } satisfies Ctx,
    close: async () => {
      await pool.end()
      await admin.query(`drop database ${name} with (force)`)
      await admin.end()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
