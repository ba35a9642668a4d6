import '#web/routes.ts'
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createReport, listReportFacets, listReports } from '#contract/report.api.ts'
import { defaultTemplate, getReportTemplate } from '#contract/report-template.api.ts'
import { updateSetting } from '#contract/setting.api.ts'
import { visibleUsers } from '#contract/user.api.ts'
import { listViews } from '#contract/view.api.ts'
import { useNotices } from '#web/platform/notice.ts'
import { setUser } from '#web/platform/session.ts'
import { type FakeApi, fakeApi } from '#web/testing/fake-api.ts'
import { renderPage } from '#web/testing/render-page.tsx'
import ReportListPage from './report-list-page.tsx'
import { aReport, aReportItem, aUser } from './testing.ts'

let api: FakeApi
let complaints: unknown[][] = []

beforeEach(() => {
  complaints = []
  vi.spyOn(console, 'error').mockImplementation((...args) => void complaints.push(args))
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600)
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1400)
  useNotices.setState([], true)
  setUser(aUser('super_editor'))
  api = fakeApi()
  api.on(listReportFacets, () => ({ labels: [{ value: '合规', count: 2 }] }))
  api.on(listViews, () => ({ items: [] }))
  api.on(visibleUsers, () => [])
  api.on(updateSetting, () => ({}))
  api.on(getReportTemplate, () => ({ ...defaultTemplate, rev: 0, updated_at: null, updated_by: null }))
  api.on(listReports, () => ({
    items: [
      aReportItem(),
      aReportItem({ id: 6, number: '2026-0008', title: '另一份', status: 'published', can: [], acts: [] }),
    ],
    total: 2,
    current: 1,
    pageSize: 50,
  }))
})

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  expect(complaints).toEqual([])
  expect(api.unknown).toEqual([])
})

it('shows number, status, author and links, and offers editing only for drafts that can be changed', async () => {
  const { history } = await renderPage(<ReportListPage />, '/report')
  await screen.findByText('2026-0007')
  screen.getByText('草稿')
  screen.getByText('已发布')
  expect(screen.getAllByText('李明')).toHaveLength(2)
  expect(screen.getAllByRole('link', { name: '远洋集团' })).toHaveLength(2)
  fireEvent.click(screen.getByRole('button', { name: /远洋集团尽职调查/ }))
  expect(screen.queryByRole('button', { name: /另一份/ })).toBeNull()
  expect(history.location.pathname + history.location.search).toBe('/report/5?edit=true')
})

it('gives readers no way to write, and no details of how reports are prepared', async () => {
  setUser(aUser('super_reader'))
  await renderPage(<ReportListPage />, '/report')
  await screen.findByText('2026-0007')
  expect(screen.queryByRole('button', { name: '新建' })).toBeNull()
  expect(screen.queryByRole('columnheader', { name: /状态/ })).toBeNull()
  expect(screen.queryAllByRole('checkbox')).toEqual([])
})

it('explains an empty list, to writers and to readers', async () => {
  api.on(listReports, () => ({ items: [], total: 0, current: 1, pageSize: 50 }))
  await renderPage(<ReportListPage />, '/report')
  await screen.findByText('还没有报告')
  cleanup()
  setUser(aUser('super_reader'))
  await renderPage(<ReportListPage />, '/report')
  await screen.findByText('还没有已发布的报告')
})

it('creates a report and continues with its text', async () => {
  api.on(createReport, () => aReport({ id: 9, number: '2026-0009' }))
  const { history } = await renderPage(<ReportListPage />, '/report')
  fireEvent.click(await screen.findByRole('button', { name: /新建/ }))
  const form = await screen.findByRole('dialog')
  fireEvent.change(within(form).getByLabelText(/标题/), { target: { value: '新的报告' } })
  fireEvent.click(within(form).getByRole('button', { name: /保\s*存/ }))
  await vi.waitFor(() => expect(history.location.pathname).toBe('/report/9'))
  expect(history.location.search).toBe('?edit=true')
  expect(api.requests(createReport)[0]?.body).toMatchObject({ title: '新的报告', read_user: [], write_user: [] })
})
