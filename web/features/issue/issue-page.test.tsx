import '#web/routes.ts'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { listAttachments } from '#contract/attachment.api.ts'
import {
  createIssue,
  createIssueComment,
  getIssue,
  type Issue,
  type IssueItem,
  listIssues,
  listIssueThread,
  updateIssue,
} from '#contract/issue.api.ts'
import type { Role } from '#contract/role.ts'
import { visibleUsers } from '#contract/user.api.ts'
import { useNotices } from '#web/platform/notice.ts'
import { setUser } from '#web/platform/session.ts'
import { type FakeApi, FakeFailure, fakeApi } from '#web/testing/fake-api.ts'
import { renderPage } from '#web/testing/render-page.tsx'
import IssuePage from './issue-page.tsx'

const at = '2026-11-20T08:00:00.000Z'
const item = (id: number, values: Partial<IssueItem> = {}): IssueItem => ({
  id,
  rev: 4,
  owner: 7,
  created_at: at,
  updated_at: at,
  can: [],
  title: `反馈 ${id}`,
  excerpt: '',
  kind: 'bug',
  priority: 'normal',
  status: 'open',
  reporter: { id: 7, name: '李娜' },
  assignee: null,
  comments: 0,
  attachments: 0,
  next: [],
  acts: [],
  ...values,
})
const issue = (id: number, values: Partial<Issue> = {}): Issue => ({ ...item(id), content: '', page: null, ...values })
const pageOf = (items: IssueItem[]) => ({ items, total: items.length, current: 1, pageSize: 20 })

function signIn(role: Role) {
  setUser({
    id: 7,
    rev: 1,
    username: 'li',
    name: '李娜',
    avatar: null,
    desc: '',
    email: '',
    phone: '',
    role,
    own_role: role,
    groups: [],
    is_service: false,
    keeper: null,
    status: 'active',
    created_at: at,
    updated_at: at,
    last_seen_at: null,
  })
}

let api: FakeApi
let complaints: unknown[][] = []

beforeEach(() => {
  complaints = []
  vi.spyOn(console, 'error').mockImplementation((...args) => void complaints.push(args))
  useNotices.setState([], true)
  api = fakeApi()
  api.on(visibleUsers, () => [])
  api.on(listAttachments, () => ({ items: [] }))
  api.on(listIssueThread, () => ({ items: [] }))
})

afterEach(() => {
  cleanup()
  expect(api.unknown).toEqual([])
  expect(complaints).toEqual([])
  vi.restoreAllMocks()
})

it('explains the page to a reader without feedback, who writes some and gets its number', async () => {
  signIn('reader')
  api.on(listIssues, () => pageOf([]))
  api.on(createIssue, ({ body }) => issue(12, body as Partial<Issue>))
  await renderPage(<IssuePage />)
  await screen.findByText('还没有反馈')
  expect(screen.queryByText('看板')).toBeNull()
  fireEvent.click(screen.getAllByRole('button', { name: '写反馈' }).at(-1)!)
  const dialog = await screen.findByRole('dialog')
  fireEvent.change(within(dialog).getByLabelText(/^标题/), { target: { value: '地图是空的' } })
  fireEvent.click(within(dialog).getByRole('button', { name: /保\s?存/ }))
  await screen.findByText('反馈已提交，编号 #12')
  expect(api.requests(createIssue)[0]?.body).toEqual({
    title: '地图是空的',
    kind: 'bug',
    priority: 'normal',
    content: '',
    page: null,
  })
})

it('lets an administrator move a card by its menu and undo it', async () => {
  signIn('admin')
  const schema = item(3, { next: ['processing', 'resolved', 'closed'] })
  api.on(listIssues, ({ query }) => pageOf(query.status === 'open' ? [schema] : []))
  api.on(updateIssue, ({ body }) => issue(3, { status: (body as Issue).status, rev: 5 }))
  await renderPage(<IssuePage />)
  fireEvent.click(await screen.findByRole('button', { name: '移动“反馈 3”' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: '处理中' }))
  await screen.findByText('“反馈 3”已移到处理中')
  expect(api.requests(updateIssue)[0]).toMatchObject({ params: { id: '3' }, body: { status: 'processing', rev: 4 } })
  fireEvent.click(screen.getByRole('button', { name: '撤销' }))
  await waitFor(() => expect(api.requests(updateIssue)[1]?.body).toEqual({ status: 'open', rev: 5 }))
})

it('reports a card that another user has just changed, and reads it again', async () => {
  signIn('admin')
  api.on(listIssues, ({ query }) => pageOf(query.status === 'open' ? [item(3, { next: ['closed'] })] : []))
  api.on(updateIssue, () => {
    throw new FakeFailure('stale', {}, issue(3))
  })
  await renderPage(<IssuePage />)
  fireEvent.click(await screen.findByRole('button', { name: '移动“反馈 3”' }))
  const before = api.requests(listIssues).length
  fireEvent.click(await screen.findByRole('menuitem', { name: '已关闭' }))
  await screen.findByText(/其他人刚刚修改了此反馈/)
  await waitFor(() => expect(api.requests(listIssues).length).toBeGreaterThan(before))
})

it('opens a record from the address with its thread in words, and sends a comment with Ctrl and Enter', async () => {
  signIn('reader')
  api.on(listIssues, () => pageOf([item(5)]))
  api.on(getIssue, () => issue(5, { content: '步骤一', acts: ['comment'], page: { path: '/og', title: '组织' } }))
  const author = { id: 1, name: '王小明' }
  api.on(listIssueThread, () => ({
    items: [
      { type: 'change' as const, id: 1, at, author, field: 'status' as const, from: 'open', to: 'processing' },
      { type: 'change' as const, id: 2, at, author, field: 'assignee' as const, from: null, to: '赵云' },
      { type: 'comment' as const, id: 1, rev: 2, at, author, text: '在查', edited_at: at, can: [] },
    ],
  }))
  api.on(createIssueComment, () => ({
    type: 'comment' as const,
    id: 2,
    rev: 1,
    at,
    author,
    text: 'x',
    edited_at: null,
    can: [],
  }))
  await renderPage(<IssuePage />, '/issue?id=5')
  await screen.findByText(/把状态从“待处理”改为“处理中”/)
  screen.getByText(/指派给 赵云/)
  screen.getByText('在查')
  screen.getByText('步骤一')
  expect(screen.getByRole('link', { name: '组织' }).getAttribute('href')).toBe('/og')
  const box = screen.getByLabelText(/写评论/)
  fireEvent.change(box, { target: { value: '谢谢' } })
  fireEvent.keyDown(box, { key: 'Enter', ctrlKey: true })
  await waitFor(() => expect(api.requests(createIssueComment)[0]?.body).toEqual({ text: '谢谢' }))
})

it('keeps a file that is pasted while a form is open in the form and does not attach it to the record below', async () => {
  signIn('reader')
  api.on(listIssues, () => pageOf([item(5)]))
  api.on(getIssue, () => issue(5, { acts: ['comment'] }))
  await renderPage(<IssuePage />, '/issue?id=5')
  await screen.findByText('拖放、粘贴或点击选择文件')
  fireEvent.click(screen.getByRole('button', { name: '写反馈', hidden: true }))
  await screen.findByText('优先级', { selector: 'label' })
  const event = new Event('paste', { bubbles: true, cancelable: true })
  Object.assign(event, { clipboardData: { files: [new File(['x'], 'shot.png', { type: 'image/png' })] } })
  fireEvent(document, event)
  const picked = await screen.findByRole('list', { name: '已选择的文件', hidden: true })
  within(picked).getByText('shot.png')
})
