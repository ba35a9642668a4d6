import '#web/routes.ts'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { bulkOg, listOgs, type Og } from '#contract/og.api.ts'
import { listOgCates } from '#contract/og_cate.api.ts'
import { updateSetting } from '#contract/setting.api.ts'
import { type User, visibleUsers } from '#contract/user.api.ts'
import { listViews } from '#contract/view.api.ts'
import { useNotices } from '#web/platform/notice.ts'
import { useSession } from '#web/platform/session.ts'
import { type FakeApi, fakeApi } from '#web/testing/fake-api.ts'
import { renderPage } from '#web/testing/render-page.tsx'
import AdminOgPage from './admin-og-page.tsx'
import { fakeOg } from './fake-og.ts'
import OgListPage from './og-list-page.tsx'

const og = (id: number, over: Partial<Og> = {}): Og =>
  fakeOg({ id, name: `Harbour ${id}`, category_id: 5, weight: 10, region: 'FR', danger_level: '一类', ...over })
const bank = {
  id: 5,
  rev: 1,
  owner: 1,
  name: '银行',
  og_count: 2,
  can: [],
  created_at: '2026-11-20T00:00:00.000Z',
  updated_at: '2026-11-20T00:00:00.000Z',
}

let api: FakeApi
let complaints: unknown[][] = []

beforeEach(() => {
  complaints = []
  vi.spyOn(console, 'error').mockImplementation((...args) => void complaints.push(args))
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600)
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1200)
  useNotices.setState([], true)
  api = fakeApi()
  const items = [og(1), og(2, { can: [], read_user: [1] })]
  api.on(listOgs, () => ({ items, total: 2, current: 1, pageSize: 50 }))
  api.on(listOgCates, () => ({ items: [bank], total: 1, current: 1, pageSize: 100 }))
  api.on(listViews, () => ({ items: [] }))
  api.on(visibleUsers, () => [])
  api.on(updateSetting, () => ({}))
})

afterEach(() => {
  cleanup()
  useSession.setState({ user: null })
  vi.restoreAllMocks()
  expect(complaints).toEqual([])
  expect(api.unknown).toEqual([])
})

const rowOf = (name: string) => screen.getByText(name).closest<HTMLElement>('[role=row]') as HTMLElement

it('names the records that a row refers to, links its name, marks restricted ones', async () => {
  await renderPage(<OgListPage />, '/og')
  await screen.findByText('Harbour 1')
  await within(rowOf('Harbour 1')).findByText('银行')
  await within(rowOf('Harbour 1')).findByText('法国')
  expect(screen.getByRole('link', { name: 'Harbour 1' }).getAttribute('href')).toBe('/og/1')
  expect(within(rowOf('Harbour 2')).getByRole('img', { name: '受限访问' })).toBeTruthy()
  expect(screen.queryByRole('checkbox')).toBeNull()
})

it('offers editing only for records that can be changed', async () => {
  await renderPage(<AdminOgPage />, '/admin/og')
  await screen.findByText('Harbour 1')
  expect(screen.getByRole('button', { name: '编辑“Harbour 1”' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: '编辑“Harbour 2”' })).toBeNull()
})

it('sets a danger level on the selection and reports how many were refused', async () => {
  api.on(bulkOg, () => ({ done: 1, refused: 1, ids: [1] }))
  await renderPage(<AdminOgPage />, '/admin/og')
  await screen.findByText('Harbour 1')
  fireEvent.click(screen.getByRole('checkbox', { name: '选择本页全部' }))
  fireEvent.click(screen.getByRole('button', { name: '设置危险等级' }))
  const dialog = await screen.findByRole('dialog')
  const submit = await within(dialog).findByRole('button', { name: /设置危险等级（2 条）/ })
  expect((submit as HTMLButtonElement).disabled).toBe(true)
  fireEvent.click(await within(dialog).findByText('受制裁'))
  fireEvent.click(submit)
  expect(await screen.findByText(/已为 1 个组织设置危险等级。 1 条因无权修改未处理/)).toBeTruthy()
  expect(api.requests(bulkOg)[0]?.body).toEqual({ act: 'update', ids: [1, 2], patch: { danger_level: '受制裁' } })
})

it('offers only restoring in the trash', async () => {
  api.on(bulkOg, () => ({ done: 1, refused: 0, ids: [1] }))
  await renderPage(<AdminOgPage />, '/admin/og?trash=true')
  await screen.findByText('Harbour 1')
  expect(screen.queryByRole('link', { name: 'Harbour 1' })).toBeNull()
  fireEvent.click(screen.getByRole('checkbox', { name: '选择“Harbour 1”' }))
  expect(screen.queryByRole('button', { name: '删除' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: '恢复' }))
  fireEvent.click(await screen.findByRole('button', { name: /恢复（1 条）/ }))
  await waitFor(() => expect(api.requests(bulkOg)[0]?.body).toEqual({ act: 'restore', ids: [1] }))
})

it('is one list: writers find new, import and bulk actions in it, readers do not', async () => {
  useSession.setState({ user: { id: 1, username: 'li.si', role: 'editor' } as User })
  await renderPage(<OgListPage />, '/og')
  await screen.findByText('Harbour 1')
  expect(screen.getByRole('button', { name: '新建' })).toBeTruthy()
  expect(screen.getByRole('button', { name: '导入' })).toBeTruthy()
  expect(screen.getByRole('button', { name: '编辑“Harbour 1”' })).toBeTruthy()
  expect(screen.queryByRole('columnheader', { name: '访问权限' })).toBeNull()
  cleanup()
  await renderPage(<AdminOgPage />, '/admin/og')
  await screen.findByText('Harbour 1')
  expect(screen.getByRole('columnheader', { name: '访问权限' })).toBeTruthy()
  cleanup()
  useSession.setState({ user: { id: 1, username: 'li.si', role: 'reader' } as User })
  await renderPage(<OgListPage />, '/og?trash=true')
  await screen.findByText('Harbour 1')
  expect(screen.queryByRole('button', { name: '新建' })).toBeNull()
  expect(screen.queryByRole('button', { name: '导入' })).toBeNull()
  expect(screen.queryByRole('checkbox')).toBeNull()
  expect(screen.getByRole('link', { name: 'Harbour 1' })).toBeTruthy()
})
