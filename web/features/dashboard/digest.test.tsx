import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { clearBriefEvent, dashboardBrief } from '#contract/dashboard.api.ts'
import { bulkDiff, countDiffs, type Diff, listDiffs, updateDiff } from '#contract/diff.api.ts'
import type { EventSummary } from '#contract/event-view.api.ts'
import { listNotifications, type Notification, readNotifications } from '#contract/notification.api.ts'
import { aDiff } from '#web/features/diff/testing.ts'
import { setLocale } from '#web/platform/locale.ts'
import { queryClient } from '#web/platform/query.ts'
import { setUser } from '#web/platform/session.ts'
import '#web/routes.ts'
import { type FakeApi, FakeFailure, fakeApi } from '#web/testing/fake-api.ts'
import { renderPage } from '#web/testing/render-page.tsx'
import { DailyDigest } from './digest.tsx'

vi.setConfig({ testTimeout: 30_000 })
const at = '2026-11-21T06:00:00.000Z'
const news = (id: number, values: Partial<Notification> = {}): Notification => ({
  id,
  seq: id,
  family: 'record',
  kind: 'updated',
  noun: 'og',
  record_id: id,
  title: `𠮷田 ${id}`,
  target: null,
  detail: {},
  count: 1,
  actors: [],
  first_at: at,
  at,
  read_at: null,
  ...values,
})
const meeting: EventSummary = {
  id: 5,
  title: 'Meeting',
  category: null,
  level: 5,
  start_time: '2026-11-22',
  end_time: null,
  region: null,
  address: null,
  status: 'confirmed',
  ogs: [],
  persons: [],
}

let api: FakeApi
let diffs: Diff[]
let reported: Notification[]
let events: EventSummary[]
let total: number | undefined

beforeEach(() => {
  setLocale('en-US')
  queryClient.clear()
  setUser({ id: 1, username: 'admin', role: 'admin' } as never)
  diffs = []
  reported = []
  events = []
  total = undefined
  api = fakeApi()
  api.on(dashboardBrief, () => ({ since: '2026-11-20T18:04:00.000Z', looked_at: at, events }))
  api.on(listDiffs, () => {
    const items = diffs.filter(diff => diff.status === 'unread')
    return { items, total: total ?? items.length, current: 1, pageSize: 36 }
  })
  api.on(countDiffs, () => ({ waiting: 0, low: 0, important: 0, ignored: 0, done: 0, worth_a_time: 20 }))
  api.on(listNotifications, () => {
    const items = reported.filter(item => item.read_at === null)
    return { items, total: items.length, current: 1, pageSize: 100 }
  })
  api.on(readNotifications, ({ body }) => {
    const { ids, read } = body as { ids: number[]; read?: boolean }
    for (const item of reported) if (ids.includes(item.id)) item.read_at = read === false ? null : at
    return { done: ids.length }
  })
  api.on(updateDiff, ({ params, body }) => {
    const diff = diffs.find(each => String(each.id) === String((params as { id: unknown }).id))
    Object.assign(diff as Diff, { ...(body as object), rev: 2 })
    return { ...(diff as Diff) }
  })
  api.on(bulkDiff, () => ({ done: 0, before: [] }))
  api.on(clearBriefEvent, ({ body }) => {
    events = (body as { is_done?: boolean }).is_done === false ? [meeting] : []
    return null
  })
})

afterEach(() => {
  cleanup()
  expect(api.unknown).toEqual([])
})

const lines = () =>
  within(screen.getByRole('list', { name: 'Morning brief' }))
    .queryAllByRole('listitem')
    .map(line => line.querySelector('a')?.textContent)
const press = (key: string) => fireEvent.keyDown(document.body, { key })
const current = () => document.querySelector('li[aria-current] a')?.textContent

it('lists differences, notifications and coming events in one order, gravest first, and shows since when', async () => {
  diffs = [aDiff(1, { score: 90 }), aDiff(2, { score: 30 })]
  reported = [news(3), news(4, { kind: 'hit', family: 'hit', noun: 'word', detail: { level: 3 } })]
  events = [meeting]
  await renderPage(<DailyDigest />)
  await waitFor(() => expect(lines()).toEqual(['Page 1', '𠮷田 4', 'Meeting', 'Page 2', '𠮷田 3']))
  expect(screen.getByText(/^Since your last login \(/)).toBeTruthy()
})

it('is cleared by the keys of the queue until “all clear”, and u undoes each step', async () => {
  diffs = [aDiff(1, { score: 90 })]
  reported = [news(3)]
  events = [meeting]
  await renderPage(<DailyDigest />)
  await waitFor(() => expect(lines()).toEqual(['Page 1', 'Meeting', '𠮷田 3']))
  press('j')
  await waitFor(() => expect(current()).toBe('Meeting'))
  press('i')
  press('d')
  await waitFor(() => expect(lines()).toEqual(['Page 1', '𠮷田 3']))
  expect(current()).toBe('𠮷田 3')
  press('d')
  await waitFor(() => expect(current()).toBe('Page 1'))
  press('x')
  await screen.findByText('All done')
  expect(screen.getByText(/Last crawl:/)).toBeTruthy()
  expect(api.requests(updateDiff)[0]?.body).toMatchObject({ status: 'ignored' })
  expect(api.requests(readNotifications)[0]?.body).toMatchObject({ ids: [3] })
  press('u')
  await waitFor(() => expect(lines()).toEqual(['Page 1']))
  press('u')
  await waitFor(() => expect(lines()).toEqual(['Page 1', '𠮷田 3']))
  press('u')
  await waitFor(() => expect(lines()).toEqual(['Page 1', 'Meeting', '𠮷田 3']))
})

it('shows a dozen and leads to the rest', async () => {
  diffs = Array.from({ length: 36 }, (_, n) => aDiff(n + 1))
  total = 40
  reported = [news(100)]
  await renderPage(<DailyDigest />)
  await waitFor(() => expect(lines()).toHaveLength(12))
  expect(screen.getByRole('link', { name: 'and 28 more changes' }).getAttribute('href')).toBe('/admin/diff')
  expect(screen.getByRole('link', { name: 'and one more notification' })).toBeTruthy()
  expect(screen.queryByText('All done')).toBeNull()
})

it('shows a page change once if its difference is listed too', async () => {
  diffs = [aDiff(1)]
  const target = { noun: 'diff', id: 1, title: null }
  reported = [
    news(3, { kind: 'changed_page', family: 'page', target }),
    news(4, { kind: 'changed_page', target, count: 2 }),
  ]
  await renderPage(<DailyDigest />)
  await waitFor(() => expect(lines()).toEqual(['Page 1', '𠮷田 4']))
})

it('a line that could not be cleared stays', async () => {
  setUser({ id: 2, username: 'reader', role: 'reader' } as never)
  reported = [news(3)]
  api.on(readNotifications, () => {
    throw new FakeFailure('internal')
  })
  await renderPage(<DailyDigest />)
  await waitFor(() => expect(lines()).toEqual(['𠮷田 3']))
  fireEvent.click(screen.getByRole('button', { name: 'Done with “𠮷田 3”' }))
  await waitFor(() => expect(api.requests(readNotifications)).toHaveLength(1))
  await waitFor(() => expect(lines()).toEqual(['𠮷田 3']))
  expect(api.requests(listDiffs)).toEqual([])
})

it('does not report “all clear” if a part failed', async () => {
  api.on(listNotifications, () => {
    throw new FakeFailure('internal')
  })
  await renderPage(<DailyDigest />)
  await screen.findByRole('alert')
  expect(screen.queryByText('All done')).toBeNull()
})
