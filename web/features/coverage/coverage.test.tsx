import '#web/routes.ts'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type Coverage, getCoverage, getScreeningCoverage, getSearchCoverage } from '#contract/coverage.api.ts'
import { type List, type ListVersion, listListSetAside } from '#contract/list.api.ts'
import type { ScreeningFile } from '#contract/screening_file.api.ts'
import { listSavedSearches } from '#contract/search.api.ts'
import QuarantineDrawer from '#web/features/list/quarantine-drawer.tsx'
import { SavedSearches } from '#web/features/search/saved.tsx'
import { setLocale } from '#web/platform/locale.ts'
import { useSession } from '#web/platform/session.ts'
import { type FakeApi, fakeApi } from '#web/testing/fake-api.ts'
import { renderPage } from '#web/testing/render-page.tsx'
import { FileCoverageLine, ScreeningCoverageLine } from './coverage.tsx'
import CoveragePage from './coverage-page.tsx'

const at = '2026-11-22T07:00:00.000Z'
const errors = vi.spyOn(console, 'error')
let api: FakeApi

beforeEach(() => {
  setLocale('en-US')
  useSession.setState({ user: { id: 1, username: 'x', role: 'admin' } as never })
  api = fakeApi()
})
afterEach(() => {
  cleanup()
  expect(errors.mock.calls).toEqual([])
  errors.mockClear()
  expect(api.unknown).toEqual([])
})

const waits = { waiting: 0, oldest_waiting_at: null, quarantined: 0 }
const report = (screening: Coverage['screening']): Coverage => ({
  ...{ at, screening, documents: null, mentions: null, pages: null, search: null, checks: [] },
})
const list: NonNullable<Coverage['screening']>['lists'][number] = {
  ...{ id: 1, name: 'Sanctions', version: 3, newer: null, loaded_at: at, entries: 9, unreadable: 0, shortened: 0 },
  ...{ left_out: 0, screened_version: 3, compared: 5, waiting: 0 },
}

it('states that nothing was compared while no list is in force, and which records met only the best candidates', async () => {
  api.on(getCoverage, () => report({ records: 5, entries: 0, compared: 5, limited: 0, ...waits, lists: [] }))
  await renderPage(<CoveragePage />)
  expect(await screen.findByText('No list is in use: nothing was compared')).toBeTruthy()
  expect(screen.queryByText(/with every current list version/)).toBeNull()
  cleanup()
  api.on(getCoverage, () => report({ records: 5, entries: 9, compared: 5, limited: 2, ...waits, lists: [list] }))
  await renderPage(<CoveragePage />)
  const line = '5 with every current list version · 2 only with the best 2,000 candidates of each list'
  expect(await screen.findByText(line)).toBeTruthy()
})

const screening = { at, lists: 2, compared_lists: 2, entries: 9, unreadable: 0, waiting: 0, quarantined: 0, limited: 0 }

it('a name and a record state how much of the lists was not compared, a record with hits as well', async () => {
  api.on(getScreeningCoverage, () => ({ ...screening, limited: 1, outdated: 0 }))
  await renderPage(<ScreeningCoverageLine isName uncompared={31} />)
  expect(await screen.findByText(/best 2,000 candidates of each list: up to 31 further names were not/)).toBeTruthy()
  cleanup()
  await renderPage(<ScreeningCoverageLine record={{ noun: 'person', id: 7 }} hasHits />)
  const line = await screen.findByText(/This record was compared only with the best 2,000 candidates/)
  expect(line.textContent).not.toContain('No open hits')
  cleanup()
  api.on(getScreeningCoverage, () => ({ ...screening, outdated: 0 }))
  await renderPage(<ScreeningCoverageLine record={{ noun: 'person', id: 7 }} hasHits />)
  expect(screen.queryByText(/Compared|compared/)).toBeNull()
})

it('the results of a file state the lists they were compared with, and what was not', async () => {
  const file = {
    ...{ progress: 12, row_count: 12, uncompared: 2, updated_at: at, lists_behind: 0 },
    counts: { strong: 0, possible: 0, none: 11, wrong: 1 },
    lists: [1, 2].map(id => ({ id, name: `List ${id}`, version: 3 })),
  } as unknown as ScreeningFile
  await renderPage(<FileCoverageLine file={file} />)
  const line = await screen.findByRole('status')
  expect(line.textContent).toMatch(/^11 rows, 0 with hits · compared with the current versions of 2 lists · /)
  expect(line.textContent).toContain('1 row could not be compared')
  expect(line.textContent).toContain('2 rows were compared only with the best 2,000 candidates')
  cleanup()
  await renderPage(<FileCoverageLine file={{ ...file, lists_behind: 1, progress: 10 }} />)
  const later = (await screen.findByRole('status')).textContent
  expect(later).toContain('1 of them changed or removed since then')
  expect(later).toContain('2 rows not compared')
})

it('entries that a load left out are shown with what the load read, and what records were compared with', async () => {
  api.on(listListSetAside, () => ({ items: [], total: 0, current: 1, pageSize: 20 }))
  const version = { n: 4, read: 12, entries: 11, ended_at: at } as ListVersion
  const list = { id: 1, name: 'Sanctions', version: { ...version, n: 3 } } as List
  await renderPage(<QuarantineDrawer list={list} version={version} onClose={() => undefined} />)
  expect(await screen.findByText(/^12 items read, 11 entries loaded · .* · this version is not in use$/)).toBeTruthy()
  expect(await screen.findByText(/^Compared with the current versions of 1 list · /)).toBeTruthy()
})

it('saved searches state up to when changes are searched, and how many could not be run', async () => {
  api.on(getSearchCoverage, () => ({ at, ...waits }))
  const saved = { name: 'One', query: { keyword: 'one' }, is_notifying: true, fresh: 0, created_at: at }
  api.on(listSavedSearches, () => ({
    items: [
      { ...saved, id: 1, is_failed: true },
      { ...saved, id: 2, is_failed: false },
    ],
  }))
  await renderPage(<SavedSearches />)
  const line = await screen.findByText(/^Checked against all changes until /)
  expect(line.textContent).toContain('1 saved search could not be run')
})
