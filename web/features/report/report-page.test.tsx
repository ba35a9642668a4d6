import '#web/routes.ts'
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { listFollows } from '#contract/notification.api.ts'
import { actOnReport, exportReport, getReport, type Report } from '#contract/report.api.ts'
import { compareReportVersions, listReportVersions } from '#contract/report-version.api.ts'
import {
  beOnReport,
  createReportComment,
  listReportComments,
  type ReportComment,
  resolveReportComment,
} from '#contract/report-work.api.ts'
import { visibleUsers } from '#contract/user.api.ts'
import { useNotices } from '#web/platform/notice.ts'
import { setUser } from '#web/platform/session.ts'
import { type FakeApi, fakeApi } from '#web/testing/fake-api.ts'
import { renderPage } from '#web/testing/render-page.tsx'
import { ReportReading } from './report-reading.tsx'
import { aReport, aUser } from './testing.ts'

vi.setConfig({ testTimeout: 20_000 })

let api: FakeApi
let complaints: unknown[][] = []

const comment = (over: Partial<ReportComment> = {}): ReportComment => ({
  id: 1,
  author: { id: 2, name: '王编辑' },
  content: '请补充来源',
  quote: '第一段。',
  reply_to: null,
  version: 2,
  created_at: '2026-11-20T02:00:00.000Z',
  resolved_at: null,
  resolved_by: null,
  is_mine: false,
  ...over,
})

beforeEach(() => {
  complaints = []
  vi.spyOn(console, 'error').mockImplementation((...args) => void complaints.push(args))
  useNotices.setState([], true)
  setUser(aUser('super_editor'))
  api = fakeApi()
  api.on(visibleUsers, () => [])
  api.on(listFollows, () => ({ items: [], total: 0, current: 1, pageSize: 20 }))
  api.on(getReport, () => aReport())
  api.on(beOnReport, () => ({ rev: 3, others: [], lock: null }))
  api.on(listReportComments, () => ({ items: [comment()] }))
})

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  expect(complaints).toEqual([])
  expect(api.unknown).toEqual([])
})

const read = (over: Partial<Report> = {}, mayWrite = true, at = '/report/5') =>
  renderPage(<ReportReading report={aReport(over)} mayWrite={mayWrite} onEdit={() => undefined} />, at)

const linked: Report['body'] = {
  type: 'doc',
  content: [
    {
      type: 'paragraph',
      content: [
        { type: 'text', text: '<b>词</b>', marks: [{ type: 'bold' }] },
        { type: 'mention', attrs: { key: 'aaaaaaaa1', noun: 'og', id: 3, label: '远洋集团' } },
        { type: 'mention', attrs: { key: 'aaaaaaaa2', noun: 'person', id: null, label: null } },
      ],
    },
    {
      type: 'evidence',
      attrs: { key: 'aaaaaaaa3', noun: 'upload', id: null, quote: null, title: null, url: null, at: null },
    },
    {
      type: 'evidence',
      attrs: {
        key: 'aaaaaaaa4',
        noun: 'event',
        id: 8,
        quote: '原文',
        title: '公告',
        url: 'javascript:alert(1)',
        at: '2026-11-10',
      },
    },
  ],
}

it('links readable records, shows only that the others are withheld, and treats words as plain text', async () => {
  await read({ body: linked })
  const link = screen.getAllByRole('link', { name: '远洋集团' })[0]
  expect(link?.getAttribute('href')).toBe('/og/3')
  expect(screen.getAllByText('无权查看')).toHaveLength(2)
  screen.getByText('<b>词</b>')
  screen.getByText('原文')
  expect(screen.getByRole('link', { name: '公告' }).getAttribute('href')).toBe('/event/8')
  expect(document.querySelector('a[href^="javascript"]')).toBeNull()
})

it('shows readers no comments, versions, presence or actions', async () => {
  setUser(aUser('super_reader'))
  await read({ status: 'published', can: [], acts: [], published_version: 2 }, false)
  expect(screen.queryByRole('tab', { name: /意见/ })).toBeNull()
  expect(screen.queryByRole('button', { name: '编辑正文' })).toBeNull()
  expect(api.requests(beOnReport)).toEqual([])
  screen.getByRole('button', { name: '导出' })
})

it('returns a report only with a comment', async () => {
  api.on(actOnReport, () => aReport({ status: 'draft' }))
  await read({ status: 'review', acts: ['publish', 'return'] })
  fireEvent.click(screen.getByRole('button', { name: '退回修改' }))
  const dialog = await screen.findByRole('dialog')
  const send = within(dialog).getByRole('button', { name: '退回修改' })
  fireEvent.click(send)
  await within(dialog).findByText('请写明需要修改什么。')
  expect(api.requests(actOnReport)).toEqual([])
  fireEvent.change(within(dialog).getByLabelText('意见'), { target: { value: '缺少来源' } })
  fireEvent.click(send)
  await vi.waitFor(() =>
    expect(api.requests(actOnReport)[0]?.body).toEqual({ act: 'return', comment: '缺少来源', rev: 3 }),
  )
})

it('explains to an author why there is no button to publish, and who can publish', async () => {
  const publishers = ['王芳', '𠮷田太郎', 'Li', 'Ann', 'Bo', 'Cy', 'Di'].map((name, id) => ({ id: id + 2, name }))
  await read({ status: 'review', acts: ['return', 'withdraw'], publishers })
  screen.getByText(/您写过这份报告，不能由您发布。/)
  screen.getByText(/可以发布的人：王芳、𠮷田太郎、Li、Ann、Bo，以及另外 2 人。/)
  expect(screen.queryByRole('button', { name: /^发\s*布$/ })).toBeNull()
})

it('explains to a team of one writer how it can publish', async () => {
  setUser(aUser('admin'))
  await read({ status: 'review', acts: ['return', 'withdraw'], publishers: [] })
  screen.getByText(/或关闭“报告须由他人发布”/)
  expect(screen.getByRole('link', { name: '打开系统设置' }).getAttribute('href')).toBe('/admin/system')
})

it('explains publishing before doing it', async () => {
  await read({ status: 'review', acts: ['publish', 'return'] })
  fireEvent.click(screen.getByRole('button', { name: /发\s*布/ }))
  await screen.findByText(/发布后内容不再改变/)
  expect(api.requests(actOnReport)).toEqual([])
})

it('requires a reason before an export, and sends it to the server', async () => {
  api.on(exportReport, () => null)
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x')
  await read()
  fireEvent.click(screen.getByRole('button', { name: /导\s*出/ }))
  fireEvent.click(await screen.findByText('Markdown 文本'))
  const dialog = await screen.findByRole('dialog')
  fireEvent.click(within(dialog).getByRole('button', { name: /导\s*出/ }))
  await within(dialog).findByText('请写明导出原因。')
  fireEvent.change(within(dialog).getByLabelText('导出原因'), { target: { value: '合规委员会' } })
  fireEvent.click(within(dialog).getByRole('button', { name: /导\s*出/ }))
  await vi.waitFor(() =>
    expect(api.requests(exportReport)[0]?.query).toMatchObject({ format: 'md', reason: '合规委员会' }),
  )
})

it('shows who is editing at the same time, and that there is a newer text', async () => {
  api.on(beOnReport, () => ({
    rev: 4,
    others: [{ id: 2, name: '王编辑', is_editing: true, since: '2026-11-20T02:00:00.000Z' }],
    lock: { id: 2, name: '王编辑' },
  }))
  await read()
  await screen.findByText(/王编辑 从 .* 起正在撰写/)
  screen.getByText('已有更新的内容。')
})

it('answers and closes comments, and keeps a comment that could not be sent', async () => {
  api.on(createReportComment, () => comment({ id: 2, reply_to: 1 }))
  api.on(resolveReportComment, () => comment({ resolved_at: '2026-11-20T03:00:00.000Z' }))
  await read({ open_comments: 1 }, true, '/report/5?tab=comments')
  await screen.findByText('请补充来源')
  fireEvent.click(screen.getByRole('button', { name: '回复' }))
  fireEvent.change(screen.getByLabelText('回复 王编辑'), { target: { value: '已补充' } })
  fireEvent.keyDown(screen.getByLabelText('回复 王编辑'), { key: 'Enter', ctrlKey: true })
  await vi.waitFor(() => expect(api.requests(createReportComment)[0]?.body).toEqual({ content: '已补充', reply_to: 1 }))
  fireEvent.click(screen.getByRole('button', { name: '标记为已处理' }))
  await vi.waitFor(() => expect(api.requests(resolveReportComment)[0]?.body).toEqual({ is_resolved: true }))
})

it('compares two versions block by block, with unchanged blocks folded', async () => {
  const version = (number: number) => ({
    number,
    title: '远洋集团尽职调查',
    saved_at: '2026-11-20T02:00:00.000Z',
    saved_by: null,
    is_published: false,
    length: 10,
  })
  api.on(listReportVersions, () => ({ items: [version(2), version(1)], total: 2, current: 1, pageSize: 20 }))
  const same = { kind: 'same' as const, type: 'paragraph', pieces: [{ kind: 'same' as const, text: '不变' }] }
  api.on(compareReportVersions, () => ({
    blocks: [
      same,
      same,
      same,
      {
        kind: 'changed' as const,
        type: 'paragraph',
        pieces: [
          { kind: 'same' as const, text: '贷款 ' },
          { kind: 'removed' as const, text: '八亿' },
          { kind: 'added' as const, text: '九亿' },
        ],
      },
    ],
  }))
  await read({}, true, '/report/5?tab=versions')
  fireEvent.click(await screen.findByLabelText('选择第 1 版进行比较'))
  fireEvent.click(screen.getByLabelText('选择第 2 版进行比较'))
  fireEvent.click(screen.getByRole('button', { name: '比较所选两版' }))
  const removed = await screen.findByText('八亿')
  expect(removed.tagName).toBe('DEL')
  expect(screen.getByText('九亿').tagName).toBe('INS')
  screen.getByText('未变化的 2 段')
  expect(api.requests(compareReportVersions)[0]?.query).toMatchObject({ from: '1', to: '2' })
})
