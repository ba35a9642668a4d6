import '#web/routes.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { listLists } from '#contract/list.api.ts'
import {
  cancelScreeningFile,
  deleteScreeningFile,
  type FileHit,
  getScreeningFile,
  getScreeningFileResult,
  getScreeningFileRow,
  listScreeningFileRows,
  listScreeningFiles,
  type ScreeningFile,
  type ScreeningFileRow,
} from '#contract/screening_file.api.ts'
import { FakeFailure } from '#web/testing/fake-api.ts'
import { pageOf, preparePage } from '#web/testing/page-test.ts'
import { renderPage } from '#web/testing/render-page.tsx'
import FilePage from './file-page.tsx'
import FilesPage from './files-page.tsx'

const at = '2026-11-20T08:00:00.000Z'
const un = { id: 1, name: 'UN', version: 3 }
const aFile = (over: Partial<ScreeningFile> = {}): ScreeningFile => ({
  ...{ id: 5, state: 'done', file_name: '供应商.csv', size: 900, format: 'csv', encoding: 'UTF-8', layout: null },
  ...{ columns: ['Name', 'City'], sample: [['Ivan', 'Omsk']], row_count: 40, progress: 40, lists: [un], strong: 90 },
  plan: { mapping: ['name', null], kind: 'any', list_ids: [], threshold: 70 },
  counts: { strong: 1, possible: 1, none: 37, wrong: 1 },
  ...{ uncompared: 0, lists_behind: 0, unread: [], seen: [], may_read: true },
  ...{ error: null, created_at: at, updated_at: at, kept_until: at },
  ...{ seen: [], unread: [], uncompared: 0, lists_behind: 0, may_read: true },
  ...over,
})
const aHit = (over: Partial<FileHit> = {}): FileHit => ({
  ...{ list: un, key: 'x-1', schema: 'Person', caption: 'Ivan Petrov', score: 0.93 },
  features: [{ code: 'of_tomorrow' as 'other_script', a: 'x', b: 'y', points: 0.9 }],
  ...over,
})
const aRow = (n: number, over: Partial<ScreeningFileRow> = {}): ScreeningFileRow => ({
  ...{ n, name: `名称 ${n}`, result: 'none', hits: [], hit_count: 0, fault: null, notes: [] },
  ...over,
})

let file: ScreeningFile
let rows: ScreeningFileRow[]
const page = preparePage(api => {
  api.on(listScreeningFileRows, () => pageOf(rows))
  api.on(listScreeningFiles, () => pageOf([file]))
  api.on(listLists, () => ({ items: [] }))
  api.on(getScreeningFile, () => file)
})
beforeEach(() => {
  file = aFile()
  rows = [
    aRow(3, { result: 'strong', hits: [aHit(), aHit({ key: 'x-2' })], hit_count: 4, notes: ['日期“31/31”无法读取'] }),
    aRow(4, { result: 'wrong', fault: '没有名称', name: '' }),
  ]
})

const show = () => renderPage(<FilePage />, '/admin/screening/file/5', { id: '5' })

it('shows each row with its best match, the number of further ones, and what was not understood', async () => {
  await show()
  const row = within(await screen.findByRole('row', { name: /名称 3/ }))
  row.getByText('Ivan Petrov')
  row.getByText(/UN · x-1.*3/)
  row.getByText('日期“31/31”无法读取')
  screen.getByText('没有名称')
  screen.getByText(/UN（第 3 版）|UN.*3/, { selector: 'p *, p, header *' })
})

it('filters by result, and searches', async () => {
  await show()
  await screen.findByRole('row', { name: /名称 3/ })
  fireEvent.click(screen.getByText(/ 37$/))
  await waitFor(() => expect(page.api.requests(listScreeningFileRows).at(-1)?.query).toMatchObject({ result: 'none' }))
  const search = screen.getByRole('searchbox')
  fireEvent.change(search, { target: { value: 'Ivan' } })
  fireEvent.keyDown(search, { key: 'Enter', keyCode: 13 })
  await waitFor(() =>
    expect(page.api.requests(listScreeningFileRows).at(-1)?.query).toMatchObject({ result: 'none', keyword: 'Ivan' }),
  )
})

it('opens a row with its evidence and all its cells; a hit of a removed list is named as such', async () => {
  const party = { names: ['Ivan'], dates: [], countries: [], sex: null, numbers: [] }
  page.api.on(getScreeningFileRow, () => ({
    ...(rows[0] as ScreeningFileRow),
    ...{ hits: [aHit()], hit_count: 4, cells: ['Ivan', 'Omsk'], party, entries: [null] },
  }))
  await show()
  fireEvent.click(await screen.findByRole('button', { name: '名称 3' }))
  const drawer = within(await screen.findByRole('dialog'))
  await drawer.findByText('of_tomorrow: x / y')
  drawer.getByText('Omsk')
  drawer.getByText('City')
  expect(drawer.getByText('+90')).toBeTruthy()
  expect(page.api.requests(getScreeningFileRow)[0]?.params).toEqual({ id: '5', number: '3' })
})

it('states of a file without hits how many rows were compared, not counting those that were not', async () => {
  rows = []
  file = aFile({ counts: { strong: 0, possible: 0, none: 39, wrong: 1 } })
  await show()
  await screen.findByText(/39.*70|70.*39/)
})

it('shows the progress, and stops at a press', async () => {
  file = aFile({ state: 'screening', progress: 10 })
  page.api.on(cancelScreeningFile, () => {
    file = aFile({ state: 'cancelled', progress: 10 })
    return file
  })
  await show()
  const status = within(await screen.findByRole('status'))
  expect(status.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('25')
  fireEvent.click(status.getByRole('button', { name: /停\s?止/ }))
  await screen.findByRole('alert')
  expect(screen.queryByRole('button', { name: '出具证明' })).toBeNull()
})

it('states why a file could not be read', async () => {
  file = aFile({ state: 'failed', error: '不是表格', row_count: 0, progress: 0, lists: [] })
  await show()
  await screen.findByText('不是表格')
})

it('reports a download that failed', async () => {
  page.api.on(getScreeningFileResult, () => {
    throw new FakeFailure('internal')
  })
  await show()
  fireEvent.click(await screen.findByRole('button', { name: /XLSX/ }))
  await screen.findByText('服务器出错，请稍后重试。')
  expect(page.api.requests(getScreeningFileResult)[0]?.query).toEqual({ format: 'xlsx' })
})

it('states that a file is not found, as for one of someone else', async () => {
  page.api.on(getScreeningFile, () => {
    throw new FakeFailure('not_found')
  })
  await show()
  expect((await screen.findByRole('alert')).textContent).toMatch(/未找到/)
})

it('lists one’s own files, and deletes one after a confirmation', async () => {
  page.api.on(deleteScreeningFile, () => null)
  await renderPage(<FilesPage />, '/admin/screening/file')
  const link = await screen.findByRole('link', { name: '供应商.csv' })
  expect(link.getAttribute('href')).toBe('/admin/screening/file/5')
  fireEvent.click(screen.getByRole('button', { name: /删除.*供应商\.csv/ }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(page.api.requests(deleteScreeningFile)).toEqual([])
  fireEvent.click(dialog.getByRole('button', { name: /删\s?除/ }))
  await waitFor(() => expect(page.api.requests(deleteScreeningFile)[0]?.params).toEqual({ id: '5' }))
})
