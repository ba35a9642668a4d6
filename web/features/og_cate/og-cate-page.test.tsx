import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import {
  createOgCate,
  deleteOgCate,
  listOgCates,
  type OgCate,
  restoreOgCate,
  updateOgCate,
} from '#contract/og_cate.api.ts'
import { useNotices } from '#web/platform/notice.ts'
import { type FakeApi, FakeFailure, fakeApi } from '#web/testing/fake-api.ts'
import { renderPage } from '#web/testing/render-page.tsx'
import OgCatePage from './og-cate-page.tsx'

const category = (id: number, name: string, more: Partial<OgCate> = {}): OgCate => ({
  id,
  rev: 1,
  owner: 1,
  name,
  og_count: 0,
  created_at: '2026-11-20T08:00:00.000Z',
  updated_at: '2026-11-20T08:00:00.000Z',
  can: ['update', 'delete', 'restore'],
  ...more,
})

let api: FakeApi
let kept: OgCate[]
let complaints: unknown[]

beforeEach(() => {
  complaints = []
  vi.spyOn(console, 'error').mockImplementation((...args) => void complaints.push(args))
  useNotices.setState([], true)
  kept = [category(1, '能源', { og_count: 3 }), category(2, '金融')]
  api = fakeApi()
  api.on(listOgCates, ({ query }) => {
    const items = kept.filter(each => each.name.includes(String(query.keyword ?? '')))
    return { items, total: items.length, current: 1, pageSize: 50 }
  })
})

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  expect(api.unknown).toEqual([])
  expect(complaints).toEqual([])
})

it('adds a category in the list', async () => {
  api.on(createOgCate, ({ body }) => {
    const made = category(3, (body as OgCate).name)
    kept = [...kept, made]
    return made
  })
  await renderPage(<OgCatePage />, '/admin/og_cates')
  const field = await screen.findByLabelText('新类别的名称')
  fireEvent.change(field, { target: { value: ' 航运 ' } })
  fireEvent.submit(field.closest('form') as HTMLFormElement)
  await screen.findByText('航运')
  expect(api.requests(createOgCate).map(({ body }) => body)).toEqual([{ name: '航运' }])
  expect((field as HTMLInputElement).value).toBe('')
})

it('reports next to a name that it is taken, and keeps the input', async () => {
  api.on(updateOgCate, () => {
    throw new FakeFailure('duplicate', { value: '金融' })
  })
  await renderPage(<OgCatePage />, '/admin/og_cates')
  fireEvent.click(await screen.findByLabelText('重命名“能源”'))
  const field = screen.getByRole('textbox', { name: '重命名“能源”' })
  fireEvent.change(field, { target: { value: '金融' } })
  fireEvent.submit(field.closest('form') as HTMLFormElement)
  await screen.findByText('“金融”已存在，请换一个。')
  expect((field as HTMLInputElement).value).toBe('金融')
  fireEvent.keyDown(field, { key: 'Escape' })
  expect(screen.queryByRole('textbox', { name: '重命名“能源”' })).toBeNull()
})

it('shows a name that another user has set meanwhile before overwriting it', async () => {
  api.on(updateOgCate, ({ body }) => {
    const { rev, name } = body as OgCate
    if (rev === 1) {
      kept = [category(1, '电力', { rev: 2 }), category(2, '金融')]
      throw new FakeFailure('stale', {}, kept[0])
    }
    kept = [category(1, name, { rev: 3 }), category(2, '金融')]
    return kept[0] as OgCate
  })
  await renderPage(<OgCatePage />, '/admin/og_cates')
  fireEvent.click(await screen.findByLabelText('重命名“能源”'))
  const field = screen.getByRole('textbox', { name: '重命名“能源”' })
  fireEvent.change(field, { target: { value: '水电' } })
  const form = field.closest('form') as HTMLFormElement
  fireEvent.submit(form)
  await screen.findByText(/其他人刚刚把它重命名为“电力”/)
  await waitFor(() => expect((within(form).getByRole('textbox') as HTMLInputElement).disabled).toBe(false))
  fireEvent.submit(form)
  await screen.findByText('水电')
  expect(api.requests(updateOgCate).map(({ body }) => (body as OgCate).rev)).toEqual([1, 2])
})

it('deletes at once and restores from the notice', async () => {
  const [energy] = kept as [OgCate]
  api.on(deleteOgCate, () => {
    kept = kept.filter(each => each.id !== 1)
    return null
  })
  api.on(restoreOgCate, () => {
    kept = [energy, ...kept]
    return energy
  })
  await renderPage(<OgCatePage />, '/admin/og_cates')
  fireEvent.click(await screen.findByLabelText('删除“能源”'))
  await screen.findByText('已删除“能源”，其中的 3 个组织暂无类别')
  await waitFor(() => expect(screen.queryByLabelText('删除“能源”')).toBeNull())
  fireEvent.click(screen.getByRole('button', { name: '撤销' }))
  await screen.findByLabelText('删除“能源”')
})

it('keeps the keyword in the address, and reports if nothing matches', async () => {
  const { search } = await renderPage(<OgCatePage />, '/admin/og_cates?keyword=没有')
  await screen.findByText('没有名称包含“没有”的类别。')
  fireEvent.change(screen.getByLabelText('类别名称'), { target: { value: '金' } })
  await waitFor(() => expect(search().keyword).toBe('金'))
  await screen.findByText('金融')
})
