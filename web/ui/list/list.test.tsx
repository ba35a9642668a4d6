import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { updateSetting } from '#contract/setting.api.ts'
import type { User } from '#contract/user.api.ts'
import { createView, listViews, type View } from '#contract/view.api.ts'
import { pageOf } from '#contract/wire.ts'
import { ApiError } from '#web/platform/api.ts'
import { setPing } from '#web/platform/connection.ts'
import { useNotices } from '#web/platform/notice.ts'
import { useSession } from '#web/platform/session.ts'
import { useSetting } from '#web/platform/setting.ts'
import { type FakeApi, FakeFailure, fakeApi } from '#web/testing/fake-api.ts'
import { renderPage } from '#web/testing/render-page.tsx'
import { List } from './list.tsx'
import { type BulkTarget, bulkAct, type ListConfig } from './list-config.ts'

const Thing = z.strictObject({ id: z.int(), name: z.string(), weight: z.int() })
type Thing = z.output<typeof Thing>

const listThings = endpoint({
  method: 'GET',
  readsFrom: 'primary',
  path: '/v1/og',
  roles: 'public',
  summary: 'Things',
  query: z.strictObject({}),
  reply: pageOf(Thing),
})

const things = (count: number, from = 1): Thing[] =>
  Array.from({ length: count }, (_, index) => ({ id: from + index, name: `Thing ${from + index}`, weight: index }))

const opened: number[] = []
const ran: BulkTarget[] = []

const config: ListConfig<Thing> = {
  name: 'things',
  noun: 'og',
  title: 'Things',
  endpoint: listThings,
  columns: [
    { id: 'name', title: 'Name', cell: row => <a href="/x">{row.name}</a>, width: 200, sort: 'name', isPinned: true },
    { id: 'weight', title: 'Weight', cell: row => row.weight, width: 80, isNumber: true },
  ],
  filters: [
    {
      id: 'kind',
      label: 'Kind',
      kind: 'options',
      options: [
        { value: 'a', label: 'Alpha' },
        { value: 'b', label: 'Beta' },
      ],
    },
    { id: 'restricted', label: 'Restricted', kind: 'switch' },
  ],
  defaultSort: '-id',
  searchHint: 'name',
  rowId: row => row.id,
  rowName: row => row.name,
  open: row => opened.push(row.id),
  bulkActs: [
    bulkAct({
      id: 'burn',
      label: 'Burn',
      run: async target => {
        ran.push(target)
        if ('filter' in target && target.expected !== 1740)
          throw new ApiError({ status: 409, code: 409, message: '', errors: [], data: { count: 1740 } })
        return { done: 3, refused: 2, ids: [1, 2, 3] }
      },
      undo: async ids => undone.push(...ids),
      done: count => `${count} burnt`,
    }),
  ],
  hasViews: true,
  empty: { title: 'No things', text: 'Make one' },
}
const undone: number[] = []

const view: View = {
  id: 7,
  rev: 1,
  noun: 'og',
  name: 'Alphas',
  scope: 'private',
  roles: [],
  groups: [],
  state: { search: 'kind=a' },
  owner: 1,
  can: ['update', 'delete'],
  created_at: '2026-11-21T00:00:00.000Z',
  updated_at: '2026-11-21T00:00:00.000Z',
}

let api: FakeApi
let complaints: unknown[][] = []

beforeEach(() => {
  complaints = []
  vi.spyOn(console, 'error').mockImplementation((...args) => void complaints.push(args))
  // The virtual rows measure the height of their box, which is zero without layout.
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600)
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(900)
  for (const list of [opened, ran, undone]) list.length = 0
  useSetting.setState({ lists: {} })
  useNotices.setState([], true)
  api = fakeApi()
  api.on(listThings, ({ query }) => ({
    items: things(Number(query.pageSize), (Number(query.current) - 1) * Number(query.pageSize) + 1),
    total: 1734,
    current: Number(query.current),
    pageSize: Number(query.pageSize),
  }))
  api.on(listViews, () => ({ items: [view] }))
  api.on(updateSetting, () => ({}))
})

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  expect(complaints).toEqual([])
  expect(api.unknown).toEqual([])
})

const show = async (at?: string, over: Partial<ListConfig<Thing>> = {}) => {
  const page = await renderPage(<List config={{ ...config, ...over }} />, at)
  await waitFor(() => expect(screen.queryByText('正在加载')).toBeNull())
  return page
}
const row = (name: string) => screen.getByText(name).closest<HTMLElement>('[role=row]') as HTMLElement
const press = (key: string, on: Element = document.activeElement ?? document.body) =>
  act(() => fireEvent.keyDown(on, { key }))

describe('the grid', () => {
  it('announces the numbers of rows and columns and renders only visible rows', async () => {
    await show()
    await screen.findByText('Thing 1')
    const grid = screen.getByRole('grid', { name: 'Things' })
    expect(grid.getAttribute('aria-rowcount')).toBe('1735')
    expect(grid.getAttribute('aria-colcount')).toBe('3')
    expect(row('Thing 1').getAttribute('aria-rowindex')).toBe('2')
    expect(within(grid).getAllByRole('row').length).toBeLessThan(40)
    expect(screen.getByText('1–50，共 1,734')).toBeTruthy()
  })

  it('requests the next page with the same filter, and returns with the browser', async () => {
    const { history, search } = await show('/test?kind=a')
    await screen.findByText('Thing 1')
    fireEvent.click(screen.getByRole('button', { name: '下一页' }))
    await screen.findByText('Thing 51')
    expect(search()).toEqual({ kind: 'a', current: '2' })
    expect(api.requests(listThings).at(-1)?.query).toMatchObject({ kind: 'a', current: '2', pageSize: '50' })
    expect(row('Thing 51').getAttribute('aria-rowindex')).toBe('52')
    act(() => history.back())
    await screen.findByText('Thing 1')
    expect(search()).toEqual({ kind: 'a' })
  })

  it('sorts by a title and announces it', async () => {
    const { search } = await show()
    await screen.findByText('Thing 1')
    fireEvent.click(screen.getByRole('button', { name: 'Name' }))
    await waitFor(() => expect(search()).toEqual({ sort: 'name' }))
    expect(screen.getByRole('columnheader', { name: 'Name' }).getAttribute('aria-sort')).toBe('ascending')
  })

  it('announces its order before the user chose one, also the server’s own', async () => {
    await show('/test', { defaultSort: '', ownSort: '-name' })
    await screen.findByText('Thing 1')
    expect(screen.getByRole('columnheader', { name: 'Name' }).getAttribute('aria-sort')).toBe('descending')
    expect(api.requests(listThings)[0]?.query.sort).toBeUndefined()
    fireEvent.click(screen.getByRole('button', { name: 'Name' }))
    await waitFor(() => expect(api.requests(listThings).at(-1)?.query.sort).toBe('name'))
  })

  it('keeps the actions at the right edge, as the last column', async () => {
    const acts = { id: 'acts', title: 'Acts', cell: () => 'Edit', width: 56, isActs: true }
    await show('/test', { columns: [acts, ...config.columns] })
    await screen.findByText('Thing 1')
    const heads = screen.getAllByRole('columnheader')
    expect(heads.at(-1)?.textContent).toBe('Acts')
    expect(heads.at(-1)?.style.right).toBe('0px')
    expect(within(row('Thing 1')).getAllByRole('gridcell').at(-1)?.style.right).toBe('0px')
  })

  it('moves with j and k, opens with Enter and with a double press', async () => {
    await show()
    await screen.findByText('Thing 1')
    press('j')
    press('j')
    press('j')
    press('k')
    expect(document.activeElement).toBe(row('Thing 2'))
    press('Enter')
    fireEvent.doubleClick(row('Thing 5'))
    expect(opened).toEqual([2, 5])
  })

  it('marks an estimated total', async () => {
    api.on(listThings, () => ({ items: things(50), total: 1_000_000, total_estimated: true, current: 1, pageSize: 50 }))
    await show()
    expect(await screen.findByText('约 1,000,000')).toBeTruthy()
    expect(screen.getByRole('grid').getAttribute('aria-rowcount')).toBe('-1')
  })
})

describe('search and filters', () => {
  it('searches after a pause, once', async () => {
    const { search } = await show('/test?current=3')
    const box = screen.getByRole('textbox')
    fireEvent.change(box, { target: { value: 'ban' } })
    fireEvent.change(box, { target: { value: 'bank ' } })
    await waitFor(() => expect(search()).toEqual({ keyword: 'bank' }))
    const keywords = api.requests(listThings).flatMap(({ query }) => query.keyword ?? [])
    expect(keywords).toEqual(['bank'])
  })

  it('narrows by a filter and widens again by reset, which requests the rows again', async () => {
    const { search } = await show()
    fireEvent.click(screen.getByRole('button', { name: 'Restricted' }))
    await waitFor(() => expect(search()).toEqual({ restricted: 'true' }))
    fireEvent.click(screen.getByRole('button', { name: '重置' }))
    await waitFor(() => expect(search()).toEqual({}))
  })

  it('offers options in a panel that Escape closes', async () => {
    const { search } = await show()
    const button = screen.getByRole('button', { name: 'Kind' })
    button.focus()
    fireEvent.click(button)
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Beta' }))
    await waitFor(() => expect(search()).toEqual({ kind: 'b' }))
    press('Escape', screen.getByRole('dialog'))
    await waitFor(() => expect(document.activeElement?.textContent).toContain('Kind: Beta'))
  })

  it('distinguishes an empty list from one without matches', async () => {
    api.on(listThings, () => ({ items: [], total: 0, current: 1, pageSize: 50 }))
    const { search } = await show('/test?keyword=zzz')
    expect(await screen.findByText('没有符合条件的记录')).toBeTruthy()
    expect(screen.queryByRole('navigation'), 'pages of no rows').toBeNull()
    fireEvent.click(screen.getByRole('button', { name: '重置筛选' }))
    expect(await screen.findByText('No things')).toBeTruthy()
    expect(search()).toEqual({})
  })

  it('reports that the server is unreachable, and recovers automatically', async () => {
    let isDown = true
    setPing(async () => !isDown)
    api.on(listThings, () => {
      if (isDown) throw new TypeError('Failed to fetch')
      return { items: things(2), total: 2, current: 1, pageSize: 50 }
    })
    await show()
    const alert = await screen.findByRole('alert', {}, { timeout: 5_000 })
    expect(alert.textContent).toContain('无法连接到服务器，正在重试，恢复后自动加载。')
    isDown = false
    expect(await screen.findByText('Thing 2', {}, { timeout: 10_000 })).toBeTruthy()
  }, 20_000)

  it('can be retried after a server failure', async () => {
    let isDown = true
    api.on(listThings, () => {
      if (isDown) throw new FakeFailure('internal')
      return { items: things(2), total: 2, current: 1, pageSize: 50 }
    })
    await show()
    expect((await screen.findByRole('alert')).textContent).toContain('服务器出错')
    isDown = false
    fireEvent.click(screen.getByRole('button', { name: '重试' }))
    expect(await screen.findByText('Thing 2')).toBeTruthy()
  })
})

describe('the selection', () => {
  it('changes with x, the box, Shift and the head, and is cleared by a filter', async () => {
    await show()
    await screen.findByText('Thing 1')
    press('j')
    press('x')
    expect(row('Thing 1').getAttribute('aria-selected')).toBe('true')
    fireEvent.click(screen.getByRole('checkbox', { name: '选择“Thing 4”' }), { shiftKey: true })
    expect(screen.getByText('已选 4 条')).toBeTruthy()
    fireEvent.click(screen.getByRole('checkbox', { name: '选择本页全部' }))
    expect(screen.getByText('已选 50 条')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Restricted' }))
    await waitFor(() => expect(screen.queryByText('已选 50 条')).toBeNull())
  })

  it('of all that match sends filter and number, and requires another confirmation if the number has changed', async () => {
    await show('/test?kind=a')
    await screen.findByText('Thing 1')
    fireEvent.click(screen.getByRole('checkbox', { name: '选择本页全部' }))
    fireEvent.click(screen.getByRole('button', { name: '选择符合条件的全部 1,734 条' }))
    fireEvent.click(screen.getByRole('button', { name: 'Burn' }))
    fireEvent.click(await screen.findByRole('button', { name: 'Burn（1,734 条）' }))
    expect(await screen.findByText(/现在有 1,740 条，而不是 1,734 条/)).toBeTruthy()
    fireEvent.click(await screen.findByRole('button', { name: /Burn（1,740 条）/ }))
    expect(await screen.findByText('3 burnt 2 条因无权修改未处理。')).toBeTruthy()
    expect(ran).toEqual([
      { filter: { kind: 'a' }, expected: 1734 },
      { filter: { kind: 'a' }, expected: 1740 },
    ])
    fireEvent.click(screen.getByRole('button', { name: '撤销' }))
    expect(await screen.findByText('已撤销')).toBeTruthy()
    expect(undone).toEqual([1, 2, 3])
  })
})

describe('views', () => {
  it('fills a blank address with the default one, before the first request', async () => {
    useSetting.setState({ lists: { things: { default_view: 7 } } })
    const { search } = await show()
    await screen.findByText('Thing 1')
    expect(search()).toEqual({ kind: 'a', view: '7' })
    expect(api.requests(listThings).map(({ query }) => query.kind)).toEqual(['a'])
    expect(screen.getByRole('button', { name: /视图：Alphas/ })).toBeTruthy()
  })

  it('leaves an address with parameters alone', async () => {
    useSetting.setState({ lists: { things: { default_view: 7 } } })
    const { search } = await show('/test?keyword=x')
    await screen.findByText('Thing 1')
    expect(search()).toEqual({ keyword: 'x' })
  })

  it('shows when its view has been changed', async () => {
    await show('/test?kind=a&view=7')
    expect((await screen.findByRole('button', { name: /视图：Alphas/ })).textContent).not.toContain('已修改')
    fireEvent.click(screen.getByRole('button', { name: 'Restricted' }))
    await waitFor(() => expect(screen.getByRole('button', { name: /视图：Alphas/ }).textContent).toContain('已修改'))
  })

  it('saves the present list under a name', async () => {
    useSession.setState({ user: { id: 1, username: 'zhang.san', name: 'Zhang San', role: 'editor' } as User })
    api.on(createView, () => ({ ...view, id: 8, name: 'Mine' }))
    const { search } = await show('/test?kind=b&current=3')
    fireEvent.click(await screen.findByRole('button', { name: /视图：全部/ }))
    fireEvent.click(await screen.findByRole('button', { name: '另存为视图' }))
    fireEvent.change(await screen.findByLabelText('名称'), { target: { value: 'Mine' } })
    fireEvent.click(screen.getByRole('button', { name: /保\s?存/ }))
    await waitFor(() => expect(search().view).toBe('8'))
    expect(api.requests(createView)[0]?.body).toMatchObject({
      noun: 'og',
      name: 'Mine',
      scope: 'private',
      state: { search: 'kind=b', columns: ['name', 'weight'] },
    })
  })
})
