import '#web/routes.ts'
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { countDiffs, getDiff, listDiffs } from '#contract/diff.api.ts'
import { getOg } from '#contract/og.api.ts'
import { listPageVersions } from '#contract/page.api.ts'
import { getRescan } from '#contract/word.api.ts'
import { fakeApi } from '#web/testing/fake-api.ts'
import { renderPage } from '#web/testing/render-page.tsx'
import AdminDiffPage from './admin-diff-page.tsx'
import { useReview } from './review.ts'
import { aComparison, aDiff, aRow, aSide, setWidth } from './testing.ts'

vi.setConfig({ testTimeout: 20_000 })
const initialReview = useReview.getState()
const hits = [{ word_id: 3, word: '制裁', level: 3, count: 2 }]

/** A window wide enough for the third column. */
function setWide(): void {
  vi.spyOn(window, 'matchMedia').mockImplementation(query => {
    const list = { matches: query.includes('>='), media: query, addEventListener() {}, removeEventListener() {} }
    return list as unknown as MediaQueryList
  })
}

beforeEach(() => {
  localStorage.clear()
  useReview.setState(initialReview)
  const api = fakeApi()
  const first = aDiff(1, { new_hits: hits, note: '部长换人' })
  const before = aDiff(9, { round: 11, excerpt: 'The change before', status: 'done' })
  api.on(listDiffs, ({ query }) => {
    const items = query.sort === '-created_at' ? [first, before] : query.page ? [] : [first, aDiff(2)]
    return { items, total: items.length, current: 1, pageSize: 50 }
  })
  api.on(getDiff, ({ params }) => ({
    diff: Number(params.id) === 1 ? first : aDiff(2),
    comparison: aComparison([aRow('added', null, aSide('Text'))]),
  }))
  api.on(getOg, () => ({ id: 1, name: '北方重工', danger_level: '一类' }) as never)
  api.on(countDiffs, () => ({ waiting: 2, low: 0, important: 0, ignored: 0, done: 0, worth_a_time: 20 }))
  api.on(getRescan, () => ({ version: 2, words: 2, done: 3, total: 3, is_running: false }))
  api.on(listPageVersions, () => ({ items: [], total: 0, current: 1, pageSize: 50 }))
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const press = (key: string) => act(async () => void fireEvent.keyDown(document.body, { key }))

it('shows the context next to the difference on a wide screen, and stays as the user left it', async () => {
  setWide()
  await renderPage(<AdminDiffPage />, '/admin/diff')
  const panel = within(await screen.findByRole('complementary', { name: '背景' }))
  await panel.findByText('一类')
  expect((await panel.findByText('The change before')).getAttribute('href')).toBe('/admin/diff/detail?id=9')
  panel.getByText('制裁')
  panel.getByText('×2')
  await press('c')
  expect(screen.queryByRole('complementary', { name: '背景' })).toBeNull()
  cleanup()
  await renderPage(<AdminDiffPage />, '/admin/diff')
  await screen.findByText('Text')
  expect(screen.queryByRole('complementary', { name: '背景' })).toBeNull()
})

it('opens the same context with c on narrower screens', async () => {
  setWidth(1300)
  await renderPage(<AdminDiffPage />, '/admin/diff')
  await screen.findByText('Text')
  expect(screen.queryByText('The change before')).toBeNull()
  await press('c')
  const drawer = within(await screen.findByRole('dialog'))
  await drawer.findByText('The change before')
})

it('shows a note in one line, and opens its field with n', async () => {
  setWidth(1300)
  await renderPage(<AdminDiffPage />, '/admin/diff')
  await screen.findByRole('button', { name: '部长换人' })
  expect(screen.queryByRole('textbox', { name: '备注' })).toBeNull()
  await press('n')
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: '备注' }))
  expect(screen.queryByRole('button', { name: '部长换人' })).toBeNull()
  fireEvent.keyDown(document.activeElement as Element, { key: 'Escape' })
  expect(screen.queryByRole('textbox', { name: '备注' })).toBeNull()
})
