import '#web/routes.ts'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type Diff, draftEvent, getDiff, listDiffs, updateDiff } from '#contract/diff.api.ts'
import { createEvent } from '#contract/event.api.ts'
import { listEventFacets } from '#contract/event-view.api.ts'
import { listOgs } from '#contract/og.api.ts'
import { listPageVersions } from '#contract/page.api.ts'
import { listPersons } from '#contract/person.api.ts'
import { visibleUsers } from '#contract/user.api.ts'
import { useNotices } from '#web/platform/notice.ts'
import { setUser } from '#web/platform/session.ts'
import { type FakeApi, FakeFailure, fakeApi } from '#web/testing/fake-api.ts'
import { renderPage } from '#web/testing/render-page.tsx'
import DiffPage from './diff-page.tsx'
import { useReview } from './review.ts'
import { aComparison, aDiff, aRow, aSide, setWidth } from './testing.ts'

vi.setConfig({ testTimeout: 20_000 })
const initialReview = useReview.getState()
let api: FakeApi
let diffs: Diff[]
let complaints: unknown[][] = []

const before = aSide('by Li for three years', {
  runs: [
    { op: 'same', text: 'by ' },
    { op: 'removed', text: 'Li' },
    { op: 'same', text: ' for three years' },
  ],
})
const after = aSide('by Zhang for three years', {
  runs: [
    { op: 'same', text: 'by ' },
    { op: 'added', text: 'Zhang' },
    { op: 'same', text: ' for three years' },
  ],
  marks: [{ start: 3, end: 8, kind: 'person', id: 9, name: 'Zhang San', level: null }],
})
const banned = aSide('sanction list', {
  marks: [{ start: 0, end: 8, kind: 'word', id: 3, name: 'sanction', level: 3 }],
})
const quiet = (text: string) => aRow('same', aSide(text), aSide(text))
const far = Array.from({ length: 5 }, (_, index) => quiet(`far ${index}`))
const changed = [aRow('changed', before, after), quiet('between'), aRow('added', null, banned)]
const moved = aRow('moved', aSide('moved words'), aSide('moved words'))
const link = aRow(
  'link',
  aSide('download', { links: [{ url: 'https://a.example/old.pdf', op: 'removed' }] }),
  aSide('download', { links: [{ url: 'https://a.example/new.pdf', op: 'added' }] }),
)
const menu = aRow('changed', aSide('menu a'), aSide('menu b'), { part: 'frame' })

beforeEach(() => {
  complaints = []
  vi.spyOn(console, 'error').mockImplementation((...args) => void complaints.push(args))
  localStorage.clear()
  setWidth(1440)
  setUser({ id: 1, username: 'a', name: '', role: 'admin', status: 'active' } as Parameters<typeof setUser>[0])
  useNotices.setState([], true)
  useReview.setState(initialReview)
  diffs = [1, 2, 3].map(id => aDiff(id))
  api = fakeApi()
  api.on(listDiffs, ({ query }) => {
    const items = query.page ? [] : diffs.filter(({ status }) => status === 'unread')
    return { items: items.map(diff => ({ ...diff })), total: items.length, current: 1, pageSize: 50 }
  })
  api.on(getDiff, ({ params, query }) => {
    const diff = diffs.find(({ id }) => id === Number(params.id))
    if (!diff) throw new FakeFailure('not_found')
    const skipped = { ...aRow('same', null, null), kind: 'skipped' as const, count: far.length }
    const gap = Number(query.around) > 100 ? far : [skipped]
    return { diff: { ...diff }, comparison: aComparison([menu, ...changed, ...gap, moved, link]) }
  })
  api.on(updateDiff, ({ params, body }) => {
    const diff = diffs.find(({ id }) => id === Number(params.id)) as Diff
    Object.assign(diff, body, { rev: diff.rev + 1 })
    return { ...diff }
  })
  api.on(listPageVersions, () => ({ items: [], total: 0, current: 1, pageSize: 50 }))
})

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  expect(complaints).toEqual([])
  expect(api.unknown).toEqual([])
})

const press = (key: string) => act(async () => void fireEvent.keyDown(document.body, { key }))
const open = async (at = '/admin/diff/detail?id=1') => {
  const page = await renderPage(<DiffPage />, at)
  const texts = within(await screen.findByRole('region', { name: '差异' }))
  return { ...page, texts }
}
const tags = (name: 'ins' | 'del') => [...document.querySelectorAll(name)].map(({ textContent }) => textContent)

it('shows both sides next to each other, and as one text on request', async () => {
  const { texts } = await open()
  expect(tags('del')).toEqual(['Li', 'https://a.example/old.pdf'])
  expect(tags('ins')).toEqual(['Zhang', 'sanction', ' list', 'https://a.example/new.pdf'])
  expect(texts.getAllByText('between')).toHaveLength(2)
  fireEvent.click(screen.getByText('合并'))
  expect(texts.getAllByText('between')).toHaveLength(1)
  expect(document.querySelector('[data-op=changed]')?.textContent).toContain('by LiZhang for three years')
})

it('marks words by level and names as links; marks a row that only moved', async () => {
  const { texts } = await open()
  const word = texts.getByText('sanction')
  expect([word.tagName, word.dataset.level, word.title]).toEqual(['MARK', '3', '敏感词 sanction，3 级'])
  expect(texts.getByRole('link', { name: 'Zhang' }).getAttribute('href')).toBe('/person/9')
  expect(texts.getAllByText('移动')).toHaveLength(2)
})

it('moves from change to change with the count, and opens the page frame for the first', async () => {
  const { texts } = await open()
  screen.getByText('4 处改动')
  texts.getByRole('button', { name: '导航、页眉、页脚：1 处改动' })
  await press(']')
  screen.getByText('1/4')
  texts.getByText('menu b')
  await press(']')
  screen.getByText('2/4')
  await press('[')
  await press('[')
  screen.getByText('4/4')
})

it('opens skipped rows on request', async () => {
  const { texts } = await open()
  expect(texts.queryByText('far 2')).toBeNull()
  fireEvent.click(texts.getByRole('button', { name: '展开 5 行未改动内容' }))
  expect(await texts.findAllByText('far 2')).toHaveLength(2)
  expect(api.requests(getDiff).map(call => call.query)).toContainEqual({ around: '10000' })
})

it('shows by how much numbers and dates changed', async () => {
  const numbers = [
    { before: '9,800万元', after: '1.2亿元', kind: 'number' as const, change: 2200, unit: '万', share: 0.2245 },
    { before: '47%', after: '52.5%', kind: 'percent' as const, change: 5.5, unit: '', share: null },
    { before: '2026-12-01', after: '2026-11-21', kind: 'day' as const, change: -10, unit: '', share: null },
  ]
  const row = aRow('changed', aSide('投资9,800万元'), aSide('投资1.2亿元'), { numbers })
  api.on(getDiff, () => ({ diff: { ...(diffs[0] as Diff) }, comparison: aComparison([row]) }))
  const { texts } = await open()
  const list = texts.getByRole('list', { name: '改动的数字' })
  expect([...list.children].map(({ textContent }) => textContent)).toEqual([
    '9,800万元 → 1.2亿元（+2,200万，+22%）',
    '47% → 52.5%（+5.5 个百分点）',
    '2026-12-01 → 2026-11-21（−10 天）',
  ])
})

it('lays out a line of a megabyte bit by bit', async () => {
  const row = aRow('added', null, aSide('字'.repeat(1_000_000)))
  api.on(getDiff, () => ({ diff: { ...(diffs[0] as Diff) }, comparison: aComparison([row]) }))
  const { texts } = await open()
  expect(tags('ins')[0]).toHaveLength(20_000)
  fireEvent.click(texts.getByRole('button', { name: '再显示一些（还有 980,000 字）' }))
  expect(tags('ins')[0]).toHaveLength(120_000)
})

it('moves to the next unread difference, and after the last one back to the queue', async () => {
  const { search, history } = await open('/admin/diff/detail?id=2&og_id=1')
  await screen.findByText('2/3')
  await press('d')
  await waitFor(() => expect(search()).toEqual({ og_id: '1', id: '3' }))
  await screen.findByRole('heading', { level: 1, name: 'Page 3' })
  await press('i')
  await waitFor(() => expect(search().id).toBe('1'))
  await screen.findByRole('heading', { level: 1, name: 'Page 1' })
  await press('x')
  await waitFor(() => expect(history.location.pathname).toBe('/admin/diff'))
  expect(diffs.map(({ status }) => status)).toEqual(['ignored', 'done', 'important'])
})

it('keeps the note with the status it was written for', async () => {
  await open()
  const note = screen.getByLabelText('备注')
  await press('n')
  expect(document.activeElement).toBe(note)
  fireEvent.change(note, { target: { value: '  看过原文 ' } })
  fireEvent.click(screen.getByRole('button', { name: /完\s?成/ }))
  await waitFor(() => expect(api.requests(updateDiff)[0]?.body).toEqual({ note: '看过原文', status: 'done', rev: 1 }))
})

it('creates an event from the difference: prefilled, and sent with its page version', async () => {
  api.on(draftEvent, () => ({
    event: {
      title: '换届',
      desc: 'by Zhang',
      source_url: 'https://site.example.org/page/1',
      page_version: 2,
      diff_id: 1,
    },
    ogs: [],
    persons: [],
    candidates: [],
  }))
  api.on(listEventFacets, () => ({ categories: [], labels: [] }))
  api.on(visibleUsers, () => [])
  for (const endpoint of [listOgs, listPersons])
    api.on(endpoint, () => ({ items: [], total: 0, current: 1, pageSize: 50 }))
  api.on(createEvent, () => {
    throw new FakeFailure('internal')
  })
  await open()
  await press('e')
  const dialog = await screen.findByRole('dialog')
  const title = await within(dialog).findByLabelText<HTMLInputElement>('标题*')
  expect(title.value).toBe('换届')
  fireEvent.change(title, { target: { value: '董事会换届' } })
  fireEvent.click(within(dialog).getByRole('button', { name: /保\s?存/ }))
  await waitFor(() => expect(api.requests(createEvent)).toHaveLength(1))
  expect(api.requests(createEvent)[0]?.body).toMatchObject({
    title: '董事会换届',
    desc: 'by Zhang',
    source_url: 'https://site.example.org/page/1',
    page_version: 2,
    diff_id: 1,
  })
})

it('reports a difference that does not exist, and retries after a failure', async () => {
  await renderPage(<DiffPage />, '/admin/diff/detail?id=99')
  await screen.findByRole('heading', { name: '未找到该差异' })
  cleanup()
  let fails = true
  api.on(getDiff, () => {
    if (fails) throw new FakeFailure('internal')
    return { diff: aDiff(1), comparison: aComparison([]) }
  })
  await renderPage(<DiffPage />, '/admin/diff/detail?id=1')
  const retry = await screen.findByRole('button', { name: /重\s?试/ })
  fails = false
  fireEvent.click(retry)
  await screen.findByText('正文没有改动')
})
