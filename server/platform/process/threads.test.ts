import { afterEach, expect, test } from 'vitest'
import type { OddThreadTask } from '#server/testing/odd-thread.ts'
import { openThreads, type ThreadLimits, ThreadLost, type Threads } from './threads.ts'

const entry = new URL('../../testing/odd-thread.ts', import.meta.url)
let threads: Threads<OddThreadTask, unknown>
const open = (limits: Partial<ThreadLimits> = {}) => {
  threads = openThreads(entry, { most: 2, timeoutMs: 20_000, ...limits })
  return threads
}
afterEach(() => threads.close())
const lost = (why: ThreadLost['why']) => expect.objectContaining({ why }) as ThreadLost

test('a task is answered, and its thread is reused', async () => {
  const { run, count } = open({ most: 1, data: 'given' })
  expect(await run({ echo: '路口' })).toEqual({ echo: '路口', data: 'given' })
  expect(await run({ echo: 2 })).toEqual({ echo: 2, data: 'given' })
  expect(count()).toBe(1)
})

test('a message of Node.js itself, as under --watch, does not count as an answer', async () => {
  const { run } = open({ most: 1 })
  expect(await run({ echo: 1, isReportedFirst: true })).toMatchObject({ echo: 1 })
})

test('fifty concurrent tasks wait for the few threads, and each caller gets its own result', async () => {
  const { run, count } = open()
  const answers = Promise.all(Array.from({ length: 50 }, (_, nth) => run({ echo: nth })))
  expect(count()).toBe(2)
  expect((await answers).map(answer => (answer as { echo: number }).echo)).toEqual(
    Array.from({ length: 50 }, (_, nth) => nth),
  )
})

test('an endless task is ended, and the next one gets a new thread', async () => {
  const { run } = open({ most: 1 })
  const hanging = run('hang', 200)
  const next = run({ echo: 'next' })
  await expect(hanging).rejects.toEqual(lost('time'))
  expect(await next).toMatchObject({ echo: 'next' })
})

test('a thread that dies fails only its own task', async () => {
  const { run } = open({ most: 1 })
  const results = await Promise.allSettled([run({ echo: 1 }), run('die'), run({ echo: 2 })])
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect((results[1] as PromiseRejectedResult).reason).toBeInstanceOf(ThreadLost)
})

test.each(['fill', 'fill at once'] as const)(
  'a task that uses too much memory (%s) is ended, and the process survives',
  async task => {
    const { run } = open({ most: 1, heapMb: 48 })
    await expect(run(task)).rejects.toEqual(lost('memory'))
    expect(await run({ echo: 'alive' })).toMatchObject({ echo: 'alive' })
  },
)

test('an error thrown by a task, or a task that cannot be sent, is reported; the thread continues', async () => {
  const { run, count } = open({ most: 1 })
  await expect(run('throw')).rejects.toThrow('as told')
  await expect(run({ echo: () => 1 })).rejects.toThrow(/could not be cloned/)
  expect(await run({ echo: 1 })).toMatchObject({ echo: 1 })
  expect(count()).toBe(1)
})

test('an idle thread ends automatically', async () => {
  const { run, count } = open({ idleMs: 1 })
  await run({ echo: 1 })
  await expect.poll(count).toBe(0)
})

test('a missing file fails its tasks, one by one', async () => {
  threads = openThreads(new URL('./no-such-thread.ts', import.meta.url), { most: 1, timeoutMs: 1_000 })
  const results = await Promise.allSettled([threads.run({ echo: 1 }), threads.run({ echo: 2 })])
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
})

test('closing fails unfinished tasks', async () => {
  const { run, close } = open({ most: 1 })
  const results = Promise.allSettled([run('hang'), run({ echo: 1 })])
  await close()
  expect((await results).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
})
