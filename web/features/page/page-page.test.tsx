import '#web/routes.ts'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { comparePageVersions } from '#contract/diff.api.ts'
import {
  fetchPage,
  getPage,
  getPageLook,
  getPageTimeline,
  getPageVersion,
  listPageVersions,
  type PageVersion,
} from '#contract/page.api.ts'
import { withGuard } from '#contract/page-guard.ts'
import { getPageVisit } from '#contract/page-visit.api.ts'
import { createReport, getReport, listReports, updateReport } from '#contract/report.api.ts'
import { setLocale } from '#web/platform/locale.ts'
import { useNotices } from '#web/platform/notice.ts'
import { PageProvider, usePage } from '#web/platform/page.tsx'
import { useSession } from '#web/platform/session.ts'
import { type FakeApi, FakeFailure, fakeApi } from '#web/testing/fake-api.ts'
import { renderPage } from '#web/testing/render-page.tsx'
import { aPage, aVersion } from './fake-page.ts'
import PagePage from './page-page.tsx'

vi.setConfig({ testTimeout: 30_000 })

const newest = aVersion({ is_evidence: true })
const low = aVersion({
  id: 32,
  round: 11,
  fetched_at: '2026-11-15T06:00:00.000Z',
  quality: 'low',
  quality_reasons: ['challenge', 'http_403'],
  http_status: 403,
  effective_status: 403,
})
const oldest = aVersion({ id: 31, round: 3, fetched_at: '2026-11-01T06:00:00.000Z', effective_status: 404 })
const blocks = [
  {
    text: 'Alpha hired Zhang San for secret work.',
    tag: 'p',
    part: 'main' as const,
    links: [],
    marks: [
      { start: 12, end: 21, kind: 'person' as const, id: 5, name: 'Zhang San', level: null },
      { start: 26, end: 32, kind: 'word' as const, id: 2, name: 'secret', level: 3 },
    ],
  },
]

let api: FakeApi
let versions: PageVersion[]
let complaints: unknown[][] = []

beforeEach(() => {
  complaints = []
  vi.spyOn(console, 'error').mockImplementation((...args) => void complaints.push(args))
  setLocale('en-US')
  useNotices.setState([], true)
  useSession.setState({ user: { id: 1, username: 'zhang.san', role: 'editor' } as never })
  versions = [newest, low, oldest]
  api = fakeApi()
  api.on(getPage, () => aPage({ can: ['fetch'] }))
  api.on(listPageVersions, () => ({ items: versions, total: versions.length, current: 1, pageSize: 100 }))
  api.on(getPageVersion, ({ params }) => {
    const version = versions.find(each => each.id === Number(params.version_id)) ?? newest
    return { version, blocks, names: [], cut: 0, html: '<!DOCTYPE html><html><body><h1>Old look</h1></body></html>' }
  })
  api.on(getPageVisit, () => ({
    ...{ reason: 'rate' as const, always: null, next_at: '2026-11-24T06:00:00.000Z', every_days: 3.2 },
    ...{ visits: 10, changed: 4 },
  }))
  api.on(getPageTimeline, () => ({
    items: versions.map(({ id, round, fetched_at, http_status, quality, hits, is_evidence, is_lost, archive }) => {
      const change = id === 33 ? { added: 120, removed: 3 } : null
      return {
        ...{ id, round, fetched_at, http_status, quality, hits, is_evidence, is_lost, archive, change },
        has_picture: false,
      }
    }),
    total: versions.length,
  }))
  api.on(getPageLook, ({ query }) => ({
    html: '<!DOCTYPE html><html><body><h1>Old look</h1></body></html>',
    is_marked: query.since !== undefined,
    marked: 9,
    added: 6,
    removed: 3,
    snapshot: null,
    is_separate: false,
  }))
  api.on(comparePageVersions, () => ({
    rows: [
      {
        kind: 'changed' as const,
        tag: 'p',
        part: 'main' as const,
        count: 0,
        before: { text: 'ten people', runs: [], links: [], marks: [] },
        after: { text: 'twelve people', runs: [], links: [], marks: [] },
      },
    ],
    is_coarse: false,
    added: 6,
    removed: 3,
    links_added: 0,
    links_removed: 0,
  }))
})

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  expect(complaints).toEqual([])
  expect(api.unknown).toEqual([])
})

function At() {
  const page = usePage()
  return (
    <PageProvider value={{ ...page, key: '/admin/page/7', name: 'admin_page', params: { id: '7' } }}>
      <PagePage />
    </PageProvider>
  )
}
const show = (search = '') => renderPage(<At />, `/admin/page/7${search}`)

it('shows which parts of a PDF could not be read', async () => {
  const text_counts = { pages: 5, pages_read: 4, picture_pages: 3, broken_pages: 0, chars: 3020, unread_chars: 412 }
  versions = [{ ...newest, content_type: 'application/pdf', text_counts }]
  await show('?tab=text')
  await screen.findByText('412 of 3,020 characters could not be read and cannot be searched.')
  screen.getByText('3 of 5 pages have no text, only pictures, and cannot be searched.')
  screen.getByText('Of 5 pages, only the first 4 could be read; the rest cannot be searched.')
})
const press = (element: HTMLElement) => act(async () => void fireEvent.click(element))

it('shows the text of the newest version with words and names marked, and its facts', async () => {
  await show('?tab=text')
  const text = await screen.findByText('Alpha hired', { exact: false, selector: 'p' })
  expect(within(text).getByText('secret').title).toBe('Sensitive word “secret”, level 3')
  expect(within(text).getByRole('link', { name: 'Zhang San' }).getAttribute('href')).toBe('/person/5')
  const facts = within(screen.getByRole('complementary'))
  facts.getByText('a'.repeat(64))
  facts.getByText('Version of round 12')
  facts.getByText('Evidence for an event or a report; kept permanently')
  expect(screen.queryByRole('button', { name: 'More actions' })).toBeNull()
})

it('states when the next visit is expected, and why', async () => {
  await show('?tab=text')
  await screen.findByText('Visited about every 3 days, because 4 of its last 10 visits found changes worth a review')
  cleanup()
  api.on(getPageVisit, () => ({
    ...{ reason: 'off' as const, always: null, next_at: null, every_days: null, visits: 2, changed: 0 },
  }))
  await show('?tab=text')
  await screen.findByText('Not on a schedule')
})

it('moves along the versions by arrow keys and shows why one is not trusted', async () => {
  const { search } = await show('?tab=text')
  const strip = await screen.findByRole('listbox')
  expect(within(strip).getAllByRole('option')).toHaveLength(3)
  await act(async () => void fireEvent.keyDown(strip, { key: 'ArrowLeft' }))
  expect(search()).toEqual({ tab: 'text', version: '32' })
  const facts = within(screen.getByRole('complementary'))
  facts.getByText('Low; never counted as a change · A challenge page · Site returned HTTP 403')
  expect(
    within(strip)
      .getByRole('option', { name: /low quality/ })
      .getAttribute('aria-selected'),
  ).toBe('true')
  await act(async () => void fireEvent.keyDown(strip, { key: 'Home' }))
  expect(search()).toEqual({ tab: 'text', version: '31' })
  facts.getByText('200 → 404')
})

it('compares the version with the last trusted one, or any two that are chosen', async () => {
  const { search } = await show('?tab=compare')
  await screen.findByText(/twelve/)
  expect(api.requests(comparePageVersions)[0]?.query).toEqual({ from: '31', to: '33' })
  await press(screen.getByRole('button', { name: 'Swap the versions' }))
  expect(search()).toMatchObject({ from: '33', to: '31', tab: 'compare' })
  await waitFor(() => expect(api.requests(comparePageVersions).at(-1)?.query).toEqual({ from: '33', to: '31' }))
})

it('chooses the other end of a comparison on the strip', async () => {
  const { search } = await show('?tab=text&version=32')
  const strip = await screen.findByRole('listbox')
  await act(async () => void fireEvent.keyDown(strip, { key: ' ' }))
  await screen.findByText(/twelve/)
  expect(search()).toEqual({ version: '32', from: '31', to: '32', tab: 'compare' })
})

it('shows the archived page in a sandbox with a policy that allows nothing', async () => {
  await show('?tab=archive')
  const frame = await screen.findByTitle(/^Archived page of /)
  expect(frame.getAttribute('sandbox')).toBe('')
  const html = frame.getAttribute('srcdoc') ?? ''
  expect(html.indexOf("default-src 'none'")).toBeLessThan(html.indexOf('Old look'))
  expect(html.match(/<!doctype/gi)).toHaveLength(1)
  screen.getByText(/an archived copy without scripts/)
  expect(withGuard('no doctype')).toMatch(/^<!doctype html>/)
})

it('starts a fetch, and reports if there is no version yet or none can be read', async () => {
  versions = []
  api.on(fetchPage, () => aPage())
  await show('?tab=text')
  await screen.findByText('There are no versions yet.')
  await press(screen.getByRole('button', { name: 'Fetch now' }))
  await screen.findByText('Fetching now: Our team')
  cleanup()
  versions = [newest]
  api.on(getPageVersion, () => {
    throw new FakeFailure('not_found')
  })
  await show('?tab=text')
  await screen.findByText(/This version failed to load/)
})

it('shows a page at one moment with the changes since the version before, and moves along the others', async () => {
  const { search } = await show('?tab=archive')
  await screen.findByTitle(/^Archived page of 2026-11-20/)
  await screen.findByText('+6 −3 characters')
  expect(api.requests(getPageLook)[0]).toMatchObject({ params: { id: '7', version_id: '33' }, query: { since: '31' } })
  // The neighbouring version is loaded ahead of time.
  await waitFor(() => expect(api.requests(getPageLook).map(({ params }) => params.version_id)).toContain('32'))
  await press(screen.getByRole('button', { name: 'Older version' }))
  expect(search()).toEqual({ tab: 'archive', version: '32' })
})

it('quotes the selected words of a version in a draft, with their evidence', async () => {
  const report = { id: 5, number: 'R-5', title: 'Draft', rev: 4, can: ['update'], body: { type: 'doc', content: [] } }
  api.on(listReports, () => ({ items: [report], total: 1, current: 1, pageSize: 20 }) as never)
  api.on(createReport, () => report as never)
  api.on(getReport, () => report as never)
  api.on(updateReport, () => report as never)
  await show('?tab=text')
  const text = await screen.findByText('Alpha hired', { exact: false, selector: 'p' })
  await act(async () => {
    document.getSelection()?.selectAllChildren(text)
    document.dispatchEvent(new Event('selectionchange'))
  })
  await press(screen.getByRole('button', { name: /Quote in a report/ }))
  const dialog = await screen.findByRole('dialog')
  const words = await within(dialog).findByLabelText<HTMLTextAreaElement>('Quotation')
  expect(words.value).toBe('Alpha hired Zhang San for secret work.')
  await press(within(dialog).getByRole('button', { name: 'Quote' }))
  await waitFor(() => expect(api.requests(updateReport)).toHaveLength(1))
  const { body } = api.requests(updateReport)[0] as { body: { rev: number; body: { content: { attrs: object }[] } } }
  expect(body.rev).toBe(4)
  expect(body.body.content[0]?.attrs).toMatchObject({
    noun: 'page_version',
    id: 33,
    quote: 'Alpha hired Zhang San for secret work.',
    title: 'Our team',
    url: 'https://www.alpha.example/about/team',
    at: '2026-11-20T06:06:00.000Z',
  })
})
