import { expect, test, vi } from 'vitest'
import type { OddChildTask } from '#server/testing/odd-child.ts'
import { ChildLost, openChildren } from './children.ts'

const entry = new URL('../../testing/odd-child.ts', import.meta.url)
const open = (limits: { most?: number; patienceMs?: number; rssMb?: number; heapMb?: number } = {}) =>
  openChildren<OddChildTask, string, string>(entry, { most: 1, timeoutMs: 30_000, heapMb: 64, rssMb: 400, ...limits })
const nothing = () => {}

test('one process does one task after the other, and sends pieces before the result', async () => {
  const children = open()
  const pieces: string[] = []
  const run = (text: string) => children.run({ kind: 'echo', text }, piece => pieces.push(piece))
  expect(await Promise.all([run('a b'), run('c')])).toEqual(['a b', 'c'])
  expect(pieces).toEqual(['a', 'b', 'c'])
  const [pid] = children.pids()
  await expect(children.run({ kind: 'throw', text: 'own fault' }, nothing)).rejects.toThrow('own fault')
  expect(children.pids()).toEqual([pid])
})

test.each([
  ['buffers', 'memory'],
  ['heap', 'memory'],
  ['exit', 'ended'],
] as const)('a task of %s ends its own process only, and the next task is done', async (kind, why) => {
  const children = open()
  const lost = await children.run({ kind }, nothing).catch((error: unknown) => error)
  expect(lost).toBeInstanceOf(ChildLost)
  expect(lost).toMatchObject({ why })
  expect(await children.run({ kind: 'echo', text: 'on' }, nothing)).toBe('on')
})

test('a second process takes work that would wait for a long task, and is not started for short ones', async () => {
  const children = open({ most: 2, patienceMs: 200 })
  const short = Array.from({ length: 20 }, () => children.run({ kind: 'echo', text: 'short' }, nothing))
  expect(children.pids()).toHaveLength(1)
  await Promise.all(short)
  const long = children.run({ kind: 'loop' }, nothing).catch((error: unknown) => error)
  expect(await children.run({ kind: 'echo', text: 'beside it' }, nothing)).toBe('beside it')
  expect(children.pids()).toHaveLength(2)
  const first = children.pids()
  for (const pid of first) process.kill(pid, 'SIGKILL')
  // The long task was killed from outside: it is started once more, and not a third time.
  await vi.waitFor(() => expect(children.pids().filter(pid => !first.includes(pid))).toHaveLength(1), 20_000)
  for (const pid of children.pids()) process.kill(pid, 'SIGKILL')
  expect(await long).toMatchObject({ why: 'killed' })
})

test('an endless task is ended', async () => {
  const children = open()
  const lost = await children.run({ kind: 'loop' }, nothing, { timeoutMs: 50 }).catch((error: unknown) => error)
  expect(lost).toMatchObject({ why: 'time' })
  expect(children.pids()).toEqual([])
})

test('a task whose process is killed from outside still completes, and reports each piece once', async () => {
  const children = open()
  const pieces: string[] = []
  const made = children.run({ kind: 'slowly', text: 'a b c' }, piece => {
    pieces.push(piece)
    if (pieces.length === 2) for (const pid of children.pids()) process.kill(pid, 'SIGKILL')
  })
  expect(await made).toBe('a b c')
  expect(pieces).toEqual(['a', 'b', 'c'])
})
