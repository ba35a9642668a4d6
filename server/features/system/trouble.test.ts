import { describe, expect, test } from 'vitest'
import type { SystemState } from '#contract/system-state.api.ts'
import { troublesOf } from './trouble.ts'

const at = '2026-11-21T12:00:00.000Z'
const ago = (minutes: number) => new Date(Date.parse(at) - minutes * 60_000).toISOString()
const gigabyte = 1024 ** 3
const one = { id: 1, host: 'vm', pid: 7, version: '1', started_at: ago(60), last_at: ago(0), is_silent: false }
const api = { ...one, kind: 'api' as const }
const worker = { ...one, id: 2, kind: 'worker' as const }
const database = {
  version: '18',
  bytes: 1,
  connections: 20,
  max_connections: 100,
  migration: '0001-a',
  is_migrated: true,
}
const backup = { done_at: ago(600), bytes: 9, is_running: false, is_nightly: true, failed_at: null, error: null }
const byHand = { ...backup, is_nightly: false }
const rounds = { running: 1, overdue: 0, hosts_held: 1, hosts_backing_off: 0, collectors: 1, collectors_silent: 0 }
const well: Omit<SystemState, 'troubles'> = {
  at,
  version: '1',
  processes: [api, worker],
  database,
  replicas: [],
  disks: [{ name: 'data', free_bytes: 50 * gigabyte, total_bytes: 100 * gigabyte }],
  queues: [{ name: 'search', waiting: 3, oldest_at: ago(0) }],
  tasks: [],
  set_aside: [],
  rounds,
  mailboxes: { total: 0, failing: [], undecided: 0 },
  examiner: { ended_at: ago(600), recall: 0.97, drops: 0 },
  coverage: [{ part: 'search', waiting: 3, oldest_waiting_at: ago(1), different: 0, checked_at: ago(600) }],
  backup,
  seal: { last_at: ago(1), verified_at: ago(600), is_broken: false },
}
const task = { name: 'write_import', waiting: 0, running: 0, later: 0, failed: 2, oldest_at: null }
const found = (change: Partial<typeof well>) =>
  troublesOf({ ...well, ...change }).map(({ code, what }) => (what === null ? code : `${code} ${what}`))

test('coverage that lags for hours, or that the nightly check contradicts, is reported by its part', () => {
  const part = { part: 'screening' as const, waiting: 4, oldest_waiting_at: ago(119), different: 0, checked_at: null }
  expect(found({ coverage: [part] })).toEqual([])
  expect(found({ coverage: [{ ...part, oldest_waiting_at: ago(121) }] })).toEqual(['coverage_late screening'])
  expect(found({ coverage: [{ ...part, different: 1 }] })).toEqual(['coverage_differs screening'])
})

describe('the list of troubles', () => {
  test('is empty if everything is in order', () => {
    expect(found({})).toEqual([])
  })

  test.each<[string, Partial<typeof well>, string[]]>([
    ['no worker beats', { processes: [api, { ...worker, is_silent: true }] }, ['no_worker', 'process_silent']],
    ['a worker of another version', { processes: [api, { ...worker, version: '2' }] }, ['versions_differ 2']],
    ['a part that could not be measured', { database: null }, ['unmeasured database']],
    ['a database of an older version', { database: { ...database, is_migrated: false } }, ['schema_old 0001-a']],
    ['few connections left', { database: { ...database, connections: 95 } }, ['connections_many']],
    ['a small disk half empty', { disks: [{ name: 'data', free_bytes: gigabyte, total_bytes: 2 * gigabyte }] }, []],
    [
      'a disk nearly full',
      { disks: [{ name: 'data', free_bytes: gigabyte, total_bytes: 100 * gigabyte }] },
      ['disk_low data'],
    ],
    [
      'a disk as good as full',
      { disks: [{ name: 'blob', free_bytes: 1, total_bytes: 100 * gigabyte }] },
      ['disk_full blob'],
    ],
    ['a queue that is slow', { queues: [{ name: 'search', waiting: 3, oldest_at: ago(5) }] }, ['queue_slow search']],
    ['a queue that stands', { queues: [{ name: 'news', waiting: 3, oldest_at: ago(20) }] }, ['queue_stuck news']],
    ['pages that wait for their site', { queues: [{ name: 'page', waiting: 900, oldest_at: ago(120) }] }, []],
    ['jobs that gave up', { tasks: [task] }, ['jobs_failed']],
    ['things set aside', { set_aside: [{ queue: 'search', count: 1, first_at: ago(9) }] }, ['set_aside']],
    ['a silent collector', { rounds: { ...rounds, collectors_silent: 1 } }, ['collector_silent']],
    ['no backup ever', { backup: { ...backup, done_at: null } }, ['backup_none']],
    ['an old backup', { backup: { ...backup, done_at: ago(60 * 51) } }, ['backup_old']],
    ['no backup where none is made at night', { backup: { ...byHand, done_at: null } }, ['backup_off']],
    ['an old backup where none is made at night', { backup: { ...byHand, done_at: ago(60 * 51) } }, ['backup_off']],
    ['a fresh backup where none is made at night', { backup: byHand }, []],
    ['a failed backup by hand', { backup: { ...byHand, failed_at: ago(3), error: 'disk' } }, ['backup_failed']],
    ['a failed backup', { backup: { ...backup, failed_at: ago(3), error: 'disk' } }, ['backup_failed']],
    ['a trail that was changed', { seal: { last_at: null, verified_at: ago(9), is_broken: true } }, ['seal_broken']],
  ])('contains: %s', (_name, change, expected) => {
    expect(found(change)).toEqual(expected)
  })

  test('is sorted by severity', () => {
    expect(
      found({
        backup: { ...backup, done_at: null },
        seal: { last_at: null, verified_at: null, is_broken: true },
        tasks: [task],
        processes: [api],
      }),
    ).toEqual(['seal_broken', 'no_worker', 'jobs_failed', 'backup_none'])
  })

  test('a clock that was set back does not make anything old', () => {
    expect(found({ queues: [{ name: 'job', waiting: 1, oldest_at: ago(-600) }] })).toEqual([])
  })
})
