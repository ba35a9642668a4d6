import '#web/routes.ts'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { cancelPast, listPageArchives, type PageArchive } from '#contract/page-archive.api.ts'
import {
  getSite,
  listRounds,
  type Site,
  type SiteFilter,
  tryFilterChange,
  trySiteFilter,
  updateSite,
  watchSite,
} from '#contract/site.api.ts'
import { setLocale } from '#web/platform/locale.ts'
import { useNotices } from '#web/platform/notice.ts'
import { useSession } from '#web/platform/session.ts'
import { type FakeApi, FakeFailure, fakeApi } from '#web/testing/fake-api.ts'
import { renderPage } from '#web/testing/render-page.tsx'
import { aRound, aSite } from './fake-site.ts'
import SiteTab from './site-tab.tsx'

vi.setConfig({ testTimeout: 30_000 })

const og = {
  id: 3,
  rev: 7,
  name: 'Alpha Institute',
  host: 'www.alpha.example' as string | null,
  entrances: [] as string[],
  version: 11,
  new_version: 12,
  can: ['update' as const],
}
let api: FakeApi
let site: Site
let archives: PageArchive[] = []
let complaints: unknown[][] = []

beforeEach(() => {
  complaints = []
  vi.spyOn(console, 'error').mockImplementation((...args) => void complaints.push(args))
  setLocale('en-US')
  useNotices.setState([], true)
  useSession.setState({ user: { id: 1, username: 'zhang.san', role: 'editor' } as never })
  site = aSite()
  archives = []
  api = fakeApi()
  api.on(listPageArchives, () => ({ items: archives, service: null }))
  api.on(getSite, () => site)
  api.on(listRounds, () => ({
    items: [aRound(), aRound({ number: 11, state: 'aborted', end_reason: 'unreachable', reasons: { dns: 9 } })],
    total: 2,
    current: 1,
    pageSize: 10,
  }))
  api.on(trySiteFilter, ({ body }) => {
    const { exclude } = (body as { filter: SiteFilter }).filter
    const isDropped = exclude.includes('.weather')
    return {
      version_id: 33,
      url: 'https://www.alpha.example/',
      blocks: [
        { text: 'What we do', tag: 'h1', is_kept: true },
        { text: 'Sunny, 21 degrees', tag: 'p', is_kept: !isDropped },
      ],
      kept_chars: isDropped ? 10 : 27,
      dropped_chars: isDropped ? 17 : 0,
      idle: exclude.filter(each => each === '#nothing'),
    }
  })
})

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  expect(complaints).toEqual([])
  expect(api.unknown).toEqual([])
})

const onEditOg = vi.fn()
const show = (over: Partial<typeof og> = {}) => renderPage(<SiteTab og={{ ...og, ...over }} onEditOg={onEditOg} />)
const press = (element: HTMLElement) => act(async () => void fireEvent.click(element))

it('shows in words when a site is fetched, its progress and why addresses were not fetched', async () => {
  await show()
  await screen.findByText('Daily at 06:00')
  expect(screen.getAllByText('Not allowed by robots.txt').length).toBeGreaterThan(0)
  screen.getByText('Version 11 reviewed, version 12 fetched last')
  const row = await screen.findByRole('button', { name: /Round 11/ })
  within(row).getByText('Site could not be reached')
  await press(row)
  screen.getByText('Host not found')
})

it('shows readers the same without actions', async () => {
  site = aSite({ can: [] })
  await show({ can: [] as never })
  await screen.findByText('Daily at 06:00')
  for (const name of ['Fetch now', 'Change schedule and limits', 'Test and change', 'Edit the organisation'])
    expect(screen.queryByRole('button', { name })).toBeNull()
})

it('tries filters on a stored version before they can be saved, and warns of filters without a match', async () => {
  api.on(updateSite, ({ body }) => ({ ...site, ...(body as object), rev: 5 }) as Site)
  await show()
  await press(await screen.findByRole('button', { name: 'Test and change' }))
  const dialog = within(await screen.findByRole('dialog'))
  const kept = within(await dialog.findByRole('region', { name: 'Kept' }))
  await kept.findByText('Sunny, 21 degrees')
  const save = dialog.getByRole('button', { name: 'Save' })
  expect(save).toHaveProperty('disabled', true)
  const field = dialog.getByLabelText('Exclude (CSS selectors)')
  fireEvent.change(field, { target: { value: '.weather\n#nothing\n' } })
  expect(save).toHaveProperty('disabled', true)
  const dropped = within(dialog.getByRole('region', { name: 'Left out' }))
  await dropped.findByText('Sunny, 21 degrees')
  expect(kept.queryByText('Sunny, 21 degrees')).toBeNull()
  within(dialog.getByRole('alert')).getByText('#nothing')
  await waitFor(() => expect(save).toHaveProperty('disabled', false))
  await press(save)
  await waitFor(() => expect(api.requests(updateSite)).toHaveLength(1))
  const filter = { include: [], exclude: ['.weather', '#nothing'], ignore: [] }
  expect(api.requests(updateSite)[0]?.body).toEqual({ filter, rev: 4 })
})

it('shows what changed filters do to the rows of recent rounds, and that a result is out of date', async () => {
  api.on(tryFilterChange, () => ({
    ...{ sites: 1, rounds: 5, rows_before: 6, rows_after: 4, more: 1, fewer: 4, raised: 0, lowered: 0, important: 2 },
    ...{ untried_rounds: 0, untried_texts: 3, lost_texts: 0 },
    examples: [
      {
        ...{
          effect: 'more' as const,
          diff_id: null,
          round: 9,
          line: 'Fog at sea',
          score_before: null,
          score_after: 30,
        },
        page: { id: 8, url: 'https://alpha.example/sea', title: 'Sea' },
      },
    ],
  }))
  await show()
  await press(await screen.findByRole('button', { name: 'Test and change' }))
  const dialog = within(await screen.findByRole('dialog'))
  const region = within(await dialog.findByRole('region', { name: 'Effect on recent rounds' }))
  const button = region.getByRole('button', { name: 'Try on stored rounds' })
  expect(button).toHaveProperty('disabled', true)
  fireEvent.change(dialog.getByLabelText('Exclude (CSS selectors)'), { target: { value: '.weather' } })
  await waitFor(() => expect(button).toHaveProperty('disabled', false))
  await press(button)
  await region.findByText('4 rows fewer, 1 row more.')
  region.getByText('2 of the missing rows were marked important.')
  region.getByText('Rows worth a review: 6, then 4. 1 row comes from a group that is split.')
  expect(region.getByRole('link', { name: 'Fog at sea' }).getAttribute('href')).toBe('/admin/page/8')
  expect(api.requests(tryFilterChange)[0]?.body).toEqual({ filter: { include: [], exclude: ['.weather'], ignore: [] } })
  fireEvent.change(dialog.getByLabelText('Exclude (CSS selectors)'), { target: { value: '.weather p' } })
  await region.findByText('The settings have changed since this trial.')
})

it('does not save a filter that the server cannot read', async () => {
  await show()
  await press(await screen.findByRole('button', { name: 'Test and change' }))
  const dialog = within(await screen.findByRole('dialog'))
  await dialog.findByRole('region', { name: 'Kept' })
  api.on(trySiteFilter, () => {
    throw new FakeFailure('invalid')
  })
  fireEvent.change(dialog.getByLabelText('Text to ignore'), { target: { value: 're:(' } })
  await dialog.findByRole('alert')
  expect(dialog.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true)
})

it('changes the schedule by presets and sends only what changed', async () => {
  api.on(updateSite, ({ body }) => ({ ...site, ...(body as object), rev: 5 }) as Site)
  await show()
  await press(await screen.findByRole('button', { name: 'Change schedule and limits' }))
  const dialog = within(await screen.findByRole('dialog'))
  fireEvent.change(await dialog.findByLabelText('At'), { target: { value: '23:15' } })
  await press(dialog.getByRole('switch', { name: 'Fetch on schedule' }))
  await press(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(api.requests(updateSite)).toHaveLength(1))
  expect(api.requests(updateSite)[0]?.body).toEqual({ cron: '15 23 * * *', is_on: false, rev: 4 })
})

it('explains what is missing without a site, with a link to add one', async () => {
  await show({ host: null })
  await press(await screen.findByRole('button', { name: 'Enter a host or start URL' }))
  expect(onEditOg).toHaveBeenCalledOnce()
  expect(api.requests(getSite)).toEqual([])
})

it('puts a site under watch in one form, and reports that the crawl has started', async () => {
  api.on(watchSite, () => site)
  await show({ host: null })
  const form = within(await screen.findByRole('form', { name: 'Watch this site' }))
  expect(form.getByRole('switch', { name: 'Fetch now, then on schedule' }).getAttribute('aria-checked')).toBe('true')
  await press(screen.getByRole('button', { name: 'Watch this site' }))
  expect(api.requests(watchSite)).toEqual([])
  const field = form.getByLabelText(/^Start URLs/)
  fireEvent.change(field, { target: { value: 'https://www.alpha.example/\nhttps://例子.example/新闻' } })
  await press(screen.getByRole('button', { name: 'Watch this site' }))
  await waitFor(() => expect(api.requests(watchSite)).toHaveLength(1))
  const entrances = ['https://www.alpha.example/', 'https://例子.example/新闻']
  expect(api.requests(watchSite)[0]?.body).toEqual({ entrances, asset_mb: 100, is_on: true, rev: 7 })
  await waitFor(() => expect(useNotices.getState()).toHaveLength(1))
  expect(useNotices.getState()[0]).toMatchObject({
    text: 'Started fetching the site of “Alpha Institute”',
    action: { label: 'Show progress' },
  })
})

it('lists archives with the outcome of their captures, and offers an upload to those who may change the site', async () => {
  archives = [
    {
      id: 4,
      file_name: 'past.warc.gz',
      size: 1_000,
      sha256: 'c'.repeat(64),
      format: 'warc',
      state: 'failed',
      captures: 7,
      counts: { added: 3, same: 1, out_of_scope: 2, bad_time: 1 },
      fault: 'too_compressed',
      pages: null,
      created_at: '2026-11-21T06:00:00.000Z',
      ended_at: '2026-11-21T06:01:00.000Z',
      retries: 0,
      can: [],
    },
  ]
  renderPage(<SiteTab og={og} onEditOg={() => {}} />)
  const list = within(await screen.findByRole('list', { name: 'Archives' }))
  list.getByText('past.warc.gz')
  list.getByText(
    '3 versions added · 1 same as a neighbouring version · 2 of other sites · 1 with an invalid time (before 1990, or in the future)',
  )
  list.getByText('Unusually high compression; the rest was not read.')
  expect(document.querySelectorAll('input[type="file"]')).toHaveLength(1)
  cleanup()
  site = aSite({ can: [] })
  renderPage(<SiteTab og={{ ...og, can: [] }} onEditOg={() => {}} />)
  await screen.findByRole('list', { name: 'Archives' })
  expect(document.querySelectorAll('input[type="file"]')).toHaveLength(0)
})

it('a fetch from a web archive shows what is requested again, and is cancelled after a confirmation', async () => {
  archives = [
    {
      ...{ id: 5, file_name: 'archive.example', size: 0, sha256: null, format: 'service', state: 'reading' },
      ...{ captures: 3, counts: { added: 3 }, fault: null, pages: { done: 2, total: 9 }, retries: 2, can: ['cancel'] },
      ...{ created_at: '2026-11-21T06:00:00.000Z', ended_at: null },
    },
  ]
  api.on(cancelPast, () => {
    archives = archives.map(each => ({ ...each, state: 'cancelled', retries: 0, can: [] }))
    return archives[0]!
  })
  renderPage(<SiteTab og={og} onEditOg={() => {}} />)
  const list = within(await screen.findByRole('list', { name: 'Archives' }))
  list.getByText('2 to be requested again later')
  list.getByText('Fetching')
  fireEvent.click(list.getByRole('button', { name: 'Cancel the fetch from archive.example?' }))
  const dialog = within(await screen.findByRole('dialog'))
  fireEvent.click(dialog.getByRole('button', { name: 'Cancel the fetch' }))
  await list.findByText('Cancelled')
  expect(api.requests(cancelPast)[0]?.params).toEqual({ id: '3', archive: '5' })
  expect(list.queryByRole('button')).toBeNull()
})
