import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '#web/platform/api.ts'
import type { ReportText } from '../report-text.ts'
import { type DraftState, makeDraftSaver } from './draft-keeper.ts'

const words = (title: string): ReportText => ({ title, summary: null, body: { type: 'doc', content: [] } })
const failure = (status: number) => new ApiError({ status, code: status, message: 'no', errors: [] })

let now = words('a')
let sent: string[] = []
let here: string | null = null
let states: DraftState[] = []
let answer: () => Promise<{ saved_at: string }>
let isComposing = false

const keeper = () =>
  makeDraftSaver({
    read: () => now,
    send: given => {
      sent.push(given.title)
      return answer()
    },
    keepHere: given => {
      here = given.title
      return true
    },
    forgetHere: () => {
      here = null
    },
    isComposing: () => isComposing,
    onState: state => void states.push(state),
  })

beforeEach(() => {
  vi.useFakeTimers()
  now = words('a')
  sent = []
  here = null
  states = []
  isComposing = false
  answer = async () => ({ saved_at: '2026-11-21T14:05:00.000Z' })
})
afterEach(() => vi.useRealTimers())

test('sends a draft once, after three seconds without a key', async () => {
  const draft = keeper()
  draft.touch()
  await vi.advanceTimersByTimeAsync(2_900)
  now = words('b')
  draft.touch()
  await vi.advanceTimersByTimeAsync(2_900)
  expect(sent).toEqual([])
  await vi.advanceTimersByTimeAsync(200)
  expect(sent).toEqual(['b'])
  expect(states.at(-1)).toEqual({ kind: 'saved', at: '2026-11-21T14:05:00.000Z' })
  expect(draft.isUnsafe()).toBe(false)
})

test('sends nothing during a composition, and everything after it', async () => {
  const draft = keeper()
  isComposing = true
  draft.touch()
  await vi.advanceTimersByTimeAsync(20_000)
  expect(sent).toEqual([])
  expect(draft.isUnsafe()).toBe(true)
  isComposing = false
  await vi.advanceTimersByTimeAsync(600)
  expect(sent).toEqual(['a'])
})

test('stores the words in the browser without a network, and sends them when it is back', async () => {
  const draft = keeper()
  answer = () => Promise.reject(failure(0))
  draft.touch()
  await vi.advanceTimersByTimeAsync(3_000)
  expect(here).toBe('a')
  expect(states.at(-1)).toEqual({ kind: 'offline', isKept: true })
  answer = async () => ({ saved_at: '2026-11-21T14:06:00.000Z' })
  await vi.advanceTimersByTimeAsync(10_000)
  expect(sent).toEqual(['a', 'a'])
  expect(here).toBeNull()
  expect(states.at(-1)).toMatchObject({ kind: 'saved' })
})

test('stores refused words in the browser and reports that, and does not retry automatically', async () => {
  const draft = keeper()
  answer = () => Promise.reject(failure(413))
  draft.touch()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(sent).toEqual(['a'])
  expect(here).toBe('a')
  expect(states.at(-1)).toMatchObject({ kind: 'refused', isKept: true })
  expect(draft.isUnsafe()).toBe(true)
})

test('treats words typed while a draft is sent as another draft', async () => {
  const draft = keeper()
  let arrive: () => unknown = () => undefined
  answer = () => new Promise(resolve => (arrive = () => resolve({ saved_at: '2026-11-21T14:05:00.000Z' })))
  draft.touch()
  await vi.advanceTimersByTimeAsync(3_000)
  now = words('b')
  draft.touch()
  arrive()
  await vi.advanceTimersByTimeAsync(0)
  expect(states.at(-1)).toEqual({ kind: 'unsaved' })
  await vi.advanceTimersByTimeAsync(3_000)
  expect(sent).toEqual(['a', 'b'])
})

test('stores and sends unsent words on leaving', async () => {
  const draft = keeper()
  draft.touch()
  draft.stop()
  expect(here).toBe('a')
  await vi.advanceTimersByTimeAsync(0)
  expect(sent).toEqual(['a'])
  expect(here).toBeNull()
})
