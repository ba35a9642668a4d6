import '#web/routes.ts'
import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { countDiffs, getDiff, listDiffs } from '#contract/diff.api.ts'
import { listPageVersions } from '#contract/page.api.ts'
import { getRescan } from '#contract/word.api.ts'
import { type FakeApi, fakeApi } from '#web/testing/fake-api.ts'
import { renderPage } from '#web/testing/render-page.tsx'
import AdminDiffPage from './admin-diff-page.tsx'
import { aComparison, aDiff, aRow, aSide, setWidth } from './testing.ts'

vi.setConfig({ testTimeout: 20_000 })
const target = 'https://new.example.org/about'
const series = { cluster: 'series x', cluster_kind: 'series', cluster_size: 6 } as const

let api: FakeApi

beforeEach(() => {
  setWidth(1440)
  api = fakeApi()
  const diffs = [
    aDiff(1, { moved_to: target, reasons: [{ code: 'moved_page', value: target }], excerpt: 'What it said' }),
    aDiff(2, {
      ...series,
      reasons: [
        { code: 'series', value: 6 },
        { code: 'frame_damped', value: 2 },
      ],
    }),
    aDiff(3, { reasons: [{ code: 'anchors', value: 1 }, { code: 'frame_damped' }] }),
  ]
  api.on(listDiffs, () => ({ items: diffs, total: 3, current: 1, pageSize: 50 }))
  api.on(getRescan, () => ({ version: 2, words: 2, done: 3, total: 3, is_running: false }))
  api.on(listPageVersions, () => ({ items: [], total: 0, current: 1, pageSize: 50 }))
  api.on(getDiff, () => ({
    diff: aDiff(1, { moved_to: target, reasons: [{ code: 'moved_page', value: target }] }),
    comparison: aComparison([
      aRow(
        'link',
        aSide('See section 5', { links: [{ url: '#s5', op: 'removed' }] }),
        aSide('See section 5', { links: [{ url: '#%E4%B8%80', op: 'added' }] }),
      ),
    ]),
  }))
  api.on(countDiffs, () => ({ waiting: 3, low: 0, important: 0, ignored: 0, done: 0, worth_a_time: 20 }))
})
afterEach(cleanup)

it('links the person whom a page no longer lists', async () => {
  const person = { noun: 'person', id: 7, name: 'Viktor Perelman', certainty: 'certain', verdict: null } as never
  const runs = [{ op: 'removed' as const, text: 'Viktor Perelman, chair' }]
  const diff = aDiff(1, { kind: 'changed', excerpt: 'x', excerpt_runs: runs, removed_mentions: [person] })
  api.on(listDiffs, () => ({ items: [diff], total: 1, current: 1, pageSize: 50 }))
  await renderPage(<AdminDiffPage />, '/admin/diff')
  const [row] = await screen.findAllByRole('row')
  expect(row?.textContent).toContain('已删除：Viktor Perelman, chair')
  const [link, chip] = within(row as HTMLElement).getAllByRole('link', { name: 'Viktor Perelman' })
  expect(link?.getAttribute('href')).toContain('/person/7')
  expect(chip?.title).toBe('不再提及Viktor Perelman')
})

it('shows a moved page by its target, an archive by its pages, a link within its page as such', async () => {
  await renderPage(<AdminDiffPage />, '/admin/diff')
  const [moved, archive, inPage] = await screen.findAllByRole('row')
  expect(moved?.textContent).toContain('已迁移')
  expect(moved?.textContent).toContain(`现在跳转到 ${target}`)
  expect(moved?.textContent).not.toContain('What it said')
  expect(archive?.textContent).toContain('同一列表的 6 个编号页')
  expect(archive?.textContent).toContain('导航、页眉或页脚有 2 处改动，不计分')
  expect(inPage?.textContent).toContain('1 个页内链接改变')
  await screen.findByText(`页面已迁移，现在跳转到 ${target}`)
  expect((await screen.findByText('#一')).tagName).toBe('INS')
  expect(screen.getAllByText('本页内')).toHaveLength(2)
})
