import { asOgName } from '#contract/wire.ts'
import '#web/routes.ts'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { listOgs } from '#contract/og.api.ts'
import { createPage, deletePage, fetchPage, listPages, listSites, updatePage } from '#contract/page.api.ts'
import { createRound, getSite, type Site, updateRound } from '#contract/site.api.ts'
import { aRound, aSite } from '#web/features/site/fake-site.ts'
import { setLocale } from '#web/platform/locale.ts'
import { useNotices } from '#web/platform/notice.ts'
import { useSession } from '#web/platform/session.ts'
import { type FakeApi, FakeFailure, fakeApi } from '#web/testing/fake-api.ts'
import { renderPage } from '#web/testing/render-page.tsx'
import AdminPagesPage from './admin-pages-page.tsx'
import { aPage, aSiteRound, aSiteRow } from './fake-page.ts'

vi.setConfig({ testTimeout: 30_000 })

let api: FakeApi
let site: Site
let complaints: unknown[][] = []
const pageOf = <T,>(items: T[]) => ({ items, total: items.length, current: 1, pageSize: 50 })

beforeEach(() => {
  complaints = []
  vi.spyOn(console, 'error').mockImplementation((...args) => void complaints.push(args))
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600)
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1200)
  setLocale('en-US')
  useNotices.setState([], true)
  useSession.setState({ user: { id: 1, username: 'zhang.san', role: 'admin' } as never })
  site = aSite()
  api = fakeApi()
  api.on(listSites, () => pageOf([aSiteRow(), aSiteRow({ og: { id: 4, name: asOgName('Beta') }, diffs_waiting: 0 })]))
  api.on(listPages, () => pageOf([aPage(), aPage({ id: 8, title: null, status: 'gone', status_reason: 'http_404' })]))
  api.on(getSite, () => site)
  api.on(listOgs, () => pageOf([]))
})

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  expect(complaints).toEqual([])
  expect(api.unknown).toEqual([])
})

const tree = () => within(screen.getByRole('navigation', { name: 'Sites' }))
const press = (element: HTMLElement) => act(async () => void fireEvent.click(element))

it('shows the pages of the chosen site, keeps it in the address, and reports why a page is missing', async () => {
  const { search } = await renderPage(<AdminPagesPage />, '/admin/pages?sites=name')
  await screen.findByRole('link', { name: 'Our team' })
  screen.getByText('Site returned HTTP 404')
  expect(api.requests(listSites)[0]?.query).toMatchObject({ sort: 'name' })
  await press(await tree().findByRole('button', { name: /Alpha Institute/ }))
  expect(search()).toEqual({ sites: 'name', og_id: '3' })
  await waitFor(() => expect(api.requests(listPages).at(-1)?.query).toMatchObject({ og_id: '3' }))
  expect(
    tree()
      .getByRole('button', { name: /Alpha Institute/ })
      .getAttribute('aria-current'),
  ).toBe('true')
  await screen.findByRole('heading', { name: 'Alpha Institute' })
})

it('starts a crawl now, and follows the round live until its end', async () => {
  api.on(createRound, () => {
    site = aSite({
      round: aRound({ state: 'running', ended_at: null, counts: { found: 40, waiting: 30 }, reasons: { robots: 2 } }),
    })
    api.on(listSites, () => pageOf([aSiteRow({ round: aSiteRound({ found: 40, waiting: 30 }) })]))
    return site.round as never
  })
  await renderPage(<AdminPagesPage />, '/admin/pages?og_id=3')
  await press(await screen.findByRole('button', { name: 'Fetch now' }))
  const head = within(screen.getByRole('region', { name: 'Selected site' }))
  await head.findByRole('progressbar', { name: '10 of 40 fetched' })
  head.getByText('Not allowed by robots.txt')
  await tree().findByRole('progressbar', { name: '10 of 40 fetched' })
  expect(api.requests(createRound)).toHaveLength(1)
  // The next poll, two seconds later, returns the end without a reload.
  site = aSite()
  api.on(listSites, () => pageOf([aSiteRow()]))
  const before = api.requests(listPages).length
  await waitFor(() => expect(head.queryByRole('progressbar')).toBeNull(), { timeout: 6_000 })
  await head.findByRole('button', { name: 'Fetch now' })
  await waitFor(() => expect(api.requests(listPages).length).toBeGreaterThan(before))
})

it('stops a running round and resumes a stopped one', async () => {
  const acts: unknown[] = []
  site = aSite({ round: aRound({ state: 'running', ended_at: null }) })
  api.on(updateRound, ({ body }) => {
    acts.push((body as { act: string }).act)
    site = aSite({ round: aRound({ state: 'stopped' }) })
    return site.round as never
  })
  await renderPage(<AdminPagesPage />, '/admin/pages?og_id=3')
  await press(await screen.findByRole('button', { name: 'Stop' }))
  await press(await screen.findByRole('button', { name: 'Resume' }))
  expect(acts).toEqual(['stop', 'resume'])
})

it('adds an address, and reports an invalid one', async () => {
  api.on(createPage, () => {
    throw new FakeFailure('duplicate', { value: 'x' })
  })
  await renderPage(<AdminPagesPage />, '/admin/pages?og_id=3')
  await press(await screen.findByRole('button', { name: 'Add an address' }))
  const dialog = within(await screen.findByRole('dialog'))
  const field = await dialog.findByLabelText('Address')
  fireEvent.change(field, { target: { value: ' https://www.alpha.example/news ' } })
  await press(dialog.getByRole('button', { name: 'Add and fetch' }))
  await dialog.findByText('This address is already watched.')
  api.on(createPage, () => aPage({ id: 9 }))
  await press(dialog.getByRole('button', { name: 'Add and fetch' }))
  await screen.findByText('Added; fetching now')
  expect(api.requests(createPage).at(-1)?.body).toEqual({ og_id: 3, url: 'https://www.alpha.example/news' })
})

it('stops watching a page with undo, and keeps a page that is evidence', async () => {
  api.on(updatePage, ({ body }) => aPage({ status: (body as { status: 'active' }).status }))
  api.on(fetchPage, () => aPage())
  api.on(deletePage, () => {
    throw new FakeFailure('wrong_state')
  })
  await renderPage(<AdminPagesPage />, '/admin/pages')
  const open = async (act: string) => {
    await press(await screen.findByRole('button', { name: 'More actions: Our team' }))
    await press(await screen.findByRole('menuitem', { name: act }))
  }
  await open('Fetch now')
  await waitFor(() => expect(api.requests(fetchPage)).toHaveLength(1))
  await open('Stop watching')
  await press(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() =>
    expect(api.requests(updatePage).map(({ body }) => body)).toEqual([{ status: 'forbidden' }, { status: 'active' }]),
  )
  await open('Delete the page and its versions')
  const dialog = within(await screen.findByRole('dialog'))
  await press(dialog.getByRole('button', { name: 'Delete' }))
  await screen.findByText(/An event or a report uses it/)
})

it('explains what to do without a site, and offers a retry if sites fail to load', async () => {
  api.on(listSites, () => {
    throw new FakeFailure('internal')
  })
  api.on(listPages, () => pageOf([]))
  await renderPage(<AdminPagesPage />, '/admin/pages')
  await screen.findByText('No pages are being watched yet')
  api.on(listSites, () => pageOf([]))
  await press(await tree().findByRole('button', { name: 'Try again' }))
  await tree().findByText('No sites yet. Enter one for an organisation.')
})
