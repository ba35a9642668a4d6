import '#web/routes.ts'
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { getReport, type Report, updateReport } from '#contract/report.api.ts'
import { beOnReport, deleteReportDraft, getReportDraft, saveReportDraft } from '#contract/report-work.api.ts'
import { visibleUsers } from '#contract/user.api.ts'
import { useNotices } from '#web/platform/notice.ts'
import { setUser } from '#web/platform/session.ts'
import { type FakeApi, FakeFailure, fakeApi } from '#web/testing/fake-api.ts'
import { renderPage } from '#web/testing/render-page.tsx'
import { readLocal, storeLocalDraft } from './report-text.ts'
import ReportWriting from './report-writing.tsx'
import { aReport, aUser } from './testing.ts'

// The editor is drawn slowly on a busy machine.
vi.setConfig({ testTimeout: 20_000 })

let api: FakeApi
let complaints: unknown[][] = []

const bodyWith = (...texts: string[]): Report['body'] => ({
  type: 'doc',
  content: texts.map(text => ({ type: 'paragraph', content: [{ type: 'text', text }] })),
})
const draft = (text: string, base_rev = 3) => ({
  base_rev,
  title: '远洋集团尽职调查',
  summary: '结论摘要',
  body: bodyWith(text),
  saved_at: '2026-11-20T06:05:00.000Z',
})

beforeEach(() => {
  complaints = []
  localStorage.clear()
  vi.spyOn(console, 'error').mockImplementation((...args) => void complaints.push(args))
  useNotices.setState([], true)
  setUser(aUser('super_editor'))
  api = fakeApi()
  api.on(visibleUsers, () => [])
  api.on(getReport, () => aReport())
  api.on(beOnReport, () => ({ rev: 3, others: [], lock: null }))
  api.on(getReportDraft, () => null)
  api.on(deleteReportDraft, () => null)
  api.on(saveReportDraft, () => ({ saved_at: '2026-11-21T06:05:00.000Z' }))
  api.on(updateReport, ({ body }) => aReport({ ...(body as Partial<Report>), rev: 4, version: 3 }))
})

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  expect(complaints).toEqual([])
  expect(api.unknown).toEqual([])
})

const write = (over: Partial<Report> = {}) =>
  renderPage(
    <ReportWriting report={aReport({ body: bodyWith('一', '二', '三'), ...over })} onLeave={() => undefined} />,
    '/report/5',
  )
const titleField = () => screen.findByLabelText('标题') as Promise<HTMLTextAreaElement>
const retitle = async (title: string) => fireEvent.change(await titleField(), { target: { value: title } })
const save = () => act(async () => void fireEvent.click(screen.getByText('保存版本')))
const text = () => document.querySelector('.ProseMirror')?.textContent

it('saves a version on its base revision, and removes the draft', async () => {
  await write()
  await retitle('新标题')
  screen.getByText('有改动，稍后自动保存')
  await save()
  await screen.findByText('与已保存的版本相同')
  expect(api.requests(updateReport)[0]?.body).toMatchObject({
    title: '新标题',
    rev: 3,
    body: bodyWith('一', '二', '三'),
  })
  expect(api.requests(deleteReportDraft)).toHaveLength(1)
})

it('offers unsaved words before anything overwrites them', async () => {
  api.on(getReportDraft, () => draft('没保存的话'))
  await write()
  await screen.findByText('有尚未保存为版本的内容')
  expect(document.querySelector('.ProseMirror')).toBeNull()
  fireEvent.click(screen.getByText('继续撰写'))
  await titleField()
  expect(text()).toBe('没保存的话')
})

it('takes the later draft of server and browser, and discards it only on request', async () => {
  api.on(getReportDraft, () => draft('旧的'))
  storeLocalDraft(1, 5, { ...draft('离线写的'), saved_at: '2026-11-20T07:00:00.000Z' })
  await write()
  await screen.findByText(/此浏览器在/)
  fireEvent.click(screen.getByText('放弃这些内容'))
  expect(readLocal(1, 5)).not.toBeNull()
  await screen.findByText('放弃后无法找回。')
  fireEvent.click(screen.getAllByText('放弃这些内容').at(-1) as HTMLElement)
  await titleField()
  expect(text()).toBe('一二三')
  expect(readLocal(1, 5)).toBeNull()
  expect(api.requests(deleteReportDraft)).toHaveLength(1)
})

it('offers no draft that equals the report', async () => {
  api.on(getReportDraft, () => ({ ...draft('x'), body: bodyWith('一', '二', '三') }))
  await write()
  await titleField()
  expect(screen.queryByText('有尚未保存为版本的内容')).toBeNull()
})

it('compares with another user’s version saved meanwhile; both keep their words, and the merge is based on theirs', async () => {
  const theirs = aReport({ rev: 7, title: '远洋集团尽职调查', body: bodyWith('一', '他们的二', '三', '他们的四') })
  api.on(updateReport, ({ body }) => {
    const sent = body as { rev: number }
    if (sent.rev !== 7) throw new FakeFailure('stale', {}, theirs)
    return aReport({ ...(body as Partial<Report>), rev: 8, version: 4 })
  })
  await write()
  await retitle('我的标题')
  await save()
  await screen.findByText('与更新的内容合并')
  screen.getByText('他们的二')
  // Each part was changed on one side only: the title in mine, the text in theirs.
  screen.getByText('已全部选好')
  await act(async () => void fireEvent.click(screen.getByText('合并并保存')))
  await vi.waitFor(() => expect(api.requests(updateReport)).toHaveLength(2))
  expect(api.requests(updateReport)[1]?.body).toMatchObject({ title: '我的标题', rev: 7, body: theirs.body })
  await vi.waitFor(() => expect(text()).toBe('一他们的二三他们的四'))
})

it('requires a choice where both changed the same part, and saves nothing before', async () => {
  api.on(updateReport, () => {
    throw new FakeFailure('stale', {}, aReport({ rev: 7, title: '他们的标题', body: bodyWith('一', '二', '三') }))
  })
  await write()
  await retitle('我的标题')
  await save()
  await screen.findByText('与更新的内容合并')
  screen.getByText('还有 1 处需要选择')
  fireEvent.click(screen.getByText('合并并保存'))
  expect(api.requests(updateReport)).toHaveLength(1)
  fireEvent.click(screen.getByText('回到撰写'))
  expect((await titleField()).value).toBe('我的标题')
})

it('loses nothing while the server is unreachable', async () => {
  api.on(updateReport, () => {
    throw new FakeFailure('unavailable')
  })
  await write()
  await retitle('断网时的标题')
  await save()
  expect((await titleField()).value).toBe('断网时的标题')
  expect(readLocal(1, 5)?.title).toBe('断网时的标题')
})

it('warns that another user is editing, and allows editing anyway', async () => {
  api.on(beOnReport, () => ({
    rev: 3,
    others: [{ id: 2, name: '王编辑', is_editing: true, since: '2026-11-20T06:02:00.000Z' }],
    lock: { id: 2, name: '王编辑' },
  }))
  await write()
  await screen.findByText('两个人可以同时撰写；后保存的一方会看到逐段比较，双方的文字都不会丢失。')
  expect(document.querySelector('.ProseMirror')).toBeNull()
  fireEvent.click(screen.getByText('仍然撰写'))
  await titleField()
  await vi.waitFor(() => expect(api.requests(beOnReport).at(-1)?.body).toMatchObject({ is_editing: true }))
})

it('opens no popup and saves nothing during a composition', async () => {
  await write()
  await titleField()
  const editor = document.querySelector('.ProseMirror') as HTMLElement
  fireEvent.compositionStart(editor)
  const key = new KeyboardEvent('keydown', { key: 's', ctrlKey: true, bubbles: true, isComposing: true })
  act(() => void editor.dispatchEvent(key))
  expect(api.requests(updateReport)).toEqual([])
  expect(screen.queryByRole('listbox')).toBeNull()
  fireEvent.compositionEnd(editor)
})
