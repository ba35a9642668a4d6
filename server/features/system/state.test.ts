import { rm, writeFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { JobName } from '#contract/job.ts'
import { getSystem } from '#contract/system-state.api.ts'
import { measureLag } from '#server/features/coverage/coverage.service.ts'
import { addJob } from '#server/platform/jobs/jobs.ts'
import { quarantine } from '#server/platform/jobs/quarantine.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { measureSystem } from './state.ts'

const app = useTestApp()
const place = () => ({
  version: '1',
  dataDir: app.folder,
  blobDir: undefined,
  replicas: [],
  coverage: () => measureLag(app.ctx),
})

test('administrators read running, waiting and failed work; no part is missing', async () => {
  const admin = await app.as('admin')
  const state = await admin.get(getSystem)
  expect(Object.entries(state).filter(([, part]) => part === null)).toEqual([])
  expect(state.database).toMatchObject({ is_migrated: true })
  expect(state.disks?.[0]?.free_bytes).toBeGreaterThan(0)
  expect(state.troubles.map(trouble => trouble.code)).toContain('no_worker')
})

test("each replica is reported with this process's own experience of it", async () => {
  const met = (error: string | null) => ({ answered: 40, passedOver: 2, error, errorAgoMs: 60_000 })
  const replicas = [
    { name: 'db2:5432', lagSeconds: () => 0, record: () => met(null) },
    { name: 'db3:5432', lagSeconds: () => null, record: () => met('accepts no connection') },
  ]
  const state = await measureSystem(app.ctx, { ...place(), replicas })
  const counts = { answered: 40, passed_over: 2 }
  expect(state.replicas).toEqual([
    { name: 'db2:5432', lag_seconds: 0, ...counts, last_error: null, last_error_at: null },
    {
      ...{ name: 'db3:5432', lag_seconds: null, ...counts, last_error: 'accepts no connection' },
      last_error_at: new Date(Date.parse(state.at) - 60_000).toISOString(),
    },
  ])
})

test('waiting work is counted with its oldest instant; quarantined and abandoned work is included', async () => {
  await sql`insert into search_queue (noun, record_id, at) values ('person', 1, now() - interval '1 hour')`.execute(
    app.db,
  )
  await sql`insert into news (at, kind, noun, record_id) values (now() - interval '2 hours', 'changed', 'og', 1)`.execute(
    app.db,
  )
  await addJob(app.db, 'write_import' as JobName, { id: 1 }, { runAt: new Date('2026-01-01T00:00:00Z') })
  await addJob(app.db, 'a_job_𠮷' as JobName, {}, { maxAttempts: 1 })
  await sql`update graphile_worker._private_jobs set attempts = max_attempts
    where task_id in (select id from graphile_worker._private_tasks where identifier = 'a_job_𠮷')`.execute(app.db)
  await quarantine(app.ctx, 'search', { key: 'person:1', error: new Error('odd') })
  const state = await measureSystem(app.ctx, place())
  const queue = (name: string) => state.queues?.find(each => each.name === name)
  expect(queue('search')).toMatchObject({ waiting: expect.any(Number), oldest_at: expect.any(String) })
  expect(queue('news')?.waiting).toBe(1)
  expect(queue('job')).toMatchObject({ oldest_at: '2026-01-01T00:00:00.000Z' })
  expect(state.tasks?.find(task => task.name === 'a_job_𠮷')).toMatchObject({ failed: 1, waiting: 0, oldest_at: null })
  expect(state.set_aside).toEqual([{ queue: 'search', count: 1, first_at: expect.any(String) }])
  const codes = state.troubles.map(({ code, what }) => `${code} ${what ?? ''}`.trim())
  expect(codes).toEqual(expect.arrayContaining(['queue_stuck search', 'queue_stuck news', 'jobs_failed', 'set_aside']))
})

test('a backup counts as running as long as its process sends heartbeats; a silent one has failed', async () => {
  const backup = async () => (await measureSystem(app.ctx, place())).backup
  const at = (ago: number) => new Date(app.ctx.now().getTime() - ago).toISOString()
  const touched = at(90_000)
  await sql`insert into backup (cause, started_at, touched_at, file, is_encrypted)
    values ('nightly', ${at(3_600_000)}::timestamptz, ${touched}::timestamptz, '/backups/夜.tar.zst', false)`.execute(
    app.db,
  )
  expect(await backup()).toMatchObject({ is_running: true, failed_at: null })
  app.clock.advance(60_000)
  const state = await measureSystem(app.ctx, place())
  expect(state.backup).toMatchObject({
    is_running: false,
    failed_at: touched,
    error: 'The process ended before it was done.',
  })
  expect(state.troubles.map(trouble => trouble.code)).toContain('backup_failed')
  // The process was only suspended, or its clock was set: its heartbeat continues.
  await sql`update backup set touched_at = ${at(0)}::timestamptz`.execute(app.db)
  expect(await backup()).toMatchObject({ is_running: true, failed_at: null })
  await sql`delete from backup`.execute(app.db)
  app.clock.advance(-60_000)
})

test('one part that cannot be measured does not hide the others', async () => {
  const nowhere = `${app.folder}/a-file`
  await writeFile(nowhere, '')
  const state = await measureSystem(app.ctx, { ...place(), dataDir: `${nowhere}/below` })
  await rm(nowhere)
  expect(state.disks).toBeNull()
  expect(state.database).not.toBeNull()
  expect(state.troubles).toContainEqual({ code: 'unmeasured', what: 'disks', count: null, since: null })
})

test('requests within seconds share the last measurement', async () => {
  const admin = await app.as('admin')
  const first = await admin.get(getSystem)
  expect((await admin.get(getSystem)).at).toBe(first.at)
  app.clock.advance(6_000)
  expect((await admin.get(getSystem)).at).not.toBe(first.at)
  app.clock.advance(-3_600_000)
  expect(Date.parse((await admin.get(getSystem)).at)).toBeLessThan(Date.parse(first.at))
})
