import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import {
  countNotifications,
  listNotifications,
  type Notification,
  readNotifications,
} from '#contract/notification.api.ts'
import '#web/routes.ts'
import { setLocale } from '#web/platform/locale.ts'
import { setUser } from '#web/platform/session.ts'
import { type FakeApi, fakeApi } from '#web/testing/fake-api.ts'
import { renderPage } from '#web/testing/render-page.tsx'
import { hrefOfEntry } from './entry-address.ts'
import { handleMessage, useLive } from './live.ts'
import NotificationPage from './notification-page.tsx'

const at = '2026-11-21T06:00:00.000Z'
const entry = (id: number, values: Partial<Notification> = {}): Notification => ({
  id,
  seq: id,
  family: 'record',
  kind: 'updated',
  noun: 'og',
  record_id: id,
  title: `组织 ${id}`,
  target: null,
  detail: {},
  count: 1,
  actors: [{ id: 9, name: '王编辑' }],
  first_at: at,
  at,
  read_at: null,
  ...values,
})

let api: FakeApi
let items: Notification[]

beforeEach(() => {
  setLocale('zh-CN')
  setUser({ id: 1, username: 'admin', role: 'admin' } as never)
  useLive.setState({ unread: null, isLost: false, fresh: [] })
  items = []
  api = fakeApi()
  api.on(listNotifications, ({ query }) => {
    const found = items.filter(item => query.unread !== 'true' || item.read_at === null)
    return { items: found, total: found.length, current: 1, pageSize: 30 }
  })
  api.on(countNotifications, () => {
    const count = items.filter(item => item.read_at === null).length
    return { unread: count, families: count > 0 ? [{ family: 'record' as const, count }] : [] }
  })
  api.on(readNotifications, ({ body }) => {
    const { ids, all_until } = body as { ids?: number[]; all_until?: number }
    const some = items.filter(item => ids?.includes(item.id) || (all_until !== undefined && item.seq <= all_until))
    for (const item of some) item.read_at = at
    return { done: some.length }
  })
})

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  expect(api.unknown).toEqual([])
})

it('states the new status of feedback by its label', async () => {
  setLocale('en-US')
  items = [
    entry(1, { kind: 'status_changed', noun: 'issue', title: 'Slow list', detail: { from: 'open', to: 'processing' } }),
    entry(2, { kind: 'status_changed', noun: 'issue', title: 'Old', detail: {} }),
  ]
  await renderPage(<NotificationPage />, '/notification')
  await screen.findByText('is now “In progress”')
  await screen.findByText('changed its status')
})

it('states the figure, its value and the state of its alert, and leads to the figures of the page', async () => {
  setLocale('en-US')
  const figure = (id: number, detail: Record<string, unknown>, count = 1) =>
    entry(id, { kind: 'figure_alert', family: 'page', noun: 'page', title: 'Prices', detail, count })
  items = [
    figure(1, { figure: 'Soybean', state: 'met', value: 640 }),
    figure(2, { figure: 'Maize', state: 'missing', value: 1 }),
    figure(3, { figure: 'Rye', state: 'unread', value: null }),
    figure(4, { figure: 'Oats', state: 'met', value: 5 }, 3),
  ]
  await renderPage(<NotificationPage />, '/notification')
  await screen.findByText(/“Soybean” is 640, as in your alert/)
  await screen.findByText(/no longer has “Maize”/)
  await screen.findByText(/cannot be read completely, so the alert on “Rye” is paused/)
  await screen.findByText(/has 3 figure alerts/)
  expect(hrefOfEntry(items[0] as Notification, 'editor')).toBe('/admin/page/1?tab=figures')
})

it('explains the page while it is empty', async () => {
  await renderPage(<NotificationPage />)
  await screen.findByText('还没有通知')
})

it('shows the event, links to its target, and marks it as read', async () => {
  items = [
    entry(2, {
      count: 3,
      actors: [
        { id: 9, name: '王编辑' },
        { id: 8, name: '李四' },
      ],
    }),
    entry(1, { read_at: at }),
  ]
  const { history } = await renderPage(<NotificationPage />)
  const list = within(await screen.findByRole('list', { name: '通知' }))
  list.getByText('修改了 3 次')
  list.getByText('王编辑等另外 1 人')
  await act(async () => void fireEvent.click(list.getByRole('link', { name: /组织 2/ })))
  expect(history.location.pathname).toBe('/og/2')
  expect(api.requests(readNotifications).map(requested => requested.body)).toMatchObject([{ ids: [2] }])
})

it('shows unread notifications, and marks all that were seen', async () => {
  items = [entry(3), entry(2), entry(1, { read_at: at })]
  await renderPage(<NotificationPage />, '/test?show=unread')
  const list = await screen.findByRole('list', { name: '通知' })
  expect(within(list).getAllByRole('listitem')).toHaveLength(2)
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: '全部标为已读' })))
  await screen.findByText('没有未读通知')
  expect(api.requests(readNotifications)[0]?.body).toMatchObject({ all_until: 3 })
})

it('reads the list again when the stream delivers a notification', async () => {
  await renderPage(<NotificationPage />)
  await screen.findByText('还没有通知')
  items = [entry(5)]
  act(() => handleMessage({ type: 'told', batch: { items, unread: 1, is_cut: false } }))
  await screen.findByText('已修改')
  await waitFor(() => screen.getByRole('tab', { name: '通知 1' }))
})

it('links a reviewer to the difference and an editor to the version of the page', () => {
  const mention = { family: 'mention', kind: 'mentioned', noun: 'person', record_id: 7 } as const
  const target = { noun: 'page', id: 5, version: 8, title: 'News' }
  expect(hrefOfEntry(entry(1, { ...mention, target: { ...target, diff: 4 } }), 'admin')).toBe('/admin/diff/detail?id=4')
  expect(hrefOfEntry(entry(1, { ...mention, target }), 'editor')).toBe('/admin/page/5?version=8')
  expect(hrefOfEntry(entry(1, { ...mention, target, count: 2 }), 'editor')).toBe('/person/7?tab=mentions')
  expect(hrefOfEntry(entry(1, { ...mention, target }), 'reader')).toBeUndefined()
  expect(hrefOfEntry(entry(1, { noun: 'more', record_id: 0, title: '' }), 'admin')).toBeUndefined()
})

it('links the entry that counts the rest to the rest', async () => {
  items = [
    entry(3, {
      family: 'more',
      kind: 'more',
      noun: 'more',
      record_id: 0,
      title: '',
      count: 40,
      detail: { beyond: true },
      actors: [],
    }),
  ]
  const { history } = await renderPage(<NotificationPage />)
  fireEvent.click(await screen.findByRole('link', { name: '另有 40 条通知未逐条列出' }))
  await waitFor(() => expect(history.location.search).toContain('show=beyond'))
  await waitFor(() => expect(api.requests(listNotifications).some(({ query }) => query.beyond === 'true')).toBe(true))
})
