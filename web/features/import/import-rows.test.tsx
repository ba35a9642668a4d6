import '#web/routes.ts'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Import, type ImportRow, listImportRows } from '#contract/import.api.ts'
import { setLocale } from '#web/platform/locale.ts'
import { type FakeApi, fakeApi } from '#web/testing/fake-api.ts'
import { renderPage } from '#web/testing/render-page.tsx'
import { ImportRows } from './import-rows.tsx'

let api: FakeApi
beforeEach(() => {
  setLocale('en-US')
  api = fakeApi()
})
afterEach(() => {
  cleanup()
  expect(api.unknown).toEqual([])
})

const formatters = { name: { label: 'Name', show: String }, mail: { label: 'Mail', show: String } }
const row = (n: number, record: ImportRow['record']): ImportRow => ({
  n,
  cells: ['𠮷田太郎', 'JP'],
  verdict: 'unchanged',
  was: null,
  faults: [],
  changes: [],
  record_id: record && 7,
  record,
})

it('shows for an unchanged row its record, that it stays unchanged, and the values left out', async () => {
  const items = [
    row(1, { title: '𠮷田太郎', matched_by: 'name', left: ['mail'] }),
    row(2, { title: 'Somebody', matched_by: null, left: [] }),
    row(3, null),
  ]
  api.on(listImportRows, () => ({ items, total: 3, current: 1, pageSize: 20 }))
  await renderPage(
    <ImportRows import={{ id: 4, noun: 'person' } as Import} verdict="unchanged" formatters={formatters} />,
  )
  const link = await screen.findByRole('link', { name: '𠮷田太郎' })
  expect(link.getAttribute('href')).toBe('/person/7')
  expect(link.parentElement?.textContent).toBe(
    '𠮷田太郎 already exists (matched by “Name”). Unchanged. Kept although not in the file: Mail.',
  )
  expect(screen.getByRole('link', { name: 'Somebody' }).parentElement?.textContent).toBe(
    'Somebody No differences; unchanged.',
  )
  expect(screen.getAllByText(/unchanged/i)).toHaveLength(2)
})

it('shows for a new row the fields to be written by their labels, and the values left out', async () => {
  const items: ImportRow[] = [
    {
      ...row(1, null),
      verdict: 'new',
      cells: ['raw cell'],
      faults: [{ field: 'mail', value: '2013 (1888)', message: 'Imported as 2013; (1888) is skipped' }],
      changes: [
        { field: 'name', from: null, to: '𠮷田太郎' },
        { field: 'website', from: null, to: 'https://www.example.org/' },
      ],
    },
  ]
  const requested: unknown[] = []
  api.on(listImportRows, ({ query }) => {
    requested.push(query)
    return { items, total: 1, current: 1, pageSize: 20 }
  })
  const current = {
    id: 4,
    noun: 'og',
    columns: ['E-Mail'],
    plan: { mapping: ['mail'] },
    fields: [{ name: 'website', label: 'Web site', match_label: 'Web site' }],
  } as Import
  await renderPage(<ImportRows import={current} verdict="left_out" formatters={formatters} />)
  expect(await screen.findByText('𠮷田太郎')).toBeTruthy()
  expect(screen.getByText('Web site')).toBeTruthy()
  expect(screen.queryByText('website')).toBeNull()
  expect(screen.queryByText('raw cell')).toBeNull()
  const fault = screen.getByText('Imported as 2013; (1888) is skipped', { exact: false })
  expect(fault.textContent).toBe('Mail(column E-Mail) 2013 (1888) Imported as 2013; (1888) is skipped')
  expect(requested).toMatchObject([{ left_out: 'true' }])
})
