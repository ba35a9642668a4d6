import { asOgName } from '#contract/wire.ts'
import '#web/routes.ts'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { getPagesCoverage } from '#contract/coverage.api.ts'
import {
  bulkDiff,
  countDiffs,
  type Diff,
  type DiffStatus,
  diffsCountedUpTo,
  getDiff,
  listDiffs,
  updateDiff,
} from '#contract/diff.api.ts'
import { listPageVersions, listSites } from '#contract/page.api.ts'
import { getRescan } from '#contract/word.api.ts'
import { useNotices } from '#web/platform/notice.ts'
import { queryClient } from '#web/platform/query.ts'
import { type FakeApi, FakeFailure, fakeApi } from '#web/testing/fake-api.ts'
import { renderPage } from '#web/testing/render-page.tsx'
import AdminDiffPage from './admin-diff-page.tsx'
import { useReview } from './review.ts'
import { aComparison, aDiff, aRow, aSide, setWidth } from './testing.ts'

vi.setConfig({ testTimeout: 20_000 })
const initialReview = useReview.getState()
let api: FakeApi
let diffs: Diff[]
let complaints: unknown[][] = []

/** Cluster keys identify edits; only with site and round do they identify one cluster. */
const sameEdit = { cluster: 'c', og_id: ['1'], round: ['12'], status: ['unread'] }
const find = (id: string | undefined) => diffs.find(each => each.id === Number(id)) as Diff
function change(diff: Diff, patch: Partial<Diff>): Diff {
  Object.assign(diff, patch, { rev: diff.rev + 1 })
  return { ...diff }
}

beforeEach(() => {
  complaints = []
  vi.spyOn(console, 'error').mockImplementation((...args) => void complaints.push(args))
  setWidth(1440)
  useNotices.setState([], true)
  useReview.setState(initialReview)
  diffs = [1, 2, 3, 4].map(id => aDiff(id))
  Object.assign(diffs[1] as Diff, { cluster: 'c', cluster_size: 37 })
  api = fakeApi()
  api.on(listDiffs, ({ query }) => {
    if (query.pageSize === '1') return { items: [], total: 37, current: 1, pageSize: 1 }
    const items = diffs.filter(({ status, score }) => status === query.status && score >= Number(query.min_score ?? 0))
    return { items: items.map(diff => ({ ...diff })), total: items.length, current: 1, pageSize: 50 }
  })
  api.on(getDiff, ({ params }) => ({
    diff: find(params.id),
    comparison: aComparison([aRow('added', null, aSide(`Text ${params.id}`))]),
  }))
  api.on(countDiffs, () => ({ waiting: 4, low: 7, important: 0, ignored: 0, done: 0, worth_a_time: 20 }))
  api.on(updateDiff, ({ params, body }) => change(find(params.id), body as Partial<Diff>))
  api.on(bulkDiff, ({ body }) => {
    const { ids, filter, status } = body as { ids?: number[]; filter?: { cluster?: string }; status: DiffStatus }
    const hit = diffs.filter(each => ids?.includes(each.id) || (filter && each.cluster === filter.cluster))
    const before = [{ status: hit[0]?.status ?? 'unread', ids: hit.map(({ id }) => id) }]
    for (const diff of hit) change(diff, { status })
    return { done: filter ? 37 : hit.length, before }
  })
  api.on(getRescan, () => ({ version: 2, words: 2, done: 3, total: 3, is_running: false }))
  api.on(listPageVersions, () => ({ items: [], total: 0, current: 1, pageSize: 50 }))
})

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  expect(complaints).toEqual([])
  expect(api.unknown).toEqual([])
})

const press = (key: string, more: object = {}) =>
  act(async () => void fireEvent.keyDown(document.activeElement as Element, { key, ...more }))
const rows = () => screen.queryAllByRole('row').map(row => row.dataset.id)
const current = () => screen.getAllByRole('row').find(row => row.getAttribute('aria-current') === 'true')?.dataset.id
const open = async (at = '/admin/diff') => {
  const page = await renderPage(<AdminDiffPage />, at)
  await screen.findByRole('grid')
  return page
}

it('requests changes worth a person’s time, and shows the first one next to the queue', async () => {
  await open()
  expect(rows()).toEqual(['1', '2', '3', '4'])
  expect(api.requests(listDiffs)[0]?.query).toMatchObject({
    status: 'unread',
    min_score: '20',
    folded: 'true',
    sort: '-score',
  })
  await screen.findByText('Text 1')
  screen.getByText('同样的改动：37 个页面')
  // The strongest reason is first.
  expect(screen.getAllByText(/2 处新的敏感词 · 改动占正文的 14%/)).toHaveLength(4)
})

it('is cleared by keys: a review removes the row at once, u restores it', async () => {
  await open()
  await press('j')
  await press('j')
  expect(current()).toBe('3')
  let answer: () => void = () => undefined
  api.on(updateDiff, async ({ params, body }) => {
    await new Promise<void>(resolve => {
      answer = resolve
    })
    return change(find(params.id), body as Partial<Diff>)
  })
  await press('i')
  expect(rows()).toEqual(['1', '2', '4'])
  expect(current()).toBe('4')
  expect(document.activeElement).toBe(screen.getAllByRole('row')[2])
  expect(api.requests(updateDiff)[0]).toMatchObject({ params: { id: '3' }, body: { status: 'important', rev: 1 } })
  await act(async () => answer())
  await screen.findByText('已标为重要。')
  api.on(updateDiff, ({ params, body }) => change(find(params.id), body as Partial<Diff>))
  await press('u')
  await waitFor(() => expect(rows()).toEqual(['1', '2', '3', '4']))
  await waitFor(() => expect(current()).toBe('3'))
  expect(api.requests(updateDiff)[1]?.body).toMatchObject({ status: 'unread', rev: 2 })
})

it('reviews the same change on all its pages with Shift, and undoes all of it', async () => {
  await open()
  await press('j')
  await press('X', { shiftKey: true })
  expect(rows()).toEqual(['1', '3', '4'])
  expect(current()).toBe('3')
  expect(api.requests(bulkDiff)[0]?.body).toEqual({ filter: sameEdit, expected: 37, status: 'ignored' })
  const toast = await screen.findByText('37 个差异已标为忽略。')
  fireEvent.click(within(toast.closest('li') as HTMLElement).getByRole('button', { name: '撤销' }))
  await waitFor(() => expect(rows()).toEqual(['1', '2', '3', '4']))
  expect(api.requests(bulkDiff)[1]?.body).toEqual({ ids: [2], status: 'unread' })
})

it('reviews one page with a plain key on a row of a cluster, and reports how many more there are', async () => {
  await open()
  await press('j')
  await press('d')
  await screen.findByText(/同样的改动还有 36 个页面/)
  expect(api.requests(bulkDiff)).toEqual([])
  expect(api.requests(updateDiff)[0]?.params).toEqual({ id: '2' })
})

it('restores the row after a failed review and reports the reason', async () => {
  api.on(updateDiff, () => {
    throw new FakeFailure('internal')
  })
  await open()
  await press('d')
  await waitFor(() => expect(rows()).toEqual(['1', '2', '3', '4']))
  expect(useNotices.getState().map(({ kind }) => kind)).toEqual(['error'])
})

it('shows another user’s review next to the own one instead of overwriting it', async () => {
  const theirs = { ...aDiff(1), rev: 5, status: 'ignored' as const, reviewer_name: '李四', note: '例行' }
  let fails = true
  api.on(updateDiff, ({ body }) => {
    if (fails) throw new FakeFailure('stale', {}, theirs)
    return change(find('1'), body as Partial<Diff>)
  })
  await open()
  await press('i')
  const dialog = await screen.findByRole('dialog')
  expect(within(dialog).getByRole('row', { name: '状态 重要 忽略' })).toBeTruthy()
  fails = false
  fireEvent.click(within(dialog).getByRole('button', { name: '改用我的' }))
  await waitFor(() => expect(api.requests(updateDiff)).toHaveLength(2))
  expect(api.requests(updateDiff)[1]?.body).toEqual({ status: 'important', rev: 5 })
})

it('retries silently if only the score has changed meanwhile', async () => {
  let fails = true
  api.on(updateDiff, ({ params, body }) => {
    if (fails) {
      fails = false
      throw new FakeFailure('stale', {}, { ...aDiff(1), rev: 2, score: 95 })
    }
    return change(find(params.id), body as Partial<Diff>)
  })
  await open()
  await press('d')
  await waitFor(() => expect(api.requests(updateDiff)).toHaveLength(2))
  expect(api.requests(updateDiff)[1]?.body).toEqual({ status: 'done', rev: 2 })
})

it('reviews the selected rows together, clusters with all their pages', async () => {
  await open()
  await press(' ')
  await press('j')
  await press(' ')
  const bar = await screen.findByRole('region', { name: '审阅' })
  within(bar).getByText('已选 2 个')
  fireEvent.click(within(bar).getByRole('button', { name: /完\s?成/ }))
  await waitFor(() => expect(rows()).toEqual(['3', '4']))
  expect(api.requests(bulkDiff).map(({ body }) => body)).toEqual([
    { ids: [1], status: 'done' },
    { filter: sameEdit, expected: 37, status: 'done' },
  ])
})

it('reports when new changes can be expected, and what to do if no site is watched', async () => {
  diffs = []
  const site = {
    og: { id: 1, name: asOgName('北方重工') },
    hosts: ['a'],
    is_on: true,
    next_at: '2026-11-22T06:00:00.000Z',
  }
  const rest = { pages: { active: 1, gone: 0, forbidden: 0, error: 0 }, version: 1, new_version: 1, diffs_waiting: 0 }
  const pages = { sites: 130, pages: 4_300, active: 4_210, gone: 83, forbidden: 3, error: 4, incomplete: 2 }
  const waits = { waiting: 0, oldest_waiting_at: null, quarantined: 0 }
  const at = '2026-11-22T05:00:00.000Z'
  api.on(getPagesCoverage, () => ({ at, ...pages, ...waits, last_round_at: at }))
  api.on(listSites, () => ({ items: [{ ...site, ...rest, round: null }], total: 1, current: 1, pageSize: 100 }))
  await renderPage(<AdminDiffPage />, '/admin/diff')
  await screen.findByText(/下一轮抓取：北方重工，2026-11-22/)
  // The figures behind "nothing" cover all sites, not only those on one page of the list.
  await screen.findByText(
    /监测 130 个网站、4,210 个页面 · 最近一轮结束于 .* · 2 个网站最近一轮没有完成 · 7 个页面无法读取/,
  )
  cleanup()
  api.on(listSites, () => ({ items: [], total: 0, current: 1, pageSize: 100 }))
  await renderPage(<AdminDiffPage />, '/admin/diff')
  await screen.findByRole('heading', { name: '还没有监控的网站' })
})

it('distinguishes an empty queue from a filter that finds nothing', async () => {
  diffs = []
  const { search } = await renderPage(<AdminDiffPage />, '/admin/diff?kind=removed&tab=low')
  fireEvent.click(await screen.findByRole('button', { name: '清除条件' }))
  await waitFor(() => expect(search()).toEqual({ tab: 'low' }))
  expect(api.requests(listDiffs)[0]?.query).toMatchObject({ kind: 'removed', max_score: '19' })
})

it('reports new differences, and shows them on request', async () => {
  await open()
  expect(screen.queryByRole('button', { name: /新的差异/ })).toBeNull()
  diffs.push(aDiff(5))
  api.on(countDiffs, () => ({ waiting: 5, low: 7, important: 0, ignored: 0, done: 0, worth_a_time: 20 }))
  await act(() => queryClient.invalidateQueries({ queryKey: ['diff', countDiffs.path] }))
  expect(rows()).toHaveLength(4)
  fireEvent.click(await screen.findByRole('button', { name: '有 1 个新的差异，点击显示' }))
  await waitFor(() => expect(rows()).toHaveLength(5))
})

it('shows a capped count for very many differences, and marks no more at once than allowed', async () => {
  const many = { total: diffsCountedUpTo, total_estimated: true, current: 1 }
  let isFew = false
  api.on(listDiffs, ({ query }) => {
    if (query.pageSize === '1') return { ...many, items: [], pageSize: 1 }
    return { ...many, items: diffs, pageSize: 50, ...(isFew && { total: 900, total_estimated: false }) }
  })
  await open()
  expect(await screen.findByText('1–4，超过 10,000')).toBeTruthy()
  expect(screen.getByRole('grid').getAttribute('aria-rowcount')).toBe('-1')
  fireEvent.click(screen.getByRole('checkbox', { name: '选择本页' }))
  expect(screen.queryByRole('button', { name: /全部符合条件/ })).toBeNull()
  // Folded they are few, but every single difference would be marked.
  isFew = true
  await act(() => queryClient.invalidateQueries({ queryKey: ['diff', listDiffs.path] }))
  fireEvent.click(await screen.findByRole('button', { name: '选择全部符合条件的 900 个' }))
  fireEvent.click(screen.getByRole('button', { name: '忽略' }))
  expect(await screen.findAllByText('符合条件的差异超过 10,000 个')).not.toEqual([])
  expect(api.requests(bulkDiff)).toEqual([])
})

it('opens the difference with Enter in a narrow window, and n opens a note with reasons', async () => {
  setWidth(800)
  const { history } = await open('/admin/diff?og_id=1')
  expect(screen.queryByText('Text 1')).toBeNull()
  await press('n')
  const dialog = await screen.findByRole('dialog')
  fireEvent.change(within(dialog).getByLabelText('备注'), { target: { value: '例行' } })
  fireEvent.click(within(dialog).getByLabelText('仅数字'))
  fireEvent.click(within(dialog).getByRole('button', { name: '保存备注' }))
  await waitFor(() =>
    expect(api.requests(updateDiff)[0]?.body).toEqual({ note: '例行', note_reasons: ['number'], rev: 1 }),
  )
  await press('j')
  act(() => screen.getAllByRole('row')[1]?.focus())
  await press('Enter')
  expect(history.location.href).toBe('/admin/diff/detail?og_id=1&id=2')
})

it('returns to the last existing page when the current one was cleared', async () => {
  api.on(listDiffs, ({ query }) => {
    const current = Number(query.current)
    return { items: current === 1 ? diffs : [], total: 4, current, pageSize: 50 }
  })
  const { search } = await open('/admin/diff?current=2')
  await waitFor(() => expect(rows()).toHaveLength(4))
  expect(search()).toEqual({})
})

it('reports that the queue could not be read, and reads it again', async () => {
  let fails = true
  const good = diffs
  api.on(listDiffs, () => {
    if (fails) throw new FakeFailure('internal')
    return { items: good, total: 4, current: 1, pageSize: 50 }
  })
  await renderPage(<AdminDiffPage />, '/admin/diff')
  const alert = await screen.findByRole('alert')
  fails = false
  fireEvent.click(within(alert).getByRole('button', { name: /重\s?试/ }))
  await waitFor(() => expect(rows()).toHaveLength(4))
})

it('warns while no word is searched for that none raises a change, with a link to the words', async () => {
  api.on(getRescan, () => ({ version: 0, words: 0, done: 0, total: 0, is_running: false }))
  await renderPage(<AdminDiffPage />, '/admin/diff')
  const line = await screen.findByText(/词库中没有启用的敏感词/)
  expect(within(line).getByRole('link', { name: '设置敏感词' }).getAttribute('href')).toBe('/admin/words')
})
