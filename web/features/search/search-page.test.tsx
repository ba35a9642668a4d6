import { asOgName } from '#contract/wire.ts'
import '#web/routes.ts'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { getSearchCoverage } from '#contract/coverage.api.ts'
import type { Reply } from '#contract/endpoint.ts'
import {
  createSavedSearch,
  listSavedSearches,
  recentRecords,
  type SavedSearch,
  type SearchItem,
  type SearchResult,
  search,
  suggestSearch,
} from '#contract/search.api.ts'
import { closeAct, useActs } from '#web/platform/app-command.ts'
import { setLocale } from '#web/platform/locale.ts'
import { queryClient } from '#web/platform/query.ts'
import { useSession } from '#web/platform/session.ts'
import { type FakeApi, FakeFailure, fakeApi } from '#web/testing/fake-api.ts'
import { renderPage } from '#web/testing/render-page.tsx'
import Palette from './palette.tsx'
import SearchPage from './search-page.tsx'

const item: SearchItem = {
  noun: 'page',
  id: 8,
  title: 'News of the harbour',
  subtitle: 'https://h.example/news',
  og: { id: 3, name: asOgName('Harbour') },
  why: [{ by: 'text', text: null }],
  title_marks: [],
  passage: { text: '…the new sanctions of May…', marks: [{ start: 9, end: 18 }] },
  at: '2026-11-20T08:00:00.000Z',
  version_id: 21,
  is_newest: true,
  more_versions: 2,
}
const saved: SavedSearch = {
  id: 1,
  name: 'Sanctions',
  query: { keyword: 'sanction', kind: ['page'] },
  is_notifying: true,
  is_failed: false,
  fresh: 3,
  created_at: '2026-11-20T08:00:00.000Z',
}
const errors = vi.spyOn(console, 'error')
let api: FakeApi
let items: SearchItem[] = []

beforeEach(() => {
  setLocale('en-US')
  localStorage.clear()
  useSession.setState({ user: { id: 1, username: 'x', role: 'editor' } as never })
  api = fakeApi()
  items = [item]
  api.on(
    search,
    ({ query }): SearchResult => ({
      items,
      total: items.length * 45,
      current: Number(query.current),
      pageSize: 20,
      facets: {
        noun:
          items.length > 0
            ? [
                { value: 'og', count: 2 },
                { value: 'page', count: 43 },
              ]
            : [],
        year: items.length > 0 ? [{ value: 2026, count: 45 }] : [],
      },
    }),
  )
  api.on(listSavedSearches, () => ({ items: [saved] }))
  api.on(recentRecords, () => ({ items: [] }))
  api.on(
    suggestSearch,
    (): Reply<typeof suggestSearch> => ({
      items: [
        {
          noun: 'person',
          id: 5,
          title: '刘晓东',
          subtitle: 'Director',
          og: { id: 3, name: asOgName('Liu Group') },
          region: 'CN',
          at: item.at,
          by: 'pinyin',
          text: null,
        },
        {
          noun: 'og',
          id: 3,
          title: 'Liu Group',
          subtitle: null,
          og: null,
          region: null,
          at: item.at,
          by: 'name',
          text: null,
        },
      ],
    }),
  )
})

afterEach(() => {
  cleanup()
  expect(errors.mock.calls.map(call => call.map(String).join(' ').slice(0, 600))).toEqual([])
  errors.mockClear()
  expect(api.unknown).toEqual([])
})

const press = (element: HTMLElement) => act(async () => void fireEvent.click(element))

it('shows the result, the reason, the passage with its words marked, and links to the version', async () => {
  const page = await renderPage(<SearchPage />, '/search?keyword=sanction')
  const title = await screen.findByText('News of the harbour')
  const row = within(title.closest('li') as HTMLElement)
  expect(title.getAttribute('href')).toBe('/admin/page/8?tab=text&version=21')
  expect(row.getByText('sanctions').tagName).toBe('MARK')
  expect(row.getByText('Text')).toBeTruthy()
  expect(row.getByText('2 more versions')).toBeTruthy()
  expect(screen.getByText('45 results')).toBeTruthy()
  await press(screen.getByText('Organisations'))
  await waitFor(() => expect(api.requests(search).at(-1)?.query).toMatchObject({ kind: 'og', current: '1' }))
  expect(page.search()).toEqual({ keyword: 'sanction', kind: 'og' })
  await press(screen.getByText('2026'))
  await waitFor(() => expect(api.requests(search).at(-1)?.query).toMatchObject({ from: '2026', to: '2026' }))
})

it('explains the search before a query, without results, and after a failure', async () => {
  let waiting = 0
  const at = '2026-11-22T05:00:00.000Z'
  api.on(getSearchCoverage, () => ({ at, waiting, oldest_waiting_at: waiting ? at : null, quarantined: 0 }))
  await renderPage(<SearchPage />, '/search')
  await screen.findByText('Search everything')
  expect(api.requests(search)).toEqual([])
  cleanup()
  items = []
  await renderPage(<SearchPage />, '/search?keyword=zzz&kind=og')
  await screen.findByText('No results for “zzz”')
  await screen.findByText(/^The search includes all changes until /)
  expect(screen.getByRole('button', { name: 'Clear filters' })).toBeTruthy()
  cleanup()
  waiting = 3
  queryClient.clear()
  await renderPage(<SearchPage />, '/search?keyword=港')
  await screen.findByText(/^A single Chinese character is searched for in names only/)
  await screen.findByText(/^3 records have changes since .* that are not in the search yet/)
  cleanup()
  api.on(search, () => {
    throw new FakeFailure('internal')
  })
  await renderPage(<SearchPage />, '/search?keyword=other')
  expect(await screen.findByRole('alert')).toBeTruthy()
})

it('reports above results, or without any, that the index lags and since when', async () => {
  items = []
  const at = '2026-11-22T05:00:00.000Z'
  api.on(getSearchCoverage, () => ({ at, waiting: 4, oldest_waiting_at: at, quarantined: 0 }))
  const facets = { noun: [], year: [] }
  api.on(search, () => ({ items, total: items.length, current: 1, pageSize: 20, facets, behind_seconds: 640 }))
  await renderPage(<SearchPage />, '/search?keyword=zzz')
  const line = await screen.findByText(/^The search index is being updated: some changes from the last 11 minutes/)
  const nothing = screen.getByText('No results for “zzz”')
  expect(line.compareDocumentPosition(nothing)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  expect(line.getAttribute('role')).toBe('status')
  cleanup()
  items = [item]
  await renderPage(<SearchPage />, '/search?keyword=sanction')
  await screen.findByText('News of the harbour')
  expect(screen.getByText(/^The search index is being updated/)).toBeTruthy()
})

it('saves the query with its filters, and lists saved ones with what is new', async () => {
  api.on(createSavedSearch, () => saved)
  await renderPage(<SearchPage />, '/search?keyword=sanction&kind=page&og=3&current=2')
  const link = await screen.findByText('Sanctions')
  expect(link.getAttribute('href')).toBe('/search?keyword=sanction&kind=page')
  expect(screen.getByTitle('3 new results')).toBeTruthy()
  await press(screen.getByText('Save this search'))
  await press(await screen.findByText('Save', { selector: '.ant-modal-footer span' }))
  await waitFor(() =>
    expect(api.requests(createSavedSearch)[0]?.body).toEqual({
      name: 'sanction',
      query: { keyword: 'sanction', kind: ['page'], og: 3 },
      is_notifying: true,
    }),
  )
})

it('suggests names while typing, requests nothing during a composition, and opens the best with Enter', async () => {
  const page = await renderPage(<Palette isOpen onClose={() => undefined} />)
  const input = await screen.findByRole('combobox')
  await act(async () => void fireEvent.compositionStart(input))
  await act(async () => void fireEvent.change(input, { target: { value: 'liu' } }))
  expect(screen.queryByText(/Search everything/)).toBeNull()
  await act(async () => void fireEvent.compositionEnd(input))
  await screen.findByText('刘晓东')
  expect(api.requests(suggestSearch).map(requested => requested.query.keyword)).toEqual(['liu'])
  expect(screen.getByText('Pronunciation')).toBeTruthy()
  await waitFor(() =>
    expect(screen.getByText('刘晓东').closest('[cmdk-item]')?.getAttribute('data-selected')).toBe('true'),
  )
  await act(async () => void fireEvent.keyDown(input, { key: 'Enter' }))
  expect(page.history.location.pathname).toBe('/person/5')
})

it('offers recently opened and searched items, and pages that the role can open', async () => {
  localStorage.setItem(
    'search.recent.1',
    JSON.stringify({ asked: ['sanction'], found: [{ noun: 'og', id: 3, title: 'Liu Group', subtitle: null }] }),
  )
  const page = await renderPage(<Palette isOpen onClose={() => undefined} />)
  await screen.findByText('Liu Group')
  expect(screen.getByText('Focus persons')).toBeTruthy()
  expect(screen.queryByText('Users')).toBeNull()
  await press(screen.getByText('sanction'))
  expect(page.history.location.pathname + page.history.location.search).toBe('/search?keyword=sanction')
})

it('distinguishes results by country, description, organisation and year, and never by an id alone', async () => {
  const bare = { region: null, subtitle: null, og: null, at: item.at, by: 'name', text: null } as const
  api.on(
    suggestSearch,
    (): Reply<typeof suggestSearch> => ({
      items: [
        {
          ...bare,
          noun: 'person',
          id: 5,
          title: '刘晓东',
          subtitle: 'Director',
          region: 'FR',
          og: { id: 3, name: asOgName('Liu') },
        },
        { ...bare, noun: 'event', id: 6, title: 'Liu meets', at: '2024-02-29T00:00:00.000Z' },
        { ...bare, noun: 'og', id: 7, title: 'Liu Trust' },
      ],
    }),
  )
  await renderPage(<Palette isOpen onClose={() => undefined} />)
  await act(async () => void fireEvent.change(screen.getByRole('combobox'), { target: { value: 'liu' } }))
  await screen.findByText('France · Director · Liu')
  const lineOf = (title: string) => screen.getByText(title).closest('[cmdk-item]')?.textContent?.slice(title.length)
  expect([lineOf('Liu meets'), lineOf('Liu Trust')]).toEqual(['2024', 'Organisations'])
})

it('shows the user’s recent records from the server above those that this browser remembers', async () => {
  const found = [
    { noun: 'og', id: 3, title: 'Liu Group, as it was called', subtitle: null },
    { noun: 'report', id: 4, title: 'Harbours', subtitle: 'R-1' },
  ]
  localStorage.setItem('search.recent.1', JSON.stringify({ asked: [], found }))
  api.on(
    recentRecords,
    (): Reply<typeof recentRecords> => ({
      items: [
        {
          noun: 'og',
          id: 3,
          title: 'Liu Group',
          subtitle: null,
          og: null,
          region: 'CN',
          at: item.at,
          by: 'name',
          text: null,
        },
      ],
    }),
  )
  await renderPage(<Palette isOpen onClose={() => undefined} />)
  await screen.findByText('Liu Group')
  expect(screen.queryByText(/as it was called/)).toBeNull()
  expect(screen.getByText('Harbours')).toBeTruthy()
})

it.each(['new org', '新建', 'xjzz'])('runs the action typed as a verb: %s', async typed => {
  await renderPage(<Palette isOpen onClose={() => undefined} />)
  api.on(suggestSearch, () => ({ items: [] }))
  const input = screen.getByRole('combobox')
  await act(async () => void fireEvent.change(input, { target: { value: typed } }))
  await waitFor(() =>
    expect(screen.getByText('New organisation').closest('[cmdk-item]')?.getAttribute('data-selected')).toBe('true'),
  )
  await act(async () => void fireEvent.keyDown(input, { key: 'Enter' }))
  expect(useActs.getState().opened?.id).toBe('og new')
  closeAct()
})

it('lists actions before names if the text is a verb of ours, and Tab opens the relations of a record', async () => {
  const page = await renderPage(<Palette isOpen onClose={() => undefined} />)
  const harbourGroup = {
    noun: 'og',
    id: 7,
    title: 'New Harbour Group',
    subtitle: null,
    og: null,
    region: null,
  } as const
  api.on(
    suggestSearch,
    (): Reply<typeof suggestSearch> => ({ items: [{ ...harbourGroup, at: item.at, by: 'name', text: null }] }),
  )
  const input = screen.getByRole('combobox')
  await act(async () => void fireEvent.change(input, { target: { value: 'new' } }))
  const harbour = await screen.findByText('New Harbour Group')
  const newOg = screen.getByText('New organisation')
  expect(newOg.compareDocumentPosition(harbour) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  expect(newOg.closest('[cmdk-item]')?.getAttribute('data-selected')).toBe('true')
  await act(async () => void fireEvent.change(input, { target: { value: 'harbour' } }))
  await waitFor(() =>
    expect(screen.getByText('New Harbour Group').closest('[cmdk-item]')?.getAttribute('data-selected')).toBe('true'),
  )
  await act(async () => void fireEvent.keyDown(input, { key: 'Tab' }))
  expect(page.history.location.pathname + page.history.location.search).toBe('/og/7?tab=relations')
})

it('offers no action that the role cannot perform', async () => {
  useSession.setState({ user: { id: 1, username: 'x', role: 'reader' } as never })
  await renderPage(<Palette isOpen onClose={() => undefined} />)
  await act(async () => void fireEvent.change(screen.getByRole('combobox'), { target: { value: 'new' } }))
  await screen.findByText(/Search everything/)
  expect(screen.queryByText('New organisation')).toBeNull()
})

it('marks rough counts of very many as such, and allows choosing a kind of unknown number', async () => {
  const noun = [
    { value: 'og' as const, count: 64_000 },
    { value: 'person' as const, count: 0 },
  ]
  const facets = { noun, year: [{ value: 2026, count: 61_000 }] }
  const rough = { total_estimated: true, facets_estimated: true }
  api.on(search, () => ({ items, total: 64_000, ...rough, current: 1, pageSize: 20, facets }))
  await renderPage(<SearchPage />, '/search?keyword=a')
  expect(await screen.findByText('More than 10,000 results, the newest first')).toBeTruthy()
  expect(screen.getByRole('button', { name: /Organisations.*~64,000/ })).toBeTruthy()
  expect(screen.getByRole('button', { name: /2026.*~61,000/ })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Persons' })).toBeTruthy()
})
