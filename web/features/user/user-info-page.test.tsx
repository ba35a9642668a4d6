import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { listFeeds } from '#contract/feed.api.ts'
import {
  createReconcileAddress,
  deleteReconcileAddress,
  listReconcileAddresses,
  type ReconcileAddress,
} from '#contract/reconcile.api.ts'
import {
  endSessions,
  endUserFeed,
  listSessions,
  listUserFeeds,
  type SessionRow,
  type User,
  updateProfile,
} from '#contract/user.api.ts'
import { useNotices } from '#web/platform/notice.ts'
import { setUser, useSession } from '#web/platform/session.ts'
import { type FakeApi, FakeFailure, fakeApi } from '#web/testing/fake-api.ts'
import { renderPage } from '#web/testing/render-page.tsx'
import { newPassword, notePassword } from './password.ts'
import { deviceOf } from './session-list.tsx'
import UserInfoPage from './user-info-page.tsx'

const me: User = {
  id: 7,
  rev: 1,
  username: 'li.si',
  name: '李四',
  avatar: null,
  desc: '',
  email: 'li.si@team.example',
  phone: '',
  role: 'editor',
  own_role: 'editor',
  groups: [],
  is_service: false,
  keeper: null,
  status: 'active',
  created_at: '2026-01-02T08:00:00.000Z',
  updated_at: '2026-01-02T08:00:00.000Z',
  last_seen_at: null,
}

const session = (id: number, more: Partial<SessionRow> = {}): SessionRow => ({
  id,
  created_at: '2026-11-20T08:00:00.000Z',
  last_seen_at: '2026-11-20T09:00:00.000Z',
  address: `192.0.2.${id}`,
  user_agent: 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/156.0.0.0 Safari/537.36',
  is_current: false,
  ...more,
})

let api: FakeApi
let sessions: SessionRow[]
let complaints: unknown[]

beforeEach(() => {
  complaints = []
  vi.spyOn(console, 'error').mockImplementation((...args) => void complaints.push(args))
  useNotices.setState([], true)
  setUser(me)
  sessions = [session(2), session(1, { is_current: true }), session(3)]
  api = fakeApi()
  api.on(listUserFeeds, () => [])
  api.on(listReconcileAddresses, () => ({ items: [] }))
  api.on(listFeeds, () => ({ items: [] }))
  api.on(listSessions, () => sessions)
})

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  expect(api.unknown).toEqual([])
  expect(complaints).toEqual([])
})

const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })

it('saves only changed fields of the profile, and the shell shows them', async () => {
  api.on(updateProfile, ({ body }) => ({ ...me, ...(body as Partial<User>), rev: 2 }))
  await renderPage(<UserInfoPage />, '/user/info')
  type('姓名', '李思')
  fireEvent.click(screen.getByRole('button', { name: '保存资料' }))
  await waitFor(() => expect(useSession.getState().user?.name).toBe('李思'))
  expect(api.requests(updateProfile)).toMatchObject([{ params: { id: '7' }, body: { name: '李思', rev: 1 } }])
  expect(Object.keys(api.requests(updateProfile)[0]?.body as object).toSorted()).toEqual(['name', 'rev'])
})

it('requires the present password if the e-mail address changes, and sends it only then', async () => {
  api.on(updateProfile, ({ body }) => {
    const { old_password, ...values } = body as Partial<User> & { old_password?: string }
    if (!old_password)
      throw new FakeFailure('invalid', { errors: [{ path: 'old_password', message: '更换邮箱需要填写当前密码' }] })
    return { ...me, ...values, rev: 2 }
  })
  await renderPage(<UserInfoPage />, '/user/info')
  expect(screen.queryByLabelText(/^当前密码/)).toBeNull()
  type('邮箱', 'new@team.example')
  fireEvent.change(screen.getByLabelText(/^当前密码/), { target: { value: 'the-old-password' } })
  fireEvent.click(screen.getByRole('button', { name: '保存资料' }))
  await waitFor(() => expect(useSession.getState().user?.email).toBe('new@team.example'))
  expect(api.requests(updateProfile).map(({ body }) => body)).toEqual([
    { email: 'new@team.example', old_password: 'the-old-password', rev: 1 },
  ])
})

it('lists the user’s calendar feeds, each with a button to revoke it', async () => {
  const feed = { id: 4, name: '议程', created_at: '2026-11-01T08:00:00Z', last_used_at: null }
  let feeds = [feed]
  api.on(listUserFeeds, () => feeds)
  api.on(endUserFeed, () => {
    feeds = []
    return null
  })
  await renderPage(<UserInfoPage />, '/user/info')
  fireEvent.click(await screen.findByRole('button', { name: '撤销日历订阅“议程”' }))
  await waitFor(() => expect(screen.queryByText('议程')).toBeNull())
  expect(api.requests(endUserFeed)).toMatchObject([{ params: { id: '7', feed_id: '4' } }])
})

const anAddress: ReconcileAddress = { id: 3, name: '供应商', created_at: '2026-11-01T08:00:00Z', last_used_at: null }

it('creates an address for OpenRefine that is shown only once', async () => {
  let items: ReconcileAddress[] = []
  api.on(listReconcileAddresses, () => ({ items }))
  api.on(createReconcileAddress, ({ body }) => {
    items = [{ ...anAddress, ...(body as { name: string }) }]
    return { address: items[0] as ReconcileAddress, path: '/v1/reconcile/secret-of-43' }
  })
  await renderPage(<UserInfoPage />, '/user/info')
  fireEvent.change(await screen.findByLabelText('新地址的名称'), { target: { value: ' 供应商 ' } })
  fireEvent.click(screen.getByRole('button', { name: '生成地址' }))
  const address = await screen.findByRole<HTMLInputElement>('textbox', { name: /“供应商”的地址只显示这一次/ })
  expect(address.value).toBe(`${window.location.origin}/v1/reconcile/secret-of-43`)
  expect(api.requests(createReconcileAddress)[0]?.body).toEqual({ name: '供应商' })
  await screen.findByText('从未使用')
  fireEvent.click(screen.getByRole('button', { name: '再生成一个' }))
  expect(screen.queryByDisplayValue(/secret-of-43/)).toBeNull()
})

it('revokes an address for OpenRefine after a confirmation, and explains that 20 are the maximum', async () => {
  let items = [{ ...anAddress, last_used_at: '2026-11-20T08:00:00Z' }]
  api.on(listReconcileAddresses, () => ({ items }))
  api.on(createReconcileAddress, () => {
    throw new FakeFailure('wrong_state')
  })
  api.on(deleteReconcileAddress, () => {
    items = []
    return null
  })
  await renderPage(<UserInfoPage />, '/user/info')
  fireEvent.click(await screen.findByRole('button', { name: '生成地址' }))
  await screen.findByText('最多 20 个地址，请先撤销不用的。')
  expect(screen.getAllByText(/^最近使用 /)).toHaveLength(4)
  fireEvent.click(screen.getByRole('button', { name: '撤销 OpenRefine 地址“供应商”' }))
  const dialog = await screen.findByRole('dialog')
  expect(api.requests(deleteReconcileAddress)).toEqual([])
  fireEvent.click(within(dialog).getByRole('button', { name: /撤\s?销/ }))
  await waitFor(() => expect(screen.queryByText('供应商')).toBeNull())
  expect(api.requests(deleteReconcileAddress)).toMatchObject([{ params: { id: '3' } }])
})

it('offers and requests no address for OpenRefine for a role that may not have one', async () => {
  setUser({ ...me, role: 'reader' })
  await renderPage(<UserInfoPage />, '/user/info')
  await screen.findByText('当前会话')
  expect(screen.queryByText('OpenRefine 地址')).toBeNull()
  expect(api.requests(listReconcileAddresses)).toEqual([])
})

it('changes the password with the old one and empties the fields', async () => {
  api.on(updateProfile, () => ({ ...me, rev: 2 }))
  await renderPage(<UserInfoPage />, '/user/info')
  const button = screen.getByRole('button', { name: '修改密码' }) as HTMLButtonElement
  expect(button.disabled).toBe(true)
  type('原密码', 'the-old-password')
  type('新密码', 'quiet-harbour-lantern-7')
  fireEvent.submit(button.closest('form') as HTMLFormElement)
  await screen.findByText('密码已修改，其他会话和日历订阅已结束')
  expect(api.requests(updateProfile)[0]?.body).toEqual({
    old_password: 'the-old-password',
    password: 'quiet-harbour-lantern-7',
  })
  expect((screen.getByLabelText('新密码') as HTMLInputElement).value).toBe('')
})

it('reports too many attempts and keeps the input', async () => {
  api.on(updateProfile, () => {
    throw new FakeFailure('too_many', { seconds: 90 })
  })
  await renderPage(<UserInfoPage />, '/user/info')
  type('原密码', 'a guess')
  type('新密码', 'quiet-harbour-lantern-7')
  fireEvent.submit(screen.getByLabelText('原密码').closest('form') as HTMLFormElement)
  await screen.findByText(/90 秒/)
  expect((screen.getByLabelText('新密码') as HTMLInputElement).value).toBe('quiet-harbour-lantern-7')
})

it('shows the present session first and ends the others', async () => {
  api.on(endSessions, ({ query }) => {
    sessions = query.session
      ? sessions.filter(each => each.id !== Number(query.session))
      : [session(1, { is_current: true })]
    return { ended: 1 }
  })
  await renderPage(<UserInfoPage />, '/user/info')
  await screen.findByText('当前会话')
  expect(screen.getAllByText(/^192\.0\.2\./).map(each => each.textContent)).toEqual([
    '192.0.2.1',
    '192.0.2.2',
    '192.0.2.3',
  ])
  fireEvent.click(screen.getByRole('button', { name: '结束 Chrome · Windows（192.0.2.3）的会话' }))
  await waitFor(() => expect(screen.queryByText('192.0.2.3')).toBeNull())
  fireEvent.click(screen.getByRole('button', { name: '结束其他会话' }))
  await waitFor(() => expect(screen.queryByText('192.0.2.2')).toBeNull())
  expect(api.requests(endSessions).map(({ query }) => query)).toEqual([{ session: '3' }, {}])
  expect(screen.queryByRole('button', { name: '结束其他会话' })).toBeNull()
})

describe('passwords', () => {
  it.each([
    ['', null],
    ['short', { kind: 'tooShort', missing: 3 }],
    ['LI.SI@team.example', { kind: 'personal' }],
    ['li.si', { kind: 'personal' }],
    ['eight-ch', { kind: 'longer' }],
    ['twelve-chars', { kind: 'longEnough' }],
  ])('%j gets the note %j', (password, note) => expect(notePassword(password, me)).toEqual(note))

  it('that are generated are long, plain and never the same', () => {
    const made = Array.from({ length: 50 }, newPassword)
    for (const password of made) expect(password).toMatch(/^([a-km-np-z2-9]{5}-){3}[a-km-np-z2-9]{5}$/)
    expect(new Set(made).size).toBe(50)
  })
})

it.each([
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/26.0 Safari/605.1.15',
    'Safari · macOS',
  ],
  ['Mozilla/5.0 (Windows NT 10.0; Win64) AppleWebKit/537.36 Chrome/156 Safari/537.36 Edg/156.0', 'Edge · Windows'],
  ['Mozilla/5.0 (Android 16; Mobile; rv:150.0) Gecko/150.0 Firefox/150.0', 'Firefox · Android'],
  ['something else/1.0', 'something else/1.0'],
  ['', ''],
])('%j is shown as %j', (userAgent, device) => expect(deviceOf(userAgent)).toBe(device))
