import '#web/routes.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import {
  cancelListVersion,
  confirmListVersion,
  createList,
  deleteList,
  type List,
  type ListVersion,
  listListSetAside,
  listLists,
  loadExampleList,
  loadListAddress,
} from '#contract/list.api.ts'
import { listSources } from '#contract/source.api.ts'
import { FakeFailure } from '#web/testing/fake-api.ts'
import { pageOf, preparePage, signIn } from '#web/testing/page-test.ts'
import { renderPage } from '#web/testing/render-page.tsx'
import AdminListPage from './admin-list-page.tsx'

const at = '2026-11-20T08:00:00.000Z'
const aVersion = (n: number, over: Partial<ListVersion> = {}): ListVersion => ({
  ...{ id: n, n, state: 'done', file_name: 'un.xml', address: null, size: 900, read: 1000, entries: 1000, added: 1000 },
  ...{ changed: 0, removed: 0, left_out: 0, left_kinds: {}, set_aside: 0, trimmed: 0, unread: [], format: 'un_xml' },
  ...{ held_for: null, sheet: null, error: null, started_at: at, ended_at: at },
  ...over,
})
const aList = (id: number, over: Partial<List> = {}): List => ({
  ...{
    id,
    rev: 1,
    name: `名单 ${id}`,
    kind: 'sanctions',
    source: { id: 4, name: '联合国' },
    address: null,
    every: 'never',
  },
  ...{ due_at: null, mapping: null, version: aVersion(1), loading: null, created_at: at, updated_at: at },
  ...over,
})

let lists: List[]
const page = preparePage(api => {
  api.on(listLists, () => ({ items: lists }))
  api.on(listSources, () => pageOf([]))
})
beforeEach(() => {
  signIn('admin')
  lists = [aList(1)]
})

const show = () => renderPage(<AdminListPage />, '/admin/list')

it('shows the version in force with its changes, and offers an administrator every action', async () => {
  lists = [aList(1, { address: 'https://lists.example/un.xml', every: 'day', due_at: at })]
  await show()
  await screen.findByText(/1,000 条/)
  screen.getByText('每天')
  for (const name of ['上传新版本：名单 1', '立即获取：名单 1', '编辑名单“名单 1”', '删除名单：名单 1'])
    screen.getByRole('button', { name })
})

it('offers an editor no action', async () => {
  signIn('editor')
  lists = [aList(1, { loading: aVersion(2, { state: 'held', held_for: 'removed', removed: 600 }) })]
  await show()
  await screen.findAllByText(/1,000 条/)
  for (const name of [/上传新版本/, /删除名单/, /仍然启用/, '添加名单'])
    expect(screen.queryByRole('button', { name })).toBeNull()
})

it('holds a load that would remove much, and puts it in force only at a press', async () => {
  lists = [aList(1, { loading: aVersion(2, { state: 'held', held_for: 'removed', removed: 600, entries: 400 }) })]
  page.api.on(confirmListVersion, () => {
    lists = [aList(1, { version: aVersion(2, { entries: 400 }) })]
    return lists[0] as List
  })
  await show()
  const upload = await screen.findByRole<HTMLButtonElement>('button', { name: '上传新版本：名单 1' })
  expect(upload.disabled).toBe(true)
  expect(page.api.requests(confirmListVersion)).toEqual([])
  fireEvent.click(screen.getByRole('button', { name: '仍然启用' }))
  await screen.findByText(/400 条/)
  expect(page.api.requests(confirmListVersion)[0]?.params).toEqual({ id: '1', n: '2' })
})

it('discards a load, and reports if that is no longer possible', async () => {
  lists = [aList(1, { loading: aVersion(2, { state: 'mapping' }) })]
  page.api.on(cancelListVersion, () => {
    throw new FakeFailure('wrong_state')
  })
  await show()
  await screen.findByText('这是表格文件，设置各列含义后即可加载。')
  fireEvent.click(screen.getByRole('button', { name: '放弃此次加载' }))
  await waitFor(() => expect(page.api.requests(cancelListVersion)).toHaveLength(1))
  await screen.findByText(/当前状态/)
})

it('states why a load failed, that nothing was loaded yet, and what the new file lacks', async () => {
  const sheet = { missing: ['姓名', '国籍'] } as never
  lists = [
    aList(1, { loading: aVersion(2, { state: 'failed', error: '文件不完整' }) }),
    aList(2, { version: null }),
    aList(3, { loading: aVersion(2, { state: 'mapping', sheet }) }),
  ]
  await show()
  await screen.findByText(/文件不完整/)
  screen.getByText(/姓名, 国籍/)
  const second = screen.getByRole('button', { name: '名单 2' }).closest('li') as HTMLElement
  expect(within(second).queryByText(/1,000 条/)).toBeNull()
})

it('counts the entries that were not loaded, shortened or are no party, and lists them with their reasons', async () => {
  const unread = [{ heading: 'DOB', count: 3, examples: ['31/31/1970'] }]
  lists = [aList(1, { version: aVersion(1, { set_aside: 2, trimmed: 1, left_kinds: { Vessel: 12 }, unread }) })]
  page.api.on(listListSetAside, () =>
    pageOf([
      { n: 17, key: 'x-17', caption: 'Ivan', reason: '没有名称', is_taken: false },
      { n: 18, key: null, caption: null, reason: '名称过长', is_taken: true },
    ] as never[]),
  )
  await show()
  await screen.findByText(/12/)
  screen.getByText(/“DOB”列有 3 个值无法读取.*“31\/31\/1970”/)
  fireEvent.click(screen.getByRole('button', { name: '2 条未采用 · 1 条已截短' }))
  const drawer = within(await screen.findByRole('dialog'))
  const row = within(await drawer.findByRole('row', { name: /Ivan/ }))
  row.getByText('没有名称')
  row.getByText('未采用')
  drawer.getByText('已采用，已截短')
})

it('fetches a list now, and reports that it cannot', async () => {
  lists = [aList(1, { address: 'https://lists.example/un.xml' })]
  let isRefused = true
  page.api.on(loadListAddress, () => {
    if (isRefused) throw new FakeFailure('wrong_state')
    return lists[0] as List
  })
  await show()
  fireEvent.click(await screen.findByRole('button', { name: '立即获取：名单 1' }))
  await waitFor(() => expect(page.api.requests(loadListAddress)).toHaveLength(1))
  expect(screen.queryByText('已开始获取“名单 1”')).toBeNull()
  isRefused = false
  fireEvent.click(screen.getByRole('button', { name: '立即获取：名单 1' }))
  await screen.findByText('已开始获取“名单 1”')
})

it('deletes a list only after a confirmation that names the consequences', async () => {
  page.api.on(deleteList, () => {
    lists = []
    return null
  })
  await show()
  fireEvent.click(await screen.findByRole('button', { name: '删除名单：名单 1' }))
  const dialog = within(await screen.findByRole('dialog'))
  dialog.getByText(/命中将一并永久删除/)
  expect(page.api.requests(deleteList)).toEqual([])
  fireEvent.click(dialog.getByRole('button', { name: /删\s?除/ }))
  await screen.findByText(/^还没有名单/)
})

it('adds a list, and shows a refusal next to its field', async () => {
  let isTaken = true
  page.api.on(createList, ({ body }) => {
    if (isTaken) throw new FakeFailure('duplicate', { value: '欧盟' })
    lists = [...lists, aList(2, body as Partial<List>)]
    return lists[1] as List
  })
  await show()
  fireEvent.click(await screen.findByRole('button', { name: '添加名单' }))
  const dialog = within(await screen.findByRole('dialog'))
  fireEvent.change(await dialog.findByLabelText(/^名称/), { target: { value: '欧盟' } })
  fireEvent.click(dialog.getByRole('button', { name: /保\s?存/ }))
  await screen.findByText(/“欧盟”已存在/)
  isTaken = false
  fireEvent.click(dialog.getByRole('button', { name: /保\s?存/ }))
  await screen.findByRole('button', { name: '欧盟' })
  expect(page.api.requests(createList).at(-1)?.body).toMatchObject({ name: '欧盟' })
})

it('offers the example only to administrators of an empty console', async () => {
  lists = []
  page.api.on(loadExampleList, () => {
    lists = [aList(9, { name: '示例' })]
    return lists[0] as List
  })
  await show()
  fireEvent.click(await screen.findByRole('button', { name: '加载示例名单' }))
  await screen.findByRole('button', { name: '示例' })
  expect(screen.queryByRole('button', { name: '加载示例名单' })).toBeNull()
})

it('shows an editor that there is no list, without a button', async () => {
  signIn('editor')
  lists = []
  await show()
  await screen.findByText(/^还没有名单/)
  expect(screen.queryByRole('button', { name: '加载示例名单' })).toBeNull()
})

it('reports lists that failed to load', async () => {
  page.api.on(listLists, () => {
    throw new FakeFailure('internal')
  })
  await show()
  await screen.findByText(/^名单加载失败/)
})
