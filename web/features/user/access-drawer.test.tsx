import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import {
  endAccess,
  endSessions,
  endUserFeed,
  listSessions,
  listUserFeeds,
  type SessionRow,
  type User,
  type UserFeed,
} from '#contract/user.api.ts'
import { useNotices } from '#web/platform/notice.ts'
import { useSession } from '#web/platform/session.ts'
import { type FakeApi, FakeFailure, fakeApi } from '#web/testing/fake-api.ts'
import { renderPage } from '#web/testing/render-page.tsx'
import AccessDrawer from './access-drawer.tsx'

const at = '2026-11-20T08:00:00.000Z'
const user: User = {
  id: 9,
  rev: 1,
  username: 'chen.jing',
  name: '陈静',
  avatar: null,
  desc: '',
  email: 'chen.jing@team.example',
  phone: '',
  role: 'editor',
  own_role: 'editor',
  groups: [],
  is_service: false,
  keeper: null,
  status: 'active',
  created_at: at,
  updated_at: at,
  last_seen_at: null,
}
const session = (id: number, user_agent: string): SessionRow => ({
  id,
  created_at: at,
  last_seen_at: at,
  address: `192.0.2.${id}`,
  user_agent,
  is_current: false,
})
const feed = (id: number, name: string): UserFeed => ({ id, name, created_at: at, last_used_at: null })

let api: FakeApi
let sessions: SessionRow[]
let feeds: UserFeed[]
let complaints: unknown[]
const onClose = vi.fn()

beforeEach(() => {
  complaints = []
  onClose.mockReset()
  vi.spyOn(console, 'error').mockImplementation((...args) => void complaints.push(args))
  useNotices.setState([], true)
  useSession.setState({ user: { id: 1, username: 'admin', role: 'admin' } as never })
  sessions = [session(2, 'Mozilla/5.0 (Windows NT 10.0) Chrome/156.0.0.0 Safari/537.36'), session(3, '\u202ecurl')]
  feeds = [feed(4, '𠮷田太郎'), feed(5, 'x'.repeat(60))]
  api = fakeApi()
  api.on(listSessions, () => sessions)
  api.on(listUserFeeds, () => feeds)
})

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  expect(api.unknown).toEqual([])
  expect(complaints).toEqual([])
})

const open = async () => {
  await renderPage(<AccessDrawer user={user} onClose={onClose} />, '/admin/user_manage')
  return within(await screen.findByRole('dialog', { name: /“chen\.jing”的会话与日历订阅/ }))
}

it('lists sessions and feeds of the user, and ends one of each separately', async () => {
  api.on(endSessions, () => {
    sessions = sessions.slice(1)
    return { ended: 1 }
  })
  api.on(endUserFeed, () => {
    feeds = feeds.slice(1)
    return null
  })
  const drawer = await open()
  fireEvent.click(await drawer.findByRole('button', { name: /192\.0\.2\.2/ }))
  await waitFor(() => expect(drawer.queryByRole('button', { name: /192\.0\.2\.2/ })).toBeNull())
  expect(drawer.getByRole('button', { name: /192\.0\.2\.3/ })).toBeTruthy()
  fireEvent.click(drawer.getByRole('button', { name: '撤销日历订阅“𠮷田太郎”' }))
  await screen.findByText('已撤销日历订阅“𠮷田太郎”')
  await waitFor(() => expect(drawer.queryByText('𠮷田太郎')).toBeNull())
  expect(api.requests(endUserFeed).map(({ params }) => params)).toEqual([{ id: '9', feed_id: '4' }])
  expect(api.requests(endAccess)).toEqual([])
})

it('ends all access only after a confirmation, and reports how much that was', async () => {
  api.on(endAccess, () => {
    sessions = []
    feeds = []
    return { sessions: 2, feeds: 2 }
  })
  const drawer = await open()
  fireEvent.click(drawer.getByRole('button', { name: /全部结束/ }))
  const [title] = await screen.findAllByText('结束“chen.jing”的全部会话和日历订阅？')
  const question = within(title?.closest('[role=dialog]') as HTMLElement)
  expect(api.requests(endAccess)).toEqual([])
  fireEvent.click(question.getByRole('button', { name: /全部结束/ }))
  await screen.findByText('已结束“chen.jing”的 2 个会话，撤销 2 个日历订阅')
  await drawer.findByText('没有日历订阅。')
  expect(api.requests(endAccess).map(({ params }) => params)).toEqual([{ id: '9' }])
})

it('reports in place that a list could not be read, and reads it again', async () => {
  let isDown = true
  api.on(listUserFeeds, () => {
    if (isDown) throw new FakeFailure('unavailable')
    return feeds
  })
  const drawer = await open()
  const fault = await drawer.findByRole('alert')
  expect(await drawer.findByRole('button', { name: /192\.0\.2\.2/ })).toBeTruthy()
  isDown = false
  fireEvent.click(within(fault).getByRole('button', { name: /重\s?试/ }))
  await drawer.findByText('𠮷田太郎')
})
