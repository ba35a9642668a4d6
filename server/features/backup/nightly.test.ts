import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { setSystemSetting } from '#contract/system.api.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { endBackup, insertBackup } from './backup.queries.ts'
import { beginNightly, removeOldBackups } from './nightly.ts'

const test = useTestApp()
let folder: string
let begun = 0
let ctx: Ctx
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'og-nightly-'))
  ctx = { ...test.ctx, startBackup: () => (begun += 1) }
})
afterAll(() => rm(folder, { recursive: true, force: true }))
beforeEach(async () => {
  begun = 0
  await test.db.deleteFrom('backup').execute()
  await test.db.deleteFrom('system_setting').execute()
})

async function set(
  name: 'backup_nightly' | 'backup_hour' | 'backup_keep_days',
  value: boolean | number,
): Promise<void> {
  const admin = await test.as('admin')
  const { status } = await admin.call(setSystemSetting, { body: { name, value } })
  expect(status).toBe(200)
}

/** A backup that starts now, and has the given state. */
async function aBackup(
  name: string,
  state: 'done' | 'failed' | 'running',
  cause: 'nightly' | 'command' = 'nightly',
  host = hostname(),
) {
  const file = join(folder, name)
  await writeFile(file, name)
  const id = await insertBackup(ctx, { cause, file, host, isEncrypted: false })
  if (state === 'done') await endBackup(ctx, id, { state, bytes: 1, tables: 1, rows: 1, files: 0, lost: 0 })
  if (state === 'failed') await endBackup(ctx, id, { state, error: 'The disk is full.' })
}

it('does not start unless administrators enabled it', async () => {
  await beginNightly(ctx)
  expect(begun).toBe(0)
})

it('starts once a night, and again an hour later if it failed or its process was lost', async () => {
  await set('backup_nightly', true)
  await set('backup_hour', 18)
  test.clock.set('2026-11-21T17:07:00Z')
  await beginNightly(ctx)
  expect(begun).toBe(1)
  await aBackup('yesterday', 'done')
  await beginNightly(ctx)
  expect(begun).toBe(1)
  test.clock.set('2026-11-21T18:07:00Z')
  await beginNightly(ctx)
  expect(begun).toBe(2)
  await aBackup('failed', 'failed')
  await aBackup('lost', 'running')
  await beginNightly(ctx)
  expect(begun).toBe(2)
  test.clock.set('2026-11-21T19:07:00Z')
  await beginNightly(ctx)
  expect(begun).toBe(3)
  await aBackup('good', 'done')
  test.clock.set('2026-11-22T17:07:00Z')
  await beginNightly(ctx)
  expect(begun).toBe(3)
})

it('removes nightly backups after the retention period, but never the last good one', async () => {
  await set('backup_keep_days', 3)
  for (const entry of await readdir(folder)) await rm(join(folder, entry))
  test.clock.set('2026-11-01T18:07:00Z')
  await aBackup('first', 'done')
  await aBackup('by-hand', 'done', 'command')
  test.clock.set('2026-11-05T18:07:00Z')
  await aBackup('second', 'done')
  test.clock.set('2026-11-06T18:07:00Z')
  await aBackup('broken', 'failed')
  await removeOldBackups(ctx)
  expect((await readdir(folder)).sort()).toEqual(['broken', 'by-hand', 'second'])
  test.clock.set('2027-11-06T18:07:00Z')
  await removeOldBackups(ctx)
  expect((await readdir(folder)).sort()).toEqual(['broken', 'by-hand', 'second'])
})

it('does not treat a file on a disk of another machine as removed', async () => {
  await set('backup_keep_days', 3)
  test.clock.set('2028-01-01T18:07:00Z')
  await aBackup('elsewhere', 'done', 'nightly', 'another-machine')
  await rm(join(folder, 'elsewhere'))
  await aBackup('here', 'done')
  await rm(join(folder, 'here'))
  await aBackup('last', 'done')
  test.clock.set('2028-02-01T18:07:00Z')
  await removeOldBackups(ctx)
  const { rows } = await sql<{ host: string }>`select host from backup
    where removed_at is null and started_at > '2028-01-01' order by id`.execute(test.db)
  expect(rows.map(row => row.host)).toEqual(['another-machine', hostname()])
})
