import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  exportInterchange,
  getInterchange,
  getInterchangeFile,
  type Interchange,
  listInterchangeRows,
  listInterchanges,
  runInterchange,
} from '#contract/interchange.api.ts'
import { visibleUsers } from '#contract/user.api.ts'
import { setLocale } from '#web/platform/locale.ts'
import { setUser } from '#web/platform/session.ts'
import { type FakeApi, fakeApi } from '#web/testing/fake-api.ts'
import { renderPage } from '#web/testing/render-page.tsx'
import { InterchangeButton } from './interchange.ts'

const none = { new: 0, changed: 0, unchanged: 0, wrong: 0 }
const base: Interchange = {
  id: 4,
  source_id: null,
  direction: 'import',
  state: 'checked',
  format: 'ftm',
  file_name: 'list.ftm.json',
  size: 900,
  kinds: ['person'],
  counts: [
    { kind: 'person', ...none, total: 3, new: 2, wrong: 1 },
    { kind: 'membership', ...none, total: 1, new: 1 },
  ],
  progress: 4,
  total: 4,
  written: 0,
  not_carried: [
    { what: 'Person', field: 'passportNumber', reason: 'no_home', count: 2, examples: ['X0001', 'X0002'] },
    { what: 'Vessel', field: null, reason: 'unknown_schema', count: 1, examples: ['NK-7'] },
  ],
  creates: [],
  error: null,
  created_at: '2026-11-21T07:00:00.000Z',
  updated_at: '2026-11-21T07:00:00.000Z',
}

let api: FakeApi
let complaints: unknown[][] = []

beforeEach(() => {
  complaints = []
  vi.spyOn(console, 'error').mockImplementation((...args) => void complaints.push(args))
  setLocale('zh-CN')
  setUser({ id: 1, username: 'u', name: '', role: 'editor', status: 'active' } as unknown as Parameters<
    typeof setUser
  >[0])
  api = fakeApi()
  api.on(visibleUsers, () => [])
})

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  expect(complaints).toEqual([])
  expect(api.unknown).toEqual([])
})

async function open(tab?: string) {
  await renderPage(<InterchangeButton />)
  fireEvent.click(await screen.findByRole('button', { name: '数据交换' }))
  if (tab) fireEvent.click(await screen.findByRole('tab', { name: tab }))
}

describe('the interchange', () => {
  it('offers links only if both of their ends are exported, and reports what is left out', async () => {
    const sent: unknown[] = []
    const out: Interchange = { ...base, direction: 'export', state: 'queued', counts: [], not_carried: [], total: null }
    api.on(exportInterchange, ({ body }) => {
      sent.push(body)
      return out
    })
    const done: Interchange = {
      ...out,
      state: 'done',
      total: 12,
      counts: [{ kind: 'person', ...none, total: 12 }],
      not_carried: [{ what: 'person', field: 'score', reason: 'no_home', count: 12, examples: ['80'] }],
    }
    api.on(getInterchange, () => done)
    api.on(getInterchangeFile, () => null)
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
    await open()
    fireEvent.click(await screen.findByRole('checkbox', { name: /^组织/ }))
    expect(screen.getByRole('checkbox', { name: /^任职/ })).toHaveProperty('disabled', true)
    fireEvent.change(screen.getByLabelText('导出原因'), { target: { value: '年度核对' } })
    fireEvent.click(screen.getByRole('button', { name: '开始导出' }))
    expect(await screen.findByText('导出完成：12 个实体。')).toBeDefined()
    expect(sent).toEqual([{ kinds: ['person', 'relation', 'event'], reason: '年度核对' }])
    expect(screen.getByRole('rowheader', { name: '人物 · 评分' })).toBeDefined()
  })

  it('shows the dry run with its errors before anything is written, then writes', async () => {
    let state: Interchange['state'] = 'checked'
    const access: unknown[] = []
    api.on(listInterchanges, () => ({ items: [base], total: 1, current: 1, pageSize: 5 }))
    api.on(getInterchange, () => ({ ...base, state, written: state === 'done' ? 3 : 0 }))
    api.on(listInterchangeRows, ({ query }) => {
      const row = {
        n: 2,
        kind: null,
        name: '',
        was: null,
        faults: ['这一行不是有效的 JSON 对象。'],
        changes: [],
        record_id: null,
      }
      const items = query.verdict === 'wrong' ? [{ ...row, verdict: 'wrong' as const }] : []
      return { items, total: items.length, current: 1, pageSize: 20 }
    })
    api.on(runInterchange, ({ body }) => {
      access.push(body)
      state = 'done'
      return base
    })
    await open('导入')
    fireEvent.click(await screen.findByRole('button', { name: '打开' }))
    expect(await screen.findByText('这一行不是有效的 JSON 对象。')).toBeDefined()
    expect(screen.getByRole('rowheader', { name: 'Person · passportNumber' })).toBeDefined()
    expect(screen.getByText('不支持此类记录')).toBeDefined()
    fireEvent.click(screen.getByRole('button', { name: '写入 3 条' }))
    expect(await screen.findByText('导入完成：写入 3 条。')).toBeDefined()
    expect(access).toEqual([{ read_user: [], write_user: [] }])
  })

  it('reports why a file cannot be imported', async () => {
    const failed: Interchange = { ...base, state: 'failed', counts: [], not_carried: [], error: '文件是空的。' }
    api.on(getInterchange, () => failed)
    api.on(listInterchanges, () => ({ items: [failed], total: 1, current: 1, pageSize: 5 }))
    await open('导入')
    fireEvent.click(await screen.findByRole('button', { name: '打开' }))
    await waitFor(() => expect(screen.getByText('文件是空的。')).toBeDefined())
    expect(screen.getByRole('button', { name: '换一个文件' })).toBeDefined()
  })
})
