import { mkdtemp, rm, statfs } from 'node:fs/promises'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { openPool } from '#server/platform/db/db.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { startPostgres } from '#server/platform/db/postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    databaseUrl: string
  }
}

const gigabyte = 2 ** 30

/** Memory where there is enough of it: some hundred databases are cloned in a run, 0.1 s each instead of seconds on a disk. */
async function databaseFolder(): Promise<string> {
  const memory = await statfs('/dev/shm').catch(() => undefined)
  const isEnough = memory && memory.bavail * memory.bsize > 8 * gigabyte && freemem() > 8 * gigabyte
  return isEnough ? '/dev/shm' : tmpdir()
}

/** Starts one PostgreSQL for the run, with the migrated database that each test file clones. */
export default async function setup(project: TestProject) {
  const folder = await mkdtemp(join(await databaseFolder(), 'og-test-'))
  const postgres = await startPostgres(folder, {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    max_connections: '300',
    max_wal_size: '512MB',
  })
  const admin = openPool(postgres.url, { size: 1 })
  await admin.query('create database template_og')
  const template = openPool(postgres.url.replace(/postgres$/, 'template_og'), { size: 3 })
  await migrate(template)
  await template.end()
  await admin.end()
  project.provide('databaseUrl', postgres.url)
  return async () => {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
