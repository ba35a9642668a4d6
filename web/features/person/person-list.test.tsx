import '#web/routes.ts'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { listOgs } from '#contract/og.api.ts'
import { bulkPerson, linkOgName, listOgNames, listPersonLabels, listPersons } from '#contract/person.api.ts'
import { updateSetting } from '#contract/setting.api.ts'
import { visibleUsers } from '#contract/user.api.ts'
import { listViews } from '#contract/view.api.ts'
import { setLocale } from '#web/platform/locale.ts'
import { useNotices } from '#web/platform/notice.ts'
import { type FakeApi, fakeApi } from '#web/testing/fake-api.ts'
import { renderPage } from '#web/testing/render-page.tsx'
import AdminPersonPage from './admin-person-page.tsx'
import { fakePersonItem } from './fake-person.ts'
import PersonListPage from './person-list-page.tsx'

const member = {
  id: 7,
  og_id: 3,
  og_name: '海港物流',
  role: '董事',
  start_time: null,
  end_time: null,
  area: null,
  term: null,
  on_behalf_of: null,
}
const zhang = fakePersonItem({
  id: 1,
  name: '张三',
  is_focus: true,
  region: 'CN',
  labels: ['能源'],
  og_names: ['东方石油'],
  ogs: [3],
  memberships: [member, { ...member, id: 8, role: '顾问' }],
})
const li = fakePersonItem({ id: 2, name: '李四', can: [], read_user: [1] })

let api: FakeApi
let complaints: unknown[][] = []

beforeEach(() => {
  complaints = []
  vi.spyOn(console, 'error').mockImplementation((...args) => void complaints.push(args))
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600)
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1200)
  setLocale('zh-CN')
  useNotices.setState([], true)
  api = fakeApi()
  api.on(listPersons, ({ query }) => {
    const items = query.is_focus === 'true' ? [zhang] : [zhang, li]
    return { items, total: items.length, current: 1, pageSize: 50 }
  })
  api.on(listViews, () => ({ items: [] }))
  api.on(visibleUsers, () => [])
  api.on(updateSetting, () => ({}))
})

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  expect(complaints).toEqual([])
  expect(api.unknown).toEqual([])
})

const rowOf = (name: string) => screen.getByText(name).closest<HTMLElement>('[role=row]') as HTMLElement

describe('the list of focus persons', () => {
  it('requests only focus persons, in the server’s own order', async () => {
    await renderPage(<PersonListPage />, '/person')
    await screen.findByText('张三')
    expect(screen.queryByText('李四')).toBeNull()
    expect(api.requests(listPersons)[0]?.query).toEqual({ is_focus: 'true', current: '1', pageSize: '50' })
    expect(screen.getByRole('heading', { name: '重点人物' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: '重置' })).toBeNull()
  })

  it('shows all with a switch, which the address keeps', async () => {
    const { search } = await renderPage(<PersonListPage />, '/person')
    await screen.findByText('张三')
    fireEvent.click(screen.getByRole('switch', { name: '显示全部人物' }))
    await screen.findByText('李四')
    expect(search()).toEqual({ is_focus: 'any' })
    expect(api.requests(listPersons).at(-1)?.query).toEqual({ current: '1', pageSize: '50' })
    fireEvent.click(screen.getByRole('switch', { name: '显示全部人物' }))
    await waitFor(() => expect(screen.queryByText('李四')).toBeNull())
  })

  it('names each organisation once, as a link, and unlinked ones after them', async () => {
    await renderPage(<PersonListPage />, '/person')
    await screen.findByText('张三')
    const row = within(rowOf('张三'))
    expect(row.getAllByRole('link', { name: '海港物流' })).toHaveLength(1)
    expect(row.getByRole('link', { name: '海港物流' }).getAttribute('href')).toBe('/og/3')
    expect(row.getByText('东方石油').closest('a')).toBeNull()
    expect(row.getByRole('img', { name: '重点人物' })).toBeTruthy()
    expect(await row.findByText('中国')).toBeTruthy()
  })

  it('offers all persons if no one is a focus person', async () => {
    api.on(listPersons, ({ query }) => {
      const items = query.is_focus === 'true' ? [] : [li]
      return { items, total: items.length, current: 1, pageSize: 50 }
    })
    await renderPage(<PersonListPage />, '/person')
    await screen.findByText('还没有重点人物')
    fireEvent.click(screen.getByRole('button', { name: '显示全部人物' }))
    await screen.findByText('李四')
  })
})

describe('managing persons', () => {
  it('adds labels to the selection and reports how many were refused', async () => {
    api.on(bulkPerson, () => ({ done: 1, refused: 1, ids: [1] }))
    api.on(listPersonLabels, () => ({ items: [{ label: '制裁', count: 3 }] }))
    await renderPage(<AdminPersonPage />, '/admin/person')
    await screen.findByText('张三')
    fireEvent.click(screen.getByRole('checkbox', { name: '选择本页全部' }))
    fireEvent.click(screen.getByRole('button', { name: '添加标签' }))
    const dialog = await screen.findByRole('dialog')
    const box = await within(dialog).findByRole('combobox', { name: '标签' })
    await act(async () => void fireEvent.change(box, { target: { value: '制裁,' } }))
    fireEvent.click(await within(dialog).findByRole('button', { name: /添加标签（2 条）/ }))
    expect(await screen.findByText(/已为 1 个人物添加标签。 1 条因无权修改未处理/)).toBeTruthy()
    expect(api.requests(bulkPerson)[0]?.body).toEqual({ act: 'update', ids: [1, 2], patch: { add_labels: ['制裁'] } })
  }, 20_000)

  it('offers editing only for persons that the user can change, and nothing but restoring in the trash', async () => {
    await renderPage(<AdminPersonPage />, '/admin/person')
    await screen.findByText('张三')
    expect(screen.getByRole('button', { name: '编辑“张三”' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: '编辑“李四”' })).toBeNull()
    cleanup()
    await renderPage(<AdminPersonPage />, '/admin/person?trash=true')
    await screen.findByText('张三')
    expect(screen.queryByRole('link', { name: '张三' })).toBeNull()
    fireEvent.click(screen.getByRole('checkbox', { name: '选择“张三”' }))
    expect(screen.queryByRole('button', { name: '删除' })).toBeNull()
    expect(screen.getByRole('button', { name: '恢复' })).toBeTruthy()
  })

  it('links a name to the suggested organisation and reports the number of persons', async () => {
    const suggestions = [{ og_id: 3, og_name: '海港物流', how: 'alias' as const }]
    api.on(listOgNames, () => ({
      items: [
        { name: '海港', count: 4, suggestions },
        { name: '无名公司', count: 1, suggestions: [] },
      ],
      total: 2,
      current: 1,
      pageSize: 20,
    }))
    api.on(listOgs, () => ({ items: [], total: 0, current: 1, pageSize: 100 }))
    api.on(linkOgName, () => ({ done: 3, refused: 1 }))
    await renderPage(<AdminPersonPage />, '/admin/person')
    await screen.findByText('张三')
    fireEvent.click(screen.getByRole('button', { name: '未关联组织' }))
    await screen.findByText('与别名相同')
    expect((screen.getByRole('button', { name: '关联“无名公司”' }) as HTMLButtonElement).disabled).toBe(true)
    fireEvent.click(screen.getByRole('button', { name: '关联“海港”' }))
    expect(await screen.findByText('“海港”：已关联 3 个人物。 1 个因无权修改未处理。')).toBeTruthy()
    expect(api.requests(linkOgName)[0]?.body).toEqual({ name: '海港', og_id: 3 })
  })

  it('links at once all names that equal an organisation’s name, and none that is only similar', async () => {
    const is = (og_id: number, how: 'exact' | 'alias' | 'suggested') => ({ og_id, og_name: `组织 ${og_id}`, how })
    api.on(listOgNames, () => ({
      items: [
        { name: '甲', count: 1, suggestions: [is(3, 'alias')] },
        { name: '乙', count: 2, suggestions: [is(4, 'exact'), is(5, 'suggested')] },
        { name: '丙', count: 1, suggestions: [is(6, 'suggested')] },
        { name: '丁', count: 1, suggestions: [is(7, 'exact'), is(8, 'exact')] },
      ],
      total: 4,
      current: 1,
      pageSize: 20,
    }))
    api.on(listOgs, () => ({ items: [], total: 0, current: 1, pageSize: 100 }))
    api.on(linkOgName, () => ({ done: 1, refused: 0 }))
    await renderPage(<AdminPersonPage />, '/admin/person')
    await screen.findByText('张三')
    fireEvent.click(screen.getByRole('button', { name: '未关联组织' }))
    fireEvent.click(await screen.findByRole('button', { name: '关联全部 2 个同名组织' }))
    expect(await screen.findByText('2 个名称：已关联 2 个人物。')).toBeTruthy()
    expect(api.requests(linkOgName).map(each => each.body)).toEqual([
      { name: '甲', og_id: 3 },
      { name: '乙', og_id: 4 },
    ])
  })
})
