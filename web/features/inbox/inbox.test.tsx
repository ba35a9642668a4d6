import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { clearBriefEvent } from '#contract/dashboard.api.ts'
import { bulkDiff, countDiffs, type Diff, updateDiff } from '#contract/diff.api.ts'
import type { EventSummary } from '#contract/event-view.api.ts'
import {
  type ClosedCount,
  type InboxItem,
  type InboxKind,
  inboxKinds,
  listClosed,
  listInbox,
} from '#contract/inbox.api.ts'
import { type Notification, readNotifications } from '#contract/notification.api.ts'
import { decideScreening, type Screening, undoScreening } from '#contract/screening.api.ts'
import { listSendReaders } from '#contract/send.api.ts'
import { aDiff } from '#web/features/diff/testing.ts'
import { setLocale } from '#web/platform/locale.ts'
import { queryClient, refresh } from '#web/platform/query.ts'
import { setUser } from '#web/platform/session.ts'
import '#web/routes.ts'
import { DailyDigest, useDigest } from '#web/features/dashboard/digest.tsx'
import { type FakeApi, FakeFailure, fakeApi } from '#web/testing/fake-api.ts'
import { renderPage } from '#web/testing/render-page.tsx'
import InboxPage from './inbox-page.tsx'

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

const hit: Screening = {
  id: 8,
  rev: 1,
  list: { id: 1, name: 'Example list', kind: 'sanctions' },
  restriction: 'blocking',
  is_in_force: true,
  noun: 'person',
  record: { id: 3, name: 'Kanazashi Hiroto' },
  caption: 'KANAZASHI, Hiroto',
  entry_key: 'x',
  score: 0.9,
  features: [],
  state: 'open',
  reason: null,
  note: null,
  decided_by: null,
  decided_by_name: null,
  decided_at: null,
  decided_state: null,
  decided_rule: null,
  applied: null,
  reopened: [],
  is_gone: false,
  found_at: at,
  updated_at: at,
  can: ['decide'],
}

let api: FakeApi
let diffs: Diff[]
let reported: Notification[]
let events: EventSummary[]
let hits: Screening[]
let failed: InboxKind[]
let closed: ClosedCount[]

/** The inbox as the server makes it. */
function itemsNow(): InboxItem[] {
  const unread = Map.groupBy(
    diffs.filter(diff => diff.status === 'unread'),
    ({ page }) => page.id,
  )
  const items: InboxItem[] = [
    ...[...unread].map(([page, rows]): InboxItem => {
      return { kind: 'diff', key: `diff ${page}`, gravity: rows[0]!.score, at: rows[0]!.created_at, diffs: rows }
    }),
    ...hits
      .filter(({ state }) => state === 'open')
      .map(
        (screening): InboxItem => ({ kind: 'screening', key: `screening ${screening.id}`, gravity: 96, at, screening }),
      ),
    ...reported
      .filter(item => item.read_at === null)
      .map((notification): InboxItem => {
        const gravity = notification.kind === 'hit' ? 85 : 25
        return { kind: 'notification', key: `notification ${notification.id}`, gravity, at, notification }
      }),
    ...events.map((event): InboxItem => ({ kind: 'event', key: `event ${event.id}`, gravity: 75, at, event })),
  ]
  return items.sort((a, b) => b.gravity - a.gravity)
}

beforeEach(() => {
  setLocale('en-US')
  queryClient.clear()
  setUser({ id: 1, username: 'admin', role: 'admin' } as never)
  diffs = []
  reported = []
  events = []
  hits = []
  failed = []
  closed = []
  api = fakeApi()
  api.on(listInbox, ({ query }) => {
    const { kind, limit } = query as { kind?: string | string[]; limit?: string }
    const all = itemsNow()
    const items = all.filter(item => !kind || kind.includes(item.kind)).slice(0, Number(limit))
    const counts = inboxKinds.map(each => ({
      kind: each,
      count: all.filter(item => item.kind === each).length,
      at_least: false,
    }))
    return { items, counts, failed, since: '2026-11-20T18:04:00.000Z', looked_at: at }
  })
  api.on(listClosed, () => closed)
  api.on(countDiffs, () => ({ waiting: 0, low: 0, important: 0, ignored: 0, done: 0, worth_a_time: 20 }))
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
  api.on(bulkDiff, ({ body }) => {
    const { ids = [], status } = body as { ids?: number[]; status: Diff['status'] }
    for (const diff of diffs) if (ids.includes(diff.id)) diff.status = status
    return { done: ids.length, before: [{ status: 'unread' as const, ids }] }
  })
  api.on(clearBriefEvent, ({ body }) => {
    events = (body as { is_done?: boolean }).is_done === false ? [meeting] : []
    return null
  })
  api.on(decideScreening, ({ body }) => {
    hits = hits.map(each => ({ ...each, state: (body as { state: Screening['state'] }).state, rev: 2 }))
    return hits[0] as Screening
  })
  api.on(undoScreening, () => {
    hits = hits.map(each => ({ ...each, state: 'open' as const, rev: 3 }))
    return hits[0] as Screening
  })
})

afterEach(() => {
  cleanup()
  expect(api.unknown).toEqual([])
})

const lines = (name = 'Inbox') =>
  within(screen.getByRole('list', { name }))
    .queryAllByRole('listitem')
    .map(line => line.querySelector('a')?.textContent)
const press = (key: string) => fireEvent.keyDown(document.body, { key })
const current = () => document.querySelector('li[aria-current] a')?.textContent

it('lists every kind in one order, gravest first, and shows since when and how much is left', async () => {
  diffs = [aDiff(1, { score: 90 }), aDiff(2, { score: 30 })]
  hits = [hit]
  reported = [news(3), news(4, { kind: 'hit', family: 'hit', noun: 'word', detail: { level: 3 } })]
  events = [meeting]
  await renderPage(<InboxPage />)
  await waitFor(() =>
    expect(lines()).toEqual([
      'Kanazashi Hiroto – KANAZASHI, Hiroto',
      'What changed 1',
      '𠮷田 4',
      'Meeting',
      'What changed 2',
      '𠮷田 3',
    ]),
  )
  expect(screen.getByText(/^\d new since your last login \(/)).toBeTruthy()
  expect(screen.getByText('6 items left · about 1 minute')).toBeTruthy()
})

it('is cleared by one set of keys until “all done”, and z undoes each step, whatever its kind', async () => {
  diffs = [aDiff(1, { score: 90 })]
  hits = [hit]
  reported = [news(3)]
  events = [meeting]
  await renderPage(<InboxPage />)
  await waitFor(() =>
    expect(lines()).toEqual(['Kanazashi Hiroto – KANAZASHI, Hiroto', 'What changed 1', 'Meeting', '𠮷田 3']),
  )
  press('i')
  await screen.findByText('Open this item to decide it.')
  press('x')
  await waitFor(() => expect(lines()).toEqual(['What changed 1', 'Meeting', '𠮷田 3']))
  expect(api.requests(decideScreening)[0]?.body).toMatchObject({ state: 'different' })
  press('x')
  await waitFor(() => expect(lines()).toEqual(['Meeting', '𠮷田 3']))
  expect(api.requests(updateDiff)[0]?.body).toMatchObject({ status: 'ignored' })
  press('d')
  await waitFor(() => expect(current()).toBe('𠮷田 3'))
  press('d')
  await screen.findByText('All done')
  expect(screen.getByText(/Last crawl:/)).toBeTruthy()
  expect(screen.getByText('4 done in this visit')).toBeTruthy()
  press('z')
  await waitFor(() => expect(lines()).toEqual(['𠮷田 3']))
  press('z')
  await waitFor(() => expect(lines()).toEqual(['Meeting', '𠮷田 3']))
  press('u')
  await waitFor(() => expect(lines()).toEqual(['What changed 1', 'Meeting', '𠮷田 3']))
  press('z')
  await waitFor(() => expect(lines()).toHaveLength(4))
})

it('folds the changes of one page into one row, and decides all of them at once', async () => {
  const page = aDiff(1).page
  diffs = [aDiff(1, { score: 90 }), aDiff(2, { score: 30, page })]
  await renderPage(<InboxPage />)
  await waitFor(() => expect(lines()).toEqual(['What changed 1']))
  expect(screen.getByText(/^2 changes/)).toBeTruthy()
  press('d')
  await screen.findByText('All done')
  expect(api.requests(bulkDiff)[0]?.body).toMatchObject({ ids: [1, 2], status: 'done' })
})

it('offers e, r and s for the current item, whatever its kind, to the roles that may use them', async () => {
  diffs = [aDiff(1, { score: 90 })]
  hits = [hit]
  reported = [news(3), news(4, { noun: 'word', kind: 'hit', family: 'hit' })]
  await renderPage(<InboxPage />)
  await waitFor(() => expect(lines()).toHaveLength(4))
  const tools = () =>
    ['Create an event', 'Create a report', 'Send to a colleague'].map(
      name => screen.queryAllByRole('button', { name }).length,
    )
  expect(tools()).toEqual([1, 1, 1])
  press('j')
  await waitFor(() => expect(current()).toBe('What changed 1'))
  expect(tools()).toEqual([1, 1, 1])
  press('j')
  await waitFor(() => expect(current()).toBe('𠮷田 4'))
  expect(tools()).toEqual([0, 0, 0])
  cleanup()
  setUser({ id: 1, username: 'editor', role: 'editor' } as never)
  await renderPage(<InboxPage />)
  await waitFor(() => expect(lines()).toHaveLength(4))
  expect(tools()).toEqual([1, 0, 1])
})

it('s sends the record of a hit, and the dialog stays if a colleague decides the hit meanwhile', async () => {
  hits = [hit]
  api.on(listSendReaders, () => [])
  await renderPage(<InboxPage />)
  await waitFor(() => expect(lines()).toHaveLength(1))
  press('s')
  await screen.findByRole('dialog', { name: 'Send to a colleague' })
  expect(api.requests(listSendReaders)[0]?.query).toMatchObject({ noun: 'person', record_id: '3' })
  hits = []
  await act(() => refresh('inbox'))
  await waitFor(() => expect(lines()).toHaveLength(0))
  expect(screen.getByRole('dialog', { name: 'Send to a colleague' })).toBeTruthy()
})

it('shows what the team closed today, by kind and by user', async () => {
  closed = [
    { kind: 'diff', user_id: 1, name: 'Wang', count: 3 },
    { kind: 'diff', user_id: 2, name: 'Li', count: 4 },
    { kind: 'upload', user_id: null, name: null, count: 1 },
  ]
  await renderPage(<InboxPage />)
  const line = (await screen.findByText('Closed by the team today: 8')).parentElement
  expect(line?.textContent).toContain('Page changes 7 · Uploads 1')
  expect(line?.textContent).toContain('Li 4 · Wang 3 · Deleted user 1')
})

it('shows the details of the selected item next to the list on a wide screen, and follows j', async () => {
  vi.spyOn(window, 'matchMedia').mockImplementation(
    query => ({ matches: query.includes('1440'), addEventListener() {}, removeEventListener() {} }) as never,
  )
  reported = [
    news(3, { noun: 'word', detail: { note: 'First note' } }),
    news(4, { noun: 'word', detail: { note: 'Second note' } }),
  ]
  await renderPage(<InboxPage />)
  const preview = await screen.findByRole('complementary', { name: 'Details of the selected item' })
  expect(preview.textContent).toContain('First note')
  press('j')
  await waitFor(() =>
    expect(screen.getByRole('complementary', { name: 'Details of the selected item' }).textContent).toContain(
      'Second note',
    ),
  )
  vi.restoreAllMocks()
})

it('filters by kind with its counts', async () => {
  diffs = [aDiff(1)]
  reported = [news(3)]
  await renderPage(<InboxPage />)
  await waitFor(() => expect(lines()).toHaveLength(2))
  fireEvent.click(screen.getByText('Notifications'))
  await waitFor(() => expect(lines()).toEqual(['𠮷田 3']))
})

it('an item that could not be decided stays', async () => {
  reported = [news(3)]
  api.on(readNotifications, () => {
    throw new FakeFailure('internal')
  })
  await renderPage(<InboxPage />)
  await waitFor(() => expect(lines()).toEqual(['𠮷田 3']))
  fireEvent.click(screen.getByRole('button', { name: 'Mark as read' }))
  await waitFor(() => expect(api.requests(readNotifications)).toHaveLength(1))
  await waitFor(() => expect(lines()).toEqual(['𠮷田 3']))
})

it('does not report “all done” if a kind failed, and names it', async () => {
  failed = ['screening']
  await renderPage(<InboxPage />)
  await screen.findByText(/Failed to load: Screening hits\./)
  expect(screen.queryByText('All done')).toBeNull()
})

it('does not report “all done” if more waits than was read', async () => {
  api.on(listInbox, () => {
    const counts = [{ kind: 'screening' as const, count: 0, at_least: true }]
    return { items: [], counts, failed: [], since: null, looked_at: at }
  })
  await renderPage(<InboxPage />)
  await screen.findByText(/more wait; look in their own queues/)
  expect(screen.queryByText('All done')).toBeNull()
})

it('does not report “all done” if everything failed', async () => {
  api.on(listInbox, () => {
    throw new FakeFailure('internal')
  })
  await renderPage(<InboxPage />)
  await screen.findByRole('alert')
  expect(screen.queryByText('All done')).toBeNull()
})

it('the brief of the dashboard shows a dozen and leads to the rest', async () => {
  diffs = Array.from({ length: 36 }, (_, n) => aDiff(n + 1))
  const Digest = () => <DailyDigest digest={useDigest()} />
  await renderPage(<Digest />)
  await waitFor(() => expect(lines('Morning brief')).toHaveLength(12))
  expect(screen.getByRole('link', { name: 'Inbox: 36 items' }).getAttribute('href')).toBe('/inbox')
})
