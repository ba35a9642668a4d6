import '#web/routes.ts'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import {
  bulkWord,
  createWord,
  getRescan,
  listWordCategories,
  listWordHits,
  listWords,
  loadStartingWords,
  pasteWords,
  tryWordChange,
  tryWords,
  updateWord,
  type Word,
} from '#contract/word.api.ts'
import { useNotices } from '#web/platform/notice.ts'
import { useSession } from '#web/platform/session.ts'
import { type FakeApi, FakeFailure, fakeApi } from '#web/testing/fake-api.ts'
import { renderPage } from '#web/testing/render-page.tsx'
import AdminWordsPage from './admin-words-page.tsx'
import { readTextFile } from './paste-dialog.tsx'
import { segmentsOf } from './try-drawer.tsx'
import { wordPartsOf } from './word.ts'

const aWord = (id: number, word: string, more: Partial<Word> = {}): Word => ({
  id,
  rev: 1,
  word,
  kind: 'word',
  category: null,
  level: 2,
  enabled: true,
  note: null,
  owner: 1,
  owner_name: 'admin',
  hits: 0,
  pages: 0,
  created_at: '2026-11-20T08:00:00.000Z',
  updated_at: '2026-11-20T08:00:00.000Z',
  can: ['update', 'delete'],
  ...more,
})

let api: FakeApi
let kept: Word[]
let complaints: unknown[]

beforeEach(() => {
  complaints = []
  vi.spyOn(console, 'error').mockImplementation((...args) => void complaints.push(args))
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600)
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1200)
  useSession.setState({ user: { id: 1, username: 'admin', role: 'admin' } as never })
  useNotices.setState([], true)
  kept = [aWord(1, '制裁', { level: 3, hits: 4, pages: 2 }), aWord(2, '和服务员', { kind: 'allow' })]
  api = fakeApi()
  api.on(listWords, () => ({ items: kept, total: kept.length, current: 1, pageSize: 50 }))
  api.on(listWordCategories, () => ({ items: [{ category: '合规', count: 1 }] }))
  api.on(getRescan, () => ({ version: 2, words: 2, done: 3, total: 3, is_running: false }))
})

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  expect(api.unknown).toEqual([])
  expect(complaints).toEqual([])
})

it('lists words, links a count to its pages, and turns a word off at once', async () => {
  api.on(updateWord, ({ body }) => {
    kept = [aWord(1, '制裁', { rev: 2, enabled: (body as Word).enabled }), kept[1] as Word]
    return kept[0] as Word
  })
  await renderPage(<AdminWordsPage />, '/admin/words')
  const link = await screen.findByRole('link', { name: '查看出现“制裁”的 2 个页面' })
  expect(link.getAttribute('href')).toBe('/admin/pages?word=1')
  expect(screen.getByText('放行短语')).toBeTruthy()
  fireEvent.click(screen.getByRole('switch', { name: '启用“制裁”' }))
  await screen.findByText('已停用“制裁”')
  expect(api.requests(updateWord).map(({ body }) => body)).toEqual([{ enabled: false, rev: 1 }])
})

it('adds a word, and reports next to it that it already exists', async () => {
  let isTaken = true
  api.on(createWord, ({ body }) => {
    if (isTaken) throw new FakeFailure('duplicate', { value: '洗钱' })
    return aWord(3, (body as Word).word)
  })
  await renderPage(<AdminWordsPage />, '/admin/words')
  fireEvent.click((await screen.findAllByRole('button', { name: '添加词' }))[0] as HTMLElement)
  fireEvent.change(await screen.findByRole('textbox', { name: /^词/ }), { target: { value: '洗钱' } })
  fireEvent.click(screen.getByRole('button', { name: '保存' }))
  await screen.findByText('“洗钱”已存在，请换一个。')
  isTaken = false
  fireEvent.click(screen.getByRole('button', { name: '保存' }))
  await screen.findByText('已添加“洗钱”')
  expect(api.requests(createWord).at(-1)?.body).toMatchObject({ word: '洗钱', kind: 'word', level: 2, enabled: true })
})

it('shows the effect of a pasted list before applying it', async () => {
  api.on(pasteWords, () => ({
    added: 2,
    updated: 0,
    kept: 1,
    invalid: 1,
    lines: [
      { line: 3, text: '制裁', outcome: 'existing' as const },
      { line: 4, text: '坏,x,9', outcome: 'bad_level' as const },
    ],
  }))
  await renderPage(<AdminWordsPage />, '/admin/words')
  fireEvent.click((await screen.findAllByRole('button', { name: '批量导入' }))[0] as HTMLElement)
  fireEvent.change(await screen.findByLabelText('词表'), { target: { value: '甲\n乙\n制裁\n坏,x,9' } })
  const row = (await screen.findByText('已有，保持不变')).closest('tr') as HTMLElement
  expect(within(row).getByText('3')).toBeTruthy()
  fireEvent.click(await screen.findByRole('button', { name: '导入 2 个' }))
  await screen.findByText('已新增 2 个词，更新 0 个')
  expect(api.requests(pasteWords).map(({ body }) => (body as { dry_run?: boolean }).dry_run ?? false)).toEqual([
    true,
    false,
  ])
})

it('tries a word on stored rounds before it is saved, and marks a result of other values as old', async () => {
  const page = { id: 8, url: 'https://example.org/notice', title: 'Notice' }
  api.on(tryWordChange, () => ({
    ...{
      sites: 2,
      rounds: 15,
      rows_before: 40,
      rows_after: 38,
      more: 0,
      fewer: 2,
      raised: 3,
      lowered: 0,
      important: 1,
    },
    ...{ untried_rounds: 4, untried_texts: 0, lost_texts: 2 },
    examples: [
      {
        effect: 'fewer' as const,
        diff_id: 5,
        page,
        round: 9,
        line: 'Assets frozen',
        score_before: 24,
        score_after: null,
      },
      { effect: 'raised' as const, diff_id: null, page, round: 8, line: null, score_before: 30, score_after: 50 },
    ],
  }))
  await renderPage(<AdminWordsPage />, '/admin/words')
  fireEvent.click((await screen.findAllByRole('button', { name: '添加词' }))[0] as HTMLElement)
  expect((await screen.findByRole('button', { name: '试算影响' })).hasAttribute('disabled')).toBe(true)
  fireEvent.change(await screen.findByRole('textbox', { name: /^词/ }), { target: { value: '冻结' } })
  fireEvent.click(screen.getByRole('button', { name: '试算影响' }))
  await screen.findByText(/最近 15 轮，2 个网站/)
  screen.getByText('少 2 条，3 条排得更靠前。')
  screen.getByText(/1 条曾被标为“重要”/)
  screen.getByText(/未试算：较早的 4 轮/)
  screen.getByText(/2 处差异的文本已不再保存/)
  expect(screen.getByRole('link', { name: 'Assets frozen' }).getAttribute('href')).toBe('/admin/diff/detail?id=5')
  expect(screen.getByRole('link', { name: 'Notice' }).getAttribute('href')).toBe('/admin/page/8')
  expect(api.requests(tryWordChange)[0]?.body).toEqual({
    word: { word: '冻结', kind: 'word', level: 2, enabled: true },
  })
  expect(screen.queryByText('设置已改动，以下是改动前的结果。')).toBeNull()
  fireEvent.change(screen.getByRole('textbox', { name: /^词/ }), { target: { value: '冻' } })
  await screen.findByText('设置已改动，以下是改动前的结果。')
})

it('marks in a text the words of the dictionary', async () => {
  api.on(tryWords, () => ({
    marks: [
      { start: 0, end: 4, kind: 'og' as const, id: 7, name: '华海贸易', level: null },
      { start: 5, end: 8, kind: 'word' as const, id: 1, name: '制裁', level: 3 },
    ],
    cut: false,
  }))
  await renderPage(<AdminWordsPage />, '/admin/words')
  fireEvent.click(await screen.findByRole('button', { name: '试一试' }))
  fireEvent.change(await screen.findByLabelText('要检查的文字'), { target: { value: '华海贸易被制·裁' } })
  const mark = await screen.findByTitle('“制裁” · 级别：高')
  expect(mark.textContent).toBe('制·裁')
  expect(screen.getByRole('link', { name: '华海贸易' }).getAttribute('href')).toBe('/og/7')
  expect(screen.getByText('1 处敏感词，1 处已知名称')).toBeTruthy()
})

it('shows how many stored pages have been searched again', async () => {
  api.on(getRescan, () => ({ version: 3, words: 2, done: 12, total: 240, is_running: true }))
  await renderPage(<AdminWordsPage />, '/admin/words')
  await screen.findByText('正在用新词库重新检索：12 / 240 页')
})

it('counts hits by day, organisation, page and word', async () => {
  api.on(listWordHits, ({ query }) =>
    query.by === 'day'
      ? {
          items: [{ id: null, name: '2026-11-21', og_id: null, level: null, hits: 5, new_hits: 2, pages: 1 }],
          total: 1,
        }
      : { items: [{ id: 4, name: '示例集团', og_id: 4, level: 3, hits: 9, new_hits: 0, pages: 2 }], total: 1 },
  )
  await renderPage(<AdminWordsPage />, '/admin/words')
  fireEvent.click(await screen.findByRole('button', { name: '命中情况' }))
  await screen.findByText('2026-11-21：命中 5 次，其中新出现 2 次，1 个页面')
  fireEvent.click(screen.getByText('按组织'))
  expect((await screen.findByRole('link', { name: '示例集团' })).getAttribute('href')).toBe('/og/4')
})

it('turns many off at once', async () => {
  api.on(bulkWord, () => ({ done: 1 }))
  await renderPage(<AdminWordsPage />, '/admin/words')
  fireEvent.click(await screen.findByLabelText(/选择.*制裁/))
  fireEvent.click(await screen.findByRole('button', { name: '停用' }))
  const dialog = await screen.findByRole('dialog')
  fireEvent.click(within(dialog).getByRole('button', { name: /停用/ }))
  await screen.findByText('已更新 1 个词')
  await waitFor(() =>
    expect(api.requests(bulkWord).map(({ body }) => body)).toEqual([
      { act: 'update', patch: { enabled: false }, ids: [1] },
    ]),
  )
})

it('shows the graver of overlapping marks, then the longer', () => {
  const mark = (start: number, end: number, level: number | null) =>
    ({ start, end, kind: level ? 'word' : 'og', id: 1, name: '', level }) as const
  const shown = segmentsOf('0123456789', [
    mark(0, 4, null),
    mark(2, 3, 1),
    mark(5, 7, 2),
    mark(6, 9, 2),
    mark(9, 10, 1),
  ])
  expect(shown.map(segment => [segment.text, segment.mark?.level])).toEqual([
    ['01', undefined],
    ['2', 1],
    ['345', undefined],
    ['678', 2],
    ['9', 1],
  ])
})

it('sends a long list in parts cut between lines, and reads files as Windows writes them', async () => {
  const text = Array.from({ length: 60_000 }, (_, at) => `第${at}个`).join('\n')
  const parts = wordPartsOf(text)
  expect(parts.length).toBeGreaterThan(1)
  expect(parts.map(part => part.text).join('')).toBe(text)
  const second = parts[1] as (typeof parts)[number]
  expect(text.split('\n')[second.firstLine]).toBe(second.text.split('\n')[0])
  expect(await readTextFile(new Blob([new Uint8Array([0xd6, 0xc6, 0xb2, 0xc3])]))).toBe('制裁')
  expect(await readTextFile(new Blob(['制裁']))).toBe('制裁')
})

it('opens the hits in the address, and removes them from it when closed', async () => {
  api.on(listWordHits, () => ({
    items: [{ id: 4, name: '示例页面', og_id: 4, level: 3, hits: 9, new_hits: 0, pages: 1 }],
    total: 1,
  }))
  const { search } = await renderPage(<AdminWordsPage />, '/admin/words?hits=page')
  const drawer = within(await screen.findByRole('dialog'))
  expect(await drawer.findByText('示例页面')).toBeTruthy()
  expect(api.requests(listWordHits)[0]?.query).toMatchObject({ by: 'page' })
  fireEvent.click(drawer.getByRole('button', { name: '关闭' }))
  await waitFor(() => expect(search()).toEqual({}))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('explains the effect of an empty dictionary, and fills it with one press', async () => {
  const filled = kept
  kept = []
  api.on(loadStartingWords, () => {
    kept = filled
    return { added: 476, existing: 1 }
  })
  await renderPage(<AdminWordsPage />, '/admin/words')
  await screen.findByText(/没有词库，即使出现“列入制裁名单、资产冻结”也不会提高得分.*237 个中文词和 216 个英文词/)
  const own = screen.getByRole('button', { name: '导入自己的词表' })
  fireEvent.click(screen.getByRole('button', { name: '加载起始词库' }))
  await screen.findByText('已加载 476 个词；另有 1 个原已存在，保持不变')
  await screen.findByRole('switch', { name: '启用“制裁”' })
  expect(api.requests(loadStartingWords).map(({ body }) => body)).toEqual([{}])
  expect(own.isConnected).toBe(false)
})

it('opens the dialog for an own list from the empty dictionary, and reports a failure to load', async () => {
  kept = []
  api.on(loadStartingWords, () => {
    throw new FakeFailure('forbidden')
  })
  await renderPage(<AdminWordsPage />, '/admin/words')
  fireEvent.click(await screen.findByRole('button', { name: '加载起始词库' }))
  await waitFor(() => expect(useNotices.getState()).toMatchObject([{ kind: 'error' }]))
  fireEvent.click(screen.getByRole('button', { name: '导入自己的词表' }))
  await screen.findByLabelText('词表')
})
