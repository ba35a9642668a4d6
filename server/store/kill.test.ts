import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { openFileBlobs } from '#server/platform/blob/blobs.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { checkBlobs } from './check.ts'
import { getCapture } from './store.ts'

const test = useTestApp()
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'og-kill-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Stores versions of eight pages at a time, and prints each hash once its transaction is committed. */
const writer = `
  import { putCapture } from '#server/store/store.ts'
  import { openFileBlobs } from '#server/platform/blob/blobs.ts'
  import { openDb, openPool } from '#server/platform/db/db.ts'
  const db = openDb(openPool(process.argv[1], { size: 8 }))
  const ctx = { blobs: openFileBlobs(process.argv[2]), now: () => new Date(), log: console }
  const noise = Array.from({ length: 2_000 }, (_, line) => '<p>' + Math.random() + line + '</p>')
  await Promise.all(Array.from({ length: 8 }, async (_, page) => {
    let previous
    for (let version = 0; ; version += 1) {
      const raw = Buffer.from(noise.with(version % 2_000, process.pid + ' ' + page + ' ' + version).join(''))
      const put = await db.transaction().execute(db => putCapture({ ...ctx, db }, raw, previous))
      previous = put.hash
      process.stdout.write(put.hash.toString('hex') + '\\n')
    }
  }))`

async function writeAndKill(url: string, after: number): Promise<string[]> {
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', '--input-type=module-typescript', '--eval', writer, url, folder],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const reported: string[] = []
  for await (const hash of createInterface({ input: child.stdout })) {
    reported.push(hash)
    if (reported.length === after) child.kill('SIGKILL')
  }
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  return reported
}

it('everything acknowledged is there after kill -9, and nothing else is reported as stored', async () => {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(test.db)
  const url = inject('databaseUrl').replace(/postgres$/, rows[0]?.name ?? '')
  const ctx = { ...test.ctx, blobs: openFileBlobs(folder) }
  for (const after of [1, 9, 40, 133]) {
    const reported = await writeAndKill(url, after)
    expect(reported.length).toBeGreaterThanOrEqual(after)
    for (const hash of reported) await getCapture(ctx, Buffer.from(hash, 'hex'))
  }
  expect(await checkBlobs(ctx)).toMatchObject({ lost: 0, damaged: 0, missing: 0 })
})
