import '#web/routes.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import {
  type AuditChain,
  type AuditEntry,
  getAuditChain,
  listAudit,
  listAuditWords,
  verifyAuditChain,
} from '#contract/audit.api.ts'
import { visibleUsers } from '#contract/user.api.ts'
import { listViews } from '#contract/view.api.ts'
import { FakeFailure } from '#web/testing/fake-api.ts'
import { pageOf, preparePage, signIn } from '#web/testing/page-test.ts'
import { renderPage } from '#web/testing/render-page.tsx'
import AuditPage from './audit-page.tsx'

const at = '2026-11-20T08:00:00.000Z'
const entry = (id: number, over: Partial<AuditEntry> = {}): AuditEntry => ({
  ...{ id, at, user_id: 3, username: 'lin', act: 'update', noun: 'og', record_id: 7, title: '长江航运', reason: null },
  ...{ detail: {}, changes: [{ field: 'scale', from: '50', to: '500' }], rev: 4, req_id: `req-${id}` },
  ...{ address: '192.0.2.7', is_sealed: true, is_erased: false },
  ...over,
})
const aLink = { id: 12, at, hash: 'ab' }
const intact: AuditChain = {
  ...{ last: aLink, unsealed: 0, is_verifying: false },
  verified: { at, entries: 1234, head: aLink, fault: null },
}

let entries: AuditEntry[]
let chain: AuditChain
const page = preparePage(api => {
  api.on(listAudit, () => pageOf(entries))
  api.on(listAuditWords, () => ({ acts: ['update', 'read'], nouns: ['og', 'person'] }))
  api.on(getAuditChain, () => chain)
  api.on(visibleUsers, () => [])
  api.on(listViews, () => ({ items: [] }))
})
beforeEach(() => {
  signIn('admin')
  entries = [entry(1), entry(2, { act: 'login', noun: 'user', record_id: null, title: null, changes: [] })]
  chain = intact
})

/** Opens the drawer of the entry in this row. */
async function open(row: number) {
  fireEvent.click((await screen.findAllByRole('button', { name: /^2026/ }))[row] as HTMLElement)
  return within(await screen.findByRole('dialog'))
}

it('shows who did what to which record, and opens an entry with its values before and after', async () => {
  await renderPage(<AuditPage />, '/admin/audit')
  expect((await screen.findByRole('link', { name: '长江航运' })).getAttribute('href')).toBe('/og/7')
  const drawer = await open(0)
  expect(drawer.getByText('50')).toBeTruthy()
  expect(drawer.getByText('500')).toBeTruthy()
  expect(drawer.getByText('192.0.2.7')).toBeTruthy()
  expect(drawer.getByText('已封入哈希链')).toBeTruthy()
})

it('leads from an entry to all entries of its request, and to all of its record', async () => {
  const { search } = await renderPage(<AuditPage />, '/admin/audit')
  fireEvent.click((await open(0)).getByRole('button', { name: '该记录的全部操作' }))
  await waitFor(() => expect(search()).toMatchObject({ noun: 'og', record_id: '7' }))
  await waitFor(() => expect(page.api.requests(listAudit).at(-1)?.query).toMatchObject({ noun: 'og', record_id: '7' }))
  fireEvent.click((await open(1)).getByRole('button', { name: '同一请求的记录' }))
  await waitFor(() => expect(search()).toMatchObject({ req_id: 'req-2' }))
})

it('offers no record for an act without one, and shows the circumstances of a read as text', async () => {
  const detail = { keyword: '<b>丁</b>', ids: [1, 2], absent: null }
  entries = [entry(1, { act: 'read', record_id: null, title: null, changes: [], detail, is_sealed: false })]
  await renderPage(<AuditPage />, '/admin/audit')
  const drawer = await open(0)
  expect(drawer.queryByRole('button', { name: '该记录的全部操作' })).toBeNull()
  expect(drawer.getByText('<b>丁</b>')).toBeTruthy()
  expect(drawer.getByText('[1,2]')).toBeTruthy()
  expect(drawer.queryByText('absent')).toBeNull()
  expect(drawer.getByText(/^尚未封存/)).toBeTruthy()
})

it('shows of an erased entry only who, when and what, never its values', async () => {
  entries = [entry(1, { is_erased: true, changes: [{ field: 'name', from: 'secret', to: null }], title: null })]
  await renderPage(<AuditPage />, '/admin/audit')
  await screen.findByText('已抹除')
  const drawer = await open(0)
  expect(drawer.getByText(/^该条内容已随一次数据清除而抹除/)).toBeTruthy()
  expect(drawer.queryByText('secret')).toBeNull()
})

it('names acts of the system, without a user, and acts that this version does not know', async () => {
  const none = { user_id: null, record_id: null, title: null }
  entries = [
    entry(1, { ...none, username: 'system' }),
    entry(2, { ...none, username: 'nobody', act: 'login_failed' }),
    entry(3, { act: 'of_tomorrow', noun: 'thing_of_tomorrow' }),
  ]
  await renderPage(<AuditPage />, '/admin/audit')
  await screen.findByText('系统')
  expect(screen.getByText('未登录')).toBeTruthy()
  expect(screen.getByText('of_tomorrow')).toBeTruthy()
})

it('states how many entries the chain covers, and how many wait', async () => {
  chain = { ...intact, unsealed: 3 }
  await renderPage(<AuditPage />, '/admin/audit')
  await screen.findByText(/^哈希链完整.*核对了 1,234 条，至第 12 环，另有 3 条待封存$/)
})

it('names the entry that breaks the chain, and not that the rest is intact', async () => {
  const fault = { kind: 'missing', trail: 'history', id: 815, seal: 9 } as const
  chain = { ...intact, verified: { at, entries: 800, head: null, fault } }
  await renderPage(<AuditPage />, '/admin/audit')
  await screen.findByText(/^哈希链断裂：history 的第 815 条缺失（第 9 环/)
  expect(screen.queryByText(/哈希链完整/)).toBeNull()
})

it('verifies the chain, shows that it does, and reports a refusal', async () => {
  chain = { ...intact, verified: null }
  let isRefused = true
  page.api.on(verifyAuditChain, () => {
    if (isRefused) throw new FakeFailure('too_many', { seconds: 30 })
    chain = { ...chain, is_verifying: true }
    return null
  })
  await renderPage(<AuditPage />, '/admin/audit')
  await screen.findByText('哈希链尚未核对过')
  fireEvent.click(screen.getByRole('button', { name: '立即核对' }))
  await screen.findByText(/30 秒/)
  isRefused = false
  fireEvent.click(screen.getByRole('button', { name: '立即核对' }))
  await screen.findByText('正在核对…')
})

it('describes an empty log, and reports a log that fails to load', async () => {
  entries = []
  await renderPage(<AuditPage />, '/admin/audit')
  await screen.findByText('还没有审计记录')
  page.api.on(listAudit, () => {
    throw new FakeFailure('internal')
  })
  await renderPage(<AuditPage />, '/admin/audit?act=read')
  await screen.findByRole('button', { name: /重\s?试/ })
})
