import { sql } from 'kysely'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { endLeases } from '#server/features/crawl/host.queries.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { openPool } from '../db/db.ts'
import { addJob } from '../jobs/jobs.ts'
import {
  findProcesses,
  type HeartbeatOptions,
  heartbeatMs,
  holderOf,
  lostAfterMs,
  mutedAfterMs,
  openHeartbeat,
} from './heartbeat.ts'

const test = useTestApp()

/** A process whose clock the test advances. */
async function aProcess(options: Partial<HeartbeatOptions> = {}) {
  let at = 1_000_000
  const heartbeat = await openHeartbeat(test.db, {
    kind: 'worker',
    version: 'test',
    log: test.ctx.log,
    clock: () => at,
    ...options,
  })
  onTestFinished(() => heartbeat.stop())
  return {
    ...heartbeat,
    sleep: (ms: number) => {
      at += ms
    },
    /** Advances the clock by `ms` and sends each heartbeat that is due. */
    live: async (ms: number) => {
      for (let left = ms; left > 0; left -= heartbeatMs) {
        at += heartbeatMs
        await heartbeat.tick()
      }
    },
  }
}

const alive = async () => (await findProcesses(test.db)).map(process => process.id)

/** A job that a worker has locked. */
async function aJobHeldBy(id: number, queue?: string): Promise<string> {
  const key = `held-${id}-${queue ?? ''}`
  await addJob(test.db, 'tell_news', {}, { key, ...(queue && { queue }) })
  await sql`update graphile_worker._private_jobs set locked_by = ${holderOf(id)}, locked_at = now(), attempts = attempts + 1
    where key = ${key}`.execute(test.db)
  await sql`update graphile_worker._private_job_queues set locked_by = ${holderOf(id)}, locked_at = now()
    where queue_name = ${queue ?? null}`.execute(test.db)
  return key
}
const jobOf = async (key: string) =>
  (await sql`select locked_by, attempts, max_attempts from graphile_worker.jobs where key = ${key}`.execute(test.db))
    .rows[0]

describe('heartbeats', () => {
  it('show the running processes, and drop those that end', async () => {
    const one = await aProcess()
    const other = await aProcess({ kind: 'api' })
    const shown = (await findProcesses(test.db)).filter(({ id }) => [one.id(), other.id()].includes(id))
    expect(shown.map(({ kind, pid, version }) => ({ kind, pid, version }))).toEqual([
      { kind: 'api', pid: process.pid, version: 'test' },
      { kind: 'worker', pid: process.pid, version: 'test' },
    ])
    await one.stop()
    expect(await alive()).not.toContain(one.id())
  })

  it('of a silent process are removed in time, and its jobs and queues are free for others', async () => {
    const noticer = await aProcess()
    const silent = await aProcess()
    const key = await aJobHeldBy(silent.id())
    const queued = await aJobHeldBy(silent.id(), 'one-by-one')
    const own = await aJobHeldBy(noticer.id())
    await noticer.live(lostAfterMs - heartbeatMs)
    expect(await alive()).toContain(silent.id())
    await noticer.live(2 * heartbeatMs)
    expect(await alive()).not.toContain(silent.id())
    expect(await alive()).toContain(noticer.id())
    expect(await jobOf(key)).toMatchObject({ locked_by: null })
    expect(await jobOf(queued)).toMatchObject({ locked_by: null })
    expect(await jobOf(own)).toMatchObject({ locked_by: holderOf(noticer.id()) })
    const queues = await sql`select 1 from graphile_worker._private_job_queues
      where locked_by = ${holderOf(silent.id())}`.execute(test.db)
    expect(queues.rows).toEqual([])
  })

  it('the next heartbeat frees the work of a process that ended without releasing it', async () => {
    const gone = await aProcess()
    const other = await aProcess()
    const orphaned = await aJobHeldBy(gone.id(), 'orphaned')
    const own = await aJobHeldBy(other.id())
    await sql`delete from process_beat where id = ${gone.id()}`.execute(test.db)
    await other.live(heartbeatMs)
    expect(await jobOf(orphaned)).toMatchObject({ locked_by: null })
    expect(await jobOf(own)).toMatchObject({ locked_by: holderOf(other.id()) })
  })

  it('distinguish late processes from dead ones, whatever the clocks of the machines show', async () => {
    const noticer = await aProcess()
    const late = await aProcess()
    await noticer.live(lostAfterMs - heartbeatMs)
    await late.tick()
    await noticer.live(lostAfterMs - heartbeatMs)
    // A clock that jumps makes every heartbeat look old; only a heartbeat that does not move counts as silence.
    await sql`update process_beat set last_at = last_at - interval '1 day' where id = ${late.id()}`.execute(test.db)
    await noticer.live(lostAfterMs - heartbeatMs)
    await sql`update process_beat set last_at = last_at + interval '2 days' where id = ${late.id()}`.execute(test.db)
    await noticer.live(lostAfterMs - heartbeatMs)
    expect(await alive()).toContain(late.id())
  })

  it('are not judged by a process that was itself suspended', async () => {
    const noticer = await aProcess()
    const other = await aProcess()
    await noticer.live(2 * heartbeatMs)
    noticer.sleep(10 * lostAfterMs)
    await noticer.live(heartbeatMs)
    expect(await alive()).toContain(other.id())
  })

  it('free the work of a lost process once, even if two processes notice at the same time', async () => {
    const reported: number[][] = []
    const onLost: HeartbeatOptions['onLost'] = async (_db, ids) => void reported.push(ids)
    const noticers = [await aProcess({ onLost }), await aProcess({ kind: 'api', onLost })]
    const silent = await aProcess()
    for (let left = lostAfterMs + 2 * heartbeatMs; left > 0; left -= heartbeatMs)
      await Promise.all(noticers.map(noticer => noticer.live(heartbeatMs)))
    expect(reported.filter(ids => ids.includes(silent.id()))).toHaveLength(1)
  })

  it('keep a process that may have been replaced from touching anything', async () => {
    const ends: string[] = []
    const paused = await aProcess({ onTaken: () => void ends.push('taken') })
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(test.db)
    const url = inject('databaseUrl').replace(/postgres$/, String(rows[0]?.name))
    const pool = openPool(url, { size: 1, mayAct: paused.mayAct })
    onTestFinished(() => pool.end())
    expect((await pool.query('select 1 as n')).rows).toEqual([{ n: 1 }])
    const client = await pool.connect()
    await client.query('begin')
    paused.sleep(mutedAfterMs + 1)
    await expect((async () => client.query('commit'))()).rejects.toThrow('silent for too long')
    await client.query('rollback')
    client.release()
    // No other process has replaced it: it continues.
    await paused.tick()
    expect((await pool.query('select 1 as n')).rows).toEqual([{ n: 1 }])
    const noticer = await aProcess()
    await noticer.live(lostAfterMs + 2 * heartbeatMs)
    paused.sleep(mutedAfterMs + 1)
    await paused.tick()
    expect(ends).toEqual(['taken'])
    await expect((async () => pool.query('select 1 as n'))()).rejects.toThrow('silent for too long')
  })

  it('start again under a new id for an API that was suspended: it holds no work', async () => {
    const api = await aProcess({ kind: 'api' })
    const before = api.id()
    const noticer = await aProcess()
    await noticer.live(lostAfterMs + 2 * heartbeatMs)
    await api.tick()
    expect(api.id()).not.toBe(before)
    expect(await alive()).toContain(api.id())
  })

  it('free a job whose worker was killed, up to a limit of times', async () => {
    const noticer = await aProcess()
    const lose = async (attempts: number) => {
      const silent = await aProcess()
      const key = await aJobHeldBy(silent.id())
      await sql`update graphile_worker._private_jobs set attempts = ${attempts}::int where key = ${key}`.execute(
        test.db,
      )
      await noticer.live(lostAfterMs + 2 * heartbeatMs)
      return await jobOf(key)
    }
    expect(await lose(5)).toMatchObject({ locked_by: null, attempts: 5, max_attempts: 6 })
    expect(await lose(25)).toMatchObject({ locked_by: null, attempts: 25, max_attempts: 5 })
  })

  it('end the leases of a lost crawler with its process', async () => {
    const noticer = await aProcess({ onLost: endLeases })
    const silent = await aProcess()
    const host = `host-${silent.id()}.example`
    await sql`with made as (insert into device (name, host, version, process_id, started_at, last_seen_at)
        values ('collector', 'machine', 'test', ${silent.id()}, now(), now()) returning id)
      insert into host_clock (host, device_id, lease_until, next_at)
        select ${host}, id, now() + interval '1 minute', now() from made`.execute(test.db)
    await noticer.live(lostAfterMs + 2 * heartbeatMs)
    const { rows } = await sql`select lease_until < now() as is_over from host_clock where host = ${host}`.execute(
      test.db,
    )
    expect(rows).toEqual([{ is_over: true }])
  })
})
