import '#web/routes.ts'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createEvent, type Event, listEvents } from '#contract/event.api.ts'
import { createEventFeed, listEventFeeds } from '#contract/event-feed.api.ts'
import { calendarEvents, type EventSummary, listEventFacets } from '#contract/event-view.api.ts'
import { listOgs } from '#contract/og.api.ts'
import { listPersons } from '#contract/person.api.ts'
import { updateSetting } from '#contract/setting.api.ts'
import { visibleUsers } from '#contract/user.api.ts'
import { listViews } from '#contract/view.api.ts'
import { useNotices } from '#web/platform/notice.ts'
import { queryClient } from '#web/platform/query.ts'
import { setUser } from '#web/platform/session.ts'
import { type FakeApi, fakeApi } from '#web/testing/fake-api.ts'
import { renderPage } from '#web/testing/render-page.tsx'
import EventListPage from './event-list-page.tsx'

const brief = (id: number, over: Partial<EventSummary> = {}): EventSummary => ({
  id,
  title: `Event ${id}`,
  category: null,
  level: 3,
  start_time: '2026-11-10',
  end_time: null,
  region: null,
  address: null,
  status: 'confirmed',
  ogs: [],
  persons: [],
  ...over,
})
const event = (id: number, over: Partial<Event> = {}): Event => ({
  ...brief(id),
  rev: 1,
  owner: 1,
  created_at: '2026-11-20T00:00:00.000Z',
  updated_at: '2026-11-20T00:00:00.000Z',
  can: ['update', 'delete'],
  read_user: [],
  write_user: [],
  read_group: [],
  write_group: [],
  desc: null,
  lat: null,
  lng: null,
  labels: [],
  source_url: null,
  external_id: null,
  custom: {},
  is_demo: false,
  ...over,
})
const user = (role: 'editor' | 'reader') =>
  ({ id: 1, username: 'u', name: '', role, status: 'active' }) as unknown as Parameters<typeof setUser>[0]

let api: FakeApi
let complaints: unknown[][] = []

beforeEach(() => {
  complaints = []
  vi.spyOn(console, 'error').mockImplementation((...args) => void complaints.push(args))
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600)
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1200)
  useNotices.setState([], true)
  setUser(user('editor'))
  api = fakeApi()
  api.on(listEvents, () => ({ items: [event(1), event(2)], total: 2, current: 1, pageSize: 50 }))
  api.on(listEventFacets, () => ({ categories: [{ value: '合同', count: 2 }], labels: [] }))
  api.on(listViews, () => ({ items: [] }))
  api.on(visibleUsers, () => [])
  api.on(updateSetting, () => ({}))
  api.on(listOgs, () => ({ items: [], total: 0, current: 1, pageSize: 50 }))
  api.on(listPersons, () => ({ items: [], total: 0, current: 1, pageSize: 50 }))
  api.on(listEventFeeds, () => ({ items: [] }))
  api.on(calendarEvents, () => ({
    items: [brief(7, { title: '股东大会', end_time: '2026-11-12', level: 5 })],
    days: [
      { day: '2026-11-10', count: 9 },
      { day: '2026-11-11', count: 1 },
      { day: '2026-11-12', count: 1 },
    ],
    total: 9,
    is_cut: true,
  }))
})

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  expect(complaints).toEqual([])
  expect(api.unknown).toEqual([])
})

const dayOf = (day: string) => document.querySelector<HTMLElement>(`[data-day="${day}"]`) as HTMLElement
const press = (key: string) => act(async () => void fireEvent.keyDown(document.activeElement as Element, { key }))

it('opens around today without unrated drafts, which a button shows; a filter or keyword searches all events', async () => {
  const { search } = await renderPage(<EventListPage />, '/event')
  const drafts = await screen.findByRole('button', { name: '2 份未定级草稿' })
  const sent = () => api.requests(listEvents).filter(request => request.query?.pageSize !== '1')
  expect(sent()[0]?.query).toMatchObject({ assessed: 'true', sort: 'start_time' })
  expect(sent()[0]?.query?.from).toMatch(/^\d{4}-\d{2}-\d{2}$/)
  await act(async () => void fireEvent.click(drafts))
  expect(search()).toEqual({ level: 'none', status: 'draft' })
  expect(sent().at(-1)?.query).toMatchObject({ level: 'none', status: 'draft', sort: '-start_time' })
  expect(sent().at(-1)?.query).not.toHaveProperty('from')
  cleanup()
  await renderPage(<EventListPage />, '/event?from=any')
  await screen.findByRole('button', { name: '2 份未定级草稿' })
  expect(sent().at(-1)?.query).toMatchObject({ assessed: 'true', sort: '-start_time' })
  cleanup()
  await renderPage(<EventListPage />, '/event?keyword=board')
  await waitFor(() => expect(sent().at(-1)?.query).toMatchObject({ keyword: 'board' }))
  expect(sent().at(-1)?.query).not.toHaveProperty('assessed')
})

it('requests whole weeks around a month with the filter of the address, and counts the events that it does not draw', async () => {
  await renderPage(<EventListPage />, '/event?show=calendar&date=2026-11-10&category=合同')
  await screen.findByText('股东大会')
  expect(api.requests(calendarEvents)[0]?.query).toMatchObject({
    from: '2026-10-26',
    to: '2026-12-06',
    category: '合同',
  })
  expect(dayOf('2026-11-10').getAttribute('aria-label')).toContain('9')
  within(dayOf('2026-11-10')).getByRole('button', { name: '还有 8 个' })
  within(dayOf('2026-11-10')).getByRole('img', { name: '特别严重' })
  screen.getByText(/每天的数目是准确的/)
})

it('moves by arrow keys, beyond the month too; Enter creates an event on the day', async () => {
  const { search } = await renderPage(<EventListPage />, '/event?show=calendar&date=2026-11-30')
  await screen.findByText('股东大会')
  expect(dayOf('2026-11-30').tabIndex).toBe(0)
  act(() => dayOf('2026-11-30').focus())
  await press('ArrowLeft')
  await waitFor(() => expect(document.activeElement).toBe(dayOf('2026-11-29')))
  await press('ArrowDown')
  await waitFor(() => expect(search().date).toBe('2026-12-06'))
  await waitFor(() => expect(document.activeElement).toBe(dayOf('2026-12-06')))
  await press('Enter')
  const dialog = await screen.findByRole('dialog')
  expect(await within(dialog).findByLabelText<HTMLInputElement>('开始时间')).toHaveProperty('value', '2026-12-06')
})

it('offers readers no way to create events; Enter shows them the day', async () => {
  setUser(user('reader'))
  await renderPage(<EventListPage />, '/event?show=calendar&date=2026-11-10')
  await screen.findByText('股东大会')
  expect(screen.queryByRole('button', { name: '新建' })).toBeNull()
  act(() => dayOf('2026-11-10').focus())
  await press('Enter')
  const dialog = await screen.findByRole('dialog')
  await within(dialog).findByText('股东大会')
  expect(within(dialog).queryByRole('button', { name: '新建事件' })).toBeNull()
})

it('reports an end before the start, or a latitude without longitude, and sends nothing', async () => {
  await renderPage(<EventListPage />, '/event')
  fireEvent.click(await screen.findByRole('button', { name: '新建' }))
  const dialog = await screen.findByRole('dialog')
  const type = async (label: string, value: string) => {
    const field = await within(dialog).findByLabelText(label)
    fireEvent.change(field, { target: { value } })
    fireEvent.blur(field)
  }
  await type('标题*', '签约')
  await type('开始时间', '2026/11/21 14:05')
  await type('结束时间', '2026-11-20')
  await type('纬度', '39.9')
  fireEvent.click(within(dialog).getByRole('button', { name: /保\s?存/ }))
  await within(dialog).findByText('结束时间不能早于开始时间')
  await within(dialog).findByText('纬度和经度要一起填写')
  expect(api.requests(createEvent)).toEqual([])
  api.on(createEvent, () => event(9, { title: '签约' }))
  await type('结束时间', '2026-11-22')
  await type('经度', '116.4')
  fireEvent.click(within(dialog).getByRole('button', { name: /保\s?存/ }))
  await waitFor(() => expect(api.requests(createEvent)).toHaveLength(1))
  const start = new Date('2026-11-21T14:05').toISOString().replace(':00.000Z', 'Z')
  expect(api.requests(createEvent)[0]?.body).toMatchObject({
    start_time: start,
    end_time: '2026-11-22',
    lat: 39.9,
    lng: 116.4,
  })
})

it('creates a feed of the present filter and shows its address', async () => {
  const path = `/v1/event/feed/${'t'.repeat(43)}/events.ics`
  const feed = { id: 1, name: '我的事件', search: '', created_at: '2026-11-20T00:00:00.000Z', last_used_at: null }
  api.on(createEventFeed, () => ({ feed, path }))
  await renderPage(<EventListPage />, '/event?level=5&current=2&trash=true')
  fireEvent.click(await screen.findByRole('button', { name: '更多' }))
  fireEvent.click(await screen.findByText('订阅日历'))
  fireEvent.click(await screen.findByRole('button', { name: '生成地址' }))
  await screen.findByDisplayValue(new RegExp(path))
  expect(api.requests(createEventFeed)[0]?.body).toEqual({ name: '我的事件', search: 'level=5' })
})

it('an empty list around today is no empty console: it offers all events', async () => {
  let all = [event(9)]
  api.on(listEvents, ({ query }) => {
    const items = query.from === undefined ? all : []
    return { items, total: items.length, current: 1, pageSize: 50 }
  })
  await renderPage(<EventListPage />, '/event')
  await screen.findByText('近期没有事件')
  fireEvent.click(screen.getByRole('button', { name: '显示全部事件' }))
  expect((await screen.findAllByText('Event 9')).length).toBeGreaterThan(0)
  all = []
  await act(() => queryClient.invalidateQueries())
  await screen.findByText('还没有事件')
})
