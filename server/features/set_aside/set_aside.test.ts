import type { TaskList } from 'graphile-worker'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { listAudit } from '#contract/audit.api.ts'
import type { JobName } from '#contract/job.ts'
import { dropSetAside, listSetAside, type QuarantinedItem, retrySetAside } from '#contract/set_aside.api.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { addJob } from '#server/platform/jobs/jobs.ts'
import { claimDue, pauseAfter, quarantine, type Retries, releaseQuarantined } from '#server/platform/jobs/quarantine.ts'
import { runJob } from '#server/platform/jobs/run-job.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { quarantineJobs } from './set_aside.jobs.ts'

const app = useTestApp()

async function rows(queue: string): Promise<QuarantinedItem[]> {
  const found = await sql<QuarantinedItem>`select * from set_aside where queue = ${queue} order by id`.execute(app.db)
  return found.rows
}
const retryAll = (retries: Retries, id?: number) =>
  quarantineJobs(retries).retry_set_aside!(app.ctx, id === undefined ? {} : { id }, { signal: undefined })

describe('a quarantined item', () => {
  test('is one row however often it fails, with increasing pauses', async () => {
    for (const error of [new Error('first'), new Error('second')])
      await quarantine(app.ctx, 'search', { key: 'person:1', detail: { id: 1 }, error })
    const [row, ...more] = await rows('search')
    expect(more).toEqual([])
    expect(row).toMatchObject({ key: 'person:1', attempts: 2, error: 'Error: second', detail: { id: 1 } })
    expect(Date.parse(row!.next_at!) - Date.parse(row!.last_at)).toBe(pauseAfter(2))
    expect([1, 2, 3, 9].map(pauseAfter)).toEqual([60_000, 240_000, 960_000, 86_400_000])
    await releaseQuarantined(app.ctx, 'search', ['person:1'])
    expect(await rows('search')).toEqual([])
  })

  test('accepts errors and details that the database could not store', async () => {
    const half = '𠮷'.slice(0, 1)
    await quarantine(app.ctx, 'news', { key: `a${half}`, detail: { name: `${half}\u0000` }, error: `${half}\u0000` })
    expect(await rows('news')).toMatchObject([
      { key: 'a\ufffd', detail: { name: '\ufffd\ufffd' }, error: '\ufffd\ufffd' },
    ])
    await releaseQuarantined(app.ctx, 'news', [`a${half}`])
    expect(await rows('news')).toEqual([])
  })

  test('is retried when it is due, independently: one that fails again does not block others', async () => {
    for (const key of ['bad', 'good']) await quarantine(app.ctx, 'judge', { key, error: 'x' })
    const tried: string[] = []
    const retries: Retries = {
      judge: async (_ctx, { key }) => {
        tried.push(key)
        if (key === 'bad') throw new Error('still bad')
        return undefined
      },
    }
    await retryAll(retries)
    expect(tried).toEqual([])
    app.clock.advance(60_001)
    await retryAll(retries)
    expect(tried.toSorted()).toEqual(['bad', 'good'])
    expect(await rows('judge')).toMatchObject([{ key: 'bad', attempts: 2, error: 'Error: still bad' }])
    await retryAll(retries)
    expect(tried).toHaveLength(2)
    await releaseQuarantined(app.ctx, 'judge', ['bad'])
  })

  test('is postponed before it is retried, so that an item that kills the process does not kill the next one at once', async () => {
    await quarantine(app.ctx, 'mail', { key: 'deadly', error: 'x' })
    app.clock.advance(60_001)
    expect(await claimDue(app.ctx, 10)).toMatchObject([{ key: 'deadly', attempts: 2 }])
    expect(await claimDue(app.ctx, 10)).toEqual([])
    await releaseQuarantined(app.ctx, 'mail', ['deadly'])
  })
})

describe('an administrator', () => {
  test('reads the list, has one item retried now, and drops one; the audit log records both acts', async () => {
    const admin = await app.as('admin')
    for (const key of ['one', 'two']) await quarantine(app.ctx, 'rescan', { key, error: new Error(`why ${key}`) })
    const list = await admin.get(listSetAside, { query: { queue: ['rescan'], keyword: 'why' } })
    expect(list).toMatchObject({ total: 2, items: [{ key: 'two' }, { key: 'one', error: 'Error: why one' }] })
    const [two, one] = list.items as [QuarantinedItem, QuarantinedItem]
    await admin.get(retrySetAside, { params: { id: String(one.id) } })
    await admin.get(dropSetAside, { params: { id: String(two.id) } })
    expect((await admin.call(dropSetAside, { params: { id: String(two.id) } })).status).toBe(404)
    expect((await admin.call(retrySetAside, { params: { id: String(two.id) } })).status).toBe(404)
    await retryAll({ rescan: async () => undefined }, one.id)
    expect(await rows('rescan')).toEqual([])
    const trail = await admin.get(listAudit, { query: { noun: ['set_aside'] } })
    expect(trail.items.map(entry => [entry.act, entry.detail])).toEqual([
      ['drop', { queue: 'rescan', key: 'two' }],
      ['retry', { queue: 'rescan', key: 'one' }],
    ])
  })
})

describe('a job', () => {
  const work = async (list: Record<string, (ctx: Ctx) => Promise<void>>) => {
    const taskList: TaskList = Object.fromEntries(
      Object.entries(list).map(([name, run]) => [name, (_, { job }) => runJob(app.ctx, job, () => run(app.ctx))]),
    )
    await app.drainJobs(taskList)
  }
  const waiting = async () => {
    const found = await sql<{ task_identifier: string; attempts: number }>`select task_identifier, attempts
      from graphile_worker.jobs where task_identifier = 'odd_job'`.execute(app.db)
    return found.rows
  }

  test('that failed is quarantined and put back into its queue, until it succeeds', async () => {
    let isBroken = true
    const list = {
      odd_job: async () => {
        if (isBroken) throw new Error('out of order')
      },
    }
    await addJob(app.db, 'odd_job' as JobName, { what: 7 }, { maxAttempts: 1, key: 'odd:7' })
    await work(list)
    expect(await waiting()).toEqual([])
    expect(await rows('job')).toMatchObject([
      { key: 'odd_job:odd:7', error: 'Error: out of order', detail: { task: 'odd_job', payload: { what: 7 } } },
    ])
    app.clock.advance(60_001)
    await retryAll({})
    await work(list)
    expect(await rows('job')).toMatchObject([{ key: 'odd_job:odd:7', attempts: 2 }])
    isBroken = false
    app.clock.advance(pauseAfter(2) + 1)
    await retryAll({})
    await work(list)
    expect(await rows('job')).toEqual([])
    expect(await waiting()).toEqual([])
  })

  test('whose worker was killed in its last attempt is found and quarantined', async () => {
    await addJob(app.db, 'odd_job' as JobName, {}, { maxAttempts: 1, key: 'odd:8' })
    await sql`update graphile_worker._private_jobs set attempts = 1 where key = 'odd:8'`.execute(app.db)
    await retryAll({})
    expect(await waiting()).toEqual([])
    expect(await rows('job')).toMatchObject([{ key: 'odd_job:odd:8', error: 'its worker was killed' }])
    await releaseQuarantined(app.ctx, 'job', ['odd_job:odd:8'])
  })
})
