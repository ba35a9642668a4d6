import { asOgName } from '#contract/wire.ts'
import '#web/routes.ts'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { getTextCoverage } from '#contract/coverage.api.ts'
import { decideMention, listMentions, type Mention, textKinds } from '#contract/mention.api.ts'
import { roles } from '#contract/role.ts'
import { setLocale } from '#web/platform/locale.ts'
import { refresh } from '#web/platform/query.ts'
import { useSession } from '#web/platform/session.ts'
import { useRegisteredTabs } from '#web/record/parts.tsx'
import { type FakeApi, FakeFailure, fakeApi } from '#web/testing/fake-api.ts'
import { renderPage } from '#web/testing/render-page.tsx'
import { fakeNamed } from './fake-named.ts'
import MentionList from './mention-list.tsx'

const mention: Extract<Mention, { kind: 'page' }> = {
  kind: 'page',
  page: { id: 8, url: 'https://h.example/news', title: 'News of the harbour' },
  og: { id: 3, name: asOgName('Harbour') },
  version_id: 21,
  fetched_at: '2026-11-20T08:00:00.000Z',
  count: 2,
  is_new: true,
  named: fakeNamed({ noun: 'person', id: 7, name: 'Zhang San' }),
  name: 'Li Si',
  excerpt: { text: '…the board named Li Si its chair…', start: 17, end: 22 },
}
const inUpload: Mention = {
  kind: 'upload',
  upload: { id: 5, title: 'Minutes of the board', file_name: 'minutes.pdf' },
  part: 2,
  created_at: '2026-11-19T08:00:00.000Z',
  count: 1,
  named: fakeNamed({ noun: 'person', id: 7, name: 'Zhang San', certainty: 'likely' }),
  name: 'Li Si',
  excerpt: { text: 'Present: Li Si', start: 9, end: 14 },
}
const errors = vi.spyOn(console, 'error')
let api: FakeApi
let rows: Mention[] = []

beforeEach(() => {
  setLocale('en-US')
  api = fakeApi()
  rows = [mention]
  api.on(listMentions, ({ query }) => ({ items: rows, total: 23, current: Number(query.current), pageSize: 10 }))
})

afterEach(() => {
  cleanup()
  expect(errors.mock.calls).toEqual([])
  errors.mockClear()
  expect(api.unknown).toEqual([])
})

const press = (element: HTMLElement) => act(async () => void fireEvent.click(element))

it('shows the page, its site and the words around the name, and links to the version', async () => {
  await renderPage(<MentionList noun="person" id={7} />)
  const row = within(
    await screen.findByRole('link', { name: 'News of the harbour' }).then(link => link.closest('li') as HTMLElement),
  )
  expect(row.getByRole('link', { name: 'News of the harbour' }).getAttribute('href')).toBe(
    '/admin/page/8?tab=text&version=21',
  )
  expect(row.getByRole('link', { name: 'Harbour' }).getAttribute('href')).toBe('/og/3')
  expect(row.getByText('Li Si').tagName).toBe('MARK')
  expect(row.getByText(/the board named/).textContent).toBe('…the board named Li Si its chair…')
  expect(row.getByText('2 times')).toBeTruthy()
  expect(row.getByText('New')).toBeTruthy()
  expect(screen.getByText('23 mentions')).toBeTruthy()
  expect(api.requests(listMentions)[0]?.query).toMatchObject({ person: '7', current: '1', kind: [...textKinds] })
  expect(screen.queryByText('All sites')).toBeNull()
  await press(screen.getByTitle('2'))
  await waitFor(() => expect(api.requests(listMentions).at(-1)?.query).toMatchObject({ person: '7', current: '2' }))
})

it('shows uploads with the file, the words around the name and a link to the occurrence, and filters by kind', async () => {
  api.on(decideMention, () => ({ verdict: null }))
  rows = [mention, { ...inUpload, named: { ...inUpload.named, can_decide: true } }]
  await renderPage(<MentionList noun="person" id={7} />)
  const link = await screen.findByRole('link', { name: 'Minutes of the board' })
  expect(link.getAttribute('href')).toBe('/upload?id=5&part=2&mark=person-7')
  const row = within(link.closest('li') as HTMLElement)
  expect(row.getByText('Upload minutes.pdf')).toBeTruthy()
  expect(row.getByText('Li Si').dataset.certainty).toBe('likely')
  await press(row.getByRole('button', { name: 'Probable mention: Zhang San' }))
  await press(await screen.findByRole('button', { name: 'It is a different record' }))
  expect(api.requests(decideMention)[0]?.body).toEqual({ noun: 'person', id: 7, upload: 5, verdict: 'rejected' })
  await press(screen.getByTitle('2'))
  rows = []
  fireEvent.mouseDown(screen.getByRole('combobox', { name: 'Kinds of text' }))
  await press(await screen.findByTitle('Uploads'))
  await screen.findByText(/No upload mentions it yet/)
  expect(api.requests(listMentions).at(-1)?.query).toMatchObject({ kind: 'upload', current: '1' })
})

it('links own texts to their record, states where the name is, and decides on them', async () => {
  api.on(decideMention, () => ({ verdict: null }))
  const inText = { ...inUpload, changed_at: '2026-11-18T08:00:00.000Z' }
  const { kind: _kind, upload: _upload, part: _part, created_at: _at, ...own } = inText
  rows = [
    { ...own, kind: 'report', report: { id: 4, number: 'R-4', title: 'The quarter' }, comment_id: null, text_id: 1 },
    { ...own, kind: 'report', report: { id: 4, number: 'R-4', title: 'A remark' }, comment_id: 9, text_id: 2 },
    { ...own, kind: 'event', event: { id: 6, title: 'The meeting' }, text_id: 3 },
    { ...own, kind: 'issue', issue: { id: 8, title: 'The map' }, comment_id: 1, text_id: 4 },
    {
      ...{
        ...own,
        kind: 'note',
        note: { id: 2, at: '2026-11-01' },
        of: { noun: 'og', id: 3, name: 'Harbour' },
        text_id: 5,
      },
      named: { ...own.named, can_decide: true },
    },
    { ...own, kind: 'note', note: { id: 3, at: '2026-11-02' }, of: null, text_id: 6 },
  ]
  await renderPage(<MentionList noun="person" id={7} />)
  const link = async (name: string) => (await screen.findByRole('link', { name })).getAttribute('href')
  expect(await link('The quarter')).toBe('/report/4')
  expect(await link('The meeting')).toBe('/event/6')
  expect(await link('The map')).toBe('/issue?id=8')
  expect(await link('Harbour · 2026-11-01')).toBe('/og/3?tab=events')
  expect(await link('Private note · 2026-11-02')).toBe('/event?view=timeline')
  for (const words of ['Report R-4', 'Comment on report R-4', 'Event', 'Comment on feedback #8'])
    expect(screen.getByText(words)).toBeTruthy()
  const note = within(screen.getByRole('link', { name: 'Harbour · 2026-11-01' }).closest('li') as HTMLElement)
  await press(note.getByRole('button', { name: 'Probable mention: Zhang San' }))
  await screen.findByText('Applies to this text, including later changes.')
  await press(await screen.findByRole('button', { name: 'It is a different record' }))
  expect(api.requests(decideMention)[0]?.body).toEqual({ noun: 'person', id: 7, text: 5, verdict: 'rejected' })
})

it('leaves out an organisation’s own site until all mentions are requested', async () => {
  rows = []
  await renderPage(<MentionList noun="og" id={3} />)
  await screen.findByText(/No text mentions it yet, apart from its own site/)
  expect(api.requests(listMentions)[0]?.query).toMatchObject({ og: '3', elsewhere: 'true' })
  rows = [{ ...mention, excerpt: null, page: { ...mention.page, title: null } }]
  await press(screen.getByText('All sites'))
  await screen.findByRole('link', { name: 'https://h.example/news' })
  expect(screen.getByText('Written as “Li Si”; the text is no longer available.')).toBeTruthy()
  expect(api.requests(listMentions).at(-1)?.query).toMatchObject({ og: '3', elsewhere: 'false', current: '1' })
})

it('shows rejected mentions on request with undo, and reports if there are none', async () => {
  api.on(decideMention, () => ({ verdict: null }))
  await renderPage(<MentionList noun="person" id={7} />)
  await screen.findByRole('link', { name: 'News of the harbour' })
  expect(api.requests(listMentions)[0]?.query).toMatchObject({ rejected: 'false' })
  await press(screen.getByTitle('2'))
  rows = [{ ...mention, named: { ...mention.named, verdict: 'rejected', can_decide: true } }]
  await press(screen.getByRole('switch', { name: 'Show rejected' }))
  await waitFor(() =>
    expect(api.requests(listMentions).at(-1)?.query).toMatchObject({ rejected: 'true', current: '1' }),
  )
  await press(await screen.findByRole('button', { name: 'Different record: Zhang San' }))
  rows = []
  await press(await screen.findByRole('button', { name: 'Withdraw the decision' }))
  expect(api.requests(decideMention)[0]?.body).toEqual({ noun: 'person', id: 7, page: 8, verdict: null })
  await screen.findByText('No rejected mentions.')
})

it('reports which texts were searched for names, how many wait and which kinds are not searched, and reads again after the last one', async () => {
  useSession.setState({ user: { id: 1, username: 'x', role: 'editor' } as never })
  const at = '2026-11-21T06:00:00.000Z'
  let waiting = 40
  api.on(getTextCoverage, () => ({
    ...{
      at,
      texts: 12_378,
      kinds: [
        { kind: 'page' as const, texts: 12_340, searched: 12_340 - waiting },
        { kind: 'upload' as const, texts: 31, searched: 31 },
        { kind: 'event' as const, texts: 5, searched: 5 },
        { kind: 'note' as const, texts: 2, searched: 2 },
      ],
      searched: 12_378 - waiting,
      unreadable: 0,
      waiting,
      oldest_waiting_at: waiting ? at : null,
      documents: { waiting: 0, unreadable: waiting ? 0 : 2, partly_read: waiting ? 0 : 1 },
    },
  }))
  await renderPage(<MentionList noun="person" id={7} />)
  await screen.findByText(
    /^Searched: 12,300 pages, 31 uploads, 7 reports, events, feedback and notes, 40 waiting · Attachments and other fields of records are not searched$/,
  )
  const before = api.requests(listMentions).length
  waiting = 0
  await act(() => refresh('coverage'))
  await screen.findByText(
    /^Searched: 12,340 pages, 31 uploads, 7 reports, events, feedback and notes, as of .* · 2 uploads could not be read · 1 upload was read only in part · Attachments and other fields of records are not searched$/,
  )
  await waitFor(() => expect(api.requests(listMentions).length).toBeGreaterThan(before))
})

it('reports a failure, and retries', async () => {
  api.on(listMentions, () => {
    throw new FakeFailure('internal')
  })
  await renderPage(<MentionList noun="person" id={7} />)
  const alert = within(await screen.findByRole('alert'))
  api.on(listMentions, () => ({ items: [], total: 0, current: 1, pageSize: 10 }))
  await press(alert.getByRole('button', { name: 'Try again' }))
  await screen.findByText(/No text mentions it yet/)
})

it('is a tab for roles that can open pages, and for no others', async () => {
  function Tabs() {
    const tabs = useRegisteredTabs({ noun: 'person', record: { id: 7 } as never, onEdit: () => undefined })
    return <p>{`tabs: ${tabs.map(tab => tab.key).filter(key => key === 'mentions')}`}</p>
  }
  const shown: string[] = []
  for (const role of roles) {
    useSession.setState({ user: { id: 1, username: 'x', role } as never })
    await renderPage(<Tabs />)
    if ((await screen.findByText(/^tabs:/)).textContent === 'tabs: mentions') shown.push(role)
    cleanup()
  }
  expect(shown).toEqual(['admin', 'super_editor', 'editor'])
})
