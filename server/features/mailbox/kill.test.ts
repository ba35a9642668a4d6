import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import type * as contract from '#contract/mailbox.api.ts'
import { type Client, useTestApp } from '#server/testing/test-app.ts'
import { type FakeImap, openFakeImap } from './imap-testing.ts'
import { allowLoopback, aMailbox, fetchNow, message } from './testing.ts'

const app = useTestApp({ outboundAllow: allowLoopback })
let imap: FakeImap
let admin: Client
let box: contract.Mailbox
beforeAll(async () => {
  imap = await openFakeImap()
  admin = await app.as('admin')
  const { id: owner } = await app.as('editor')
  box = await aMailbox(admin, imap, { owner, after_read: 'flag' })
})
afterAll(() => imap.close())

const file = fileURLToPath(new URL('./kill-testing.ts', import.meta.url))
const stored = async () => (await app.db.selectFrom('upload_mail').select('subject').execute()).map(row => row.subject)

async function startWorker(): Promise<ChildProcess> {
  // The process has the clock of the machine.
  app.clock.set(new Date().toISOString())
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(app.db)
  const url = inject('databaseUrl').replace(/postgres$/, rows[0]?.name ?? '')
  return spawn(process.execPath, ['--disable-warning=ExperimentalWarning', file, url, app.folder, String(box.id)], {
    stdio: 'ignore',
  })
}

async function killed(worker: ChildProcess): Promise<void> {
  const exit = once(worker, 'exit')
  worker.kill('SIGKILL')
  await exit
}

/** The lease of the killed process is still valid; later it is not. */
async function takeOver(): Promise<void> {
  const before = imap.connections
  await fetchNow(app, box.id)
  expect(imap.connections).toBe(before)
  app.clock.advance(180_000)
  await fetchNow(app, box.id)
}

test('a message is taken once though the worker is killed before it commits', async () => {
  imap.add(message({ id: '<1@x>', subject: 'One' }))
  let worker: ChildProcess | undefined
  await app.db.transaction().execute(async trx => {
    await sql`select pg_advisory_xact_lock(hashtext('upload usage'))`.execute(trx)
    worker = await startWorker()
    const isWaiting = sql`select from pg_locks join pg_database on pg_database.oid = pg_locks.database
      where locktype = 'advisory' and not granted and datname = current_database()`
    await vi.waitFor(async () => expect((await isWaiting.execute(app.db)).rows).toHaveLength(1), {
      timeout: 20_000,
      interval: 20,
    })
    await killed(worker)
  })
  expect(await stored()).toEqual([])
  await takeOver()
  expect(await stored()).toEqual(['One'])
})

test('a message is flagged though the worker is killed after it commits', async () => {
  imap.add(message({ id: '<2@x>', subject: 'Two' }))
  const store = new Promise<void>(resolve => {
    imap.intercept = line => {
      if (!line.includes('STORE')) return false
      resolve()
      return true
    }
  })
  const worker = await startWorker()
  await store
  await killed(worker)
  imap.intercept = undefined
  expect(await stored()).toEqual(['One', 'Two'])
  await takeOver()
  expect(await stored()).toEqual(['One', 'Two'])
  expect(imap.inbox().map(each => each.flags.has('\\Flagged'))).toEqual([true, true])
})
