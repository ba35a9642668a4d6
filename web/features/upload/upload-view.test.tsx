import '#web/routes.ts'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { getImport } from '#contract/import.api.ts'
import { listOgs } from '#contract/og.api.ts'
import { listPersons } from '#contract/person.api.ts'
import { updateSetting } from '#contract/setting.api.ts'
import {
  deleteUpload,
  getUpload,
  getUploadLimits,
  importUpload,
  listUploadHistory,
  listUploads,
  retryUpload,
  reviewUpload,
  type Upload,
  updateUpload,
} from '#contract/upload.api.ts'
import { listUploadFindings, listUploadParts } from '#contract/upload-text.api.ts'
import { visibleUsers } from '#contract/user.api.ts'
import { listViews } from '#contract/view.api.ts'
import { fakeNamed } from '#web/features/mention/fake-named.ts'
import { setLocale } from '#web/platform/locale.ts'
import { setUser } from '#web/platform/session.ts'
import { type FakeApi, FakeFailure, fakeApi } from '#web/testing/fake-api.ts'
import { renderPage } from '#web/testing/render-page.tsx'
import { fakeLimits, fakeUpload, fakeUser, pageWith } from './fake-upload.ts'
import UploadListPage from './upload-list-page.tsx'

// Forms and lists are drawn slowly on a busy machine; a hanging test still fails.
vi.setConfig({ testTimeout: 30_000 })

const errors = vi.spyOn(console, 'error')
let api: FakeApi
let files: Upload[]

const text = 'The sanction hit Harbour Trading. Harbour Trading paid.'
const at = (word: string, from = 0) => ({
  start: text.indexOf(word, from),
  end: text.indexOf(word, from) + word.length,
})

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600)
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1200)
  setLocale('en-US')
  setUser(fakeUser('editor'))
  files = [fakeUpload(1), fakeUpload(2, { hits: 2, mentions: 1 }), fakeUpload(3, { status: 'accepted' }), fakeUpload(4)]
  api = fakeApi()
  api.on(listUploads, ({ query }) => {
    const wanted = [query.status ?? []].flat()
    return pageWith(files.filter(({ status }) => wanted.length === 0 || wanted.includes(status)))
  })
  api.on(getUpload, ({ params }) => {
    const found = files.find(({ id }) => id === Number(params.id))
    if (!found) throw new FakeFailure('not_found')
    return found
  })
  api.on(listUploadFindings, () => ({
    words: [
      { id: 5, word: 'mild', level: 1, count: 4, part: 1 },
      { id: 6, word: 'sanction', level: 3, count: 1, part: 12 },
    ],
    mentions: [{ ...fakeNamed({ noun: 'og', id: 9, name: 'Harbour Trading' }), count: 2, part: 12 }],
  }))
  api.on(listUploadParts, ({ query }) => {
    const first = (Number(query.current) - 1) * 10 + 1
    const items = Array.from({ length: Math.min(10, 13 - first) }, (_, index) => ({
      number: first + index,
      name: null,
      text: first + index === 12 ? text : `Part ${first + index}`,
      marks:
        first + index === 12
          ? [
              { ...at('sanction'), kind: 'word' as const, id: 6, name: 'sanction', level: 3 },
              { ...at('Harbour Trading'), kind: 'og' as const, id: 9, name: 'Harbour Trading', level: null },
            ]
          : [],
    }))
    return { items, total: 12, current: Number(query.current), pageSize: 10 }
  })
  api.on(listUploadHistory, () => pageWith([]))
  api.on(getUploadLimits, () => fakeLimits)
  api.on(listViews, () => ({ items: [] }))
  api.on(visibleUsers, () => [])
  api.on(updateSetting, () => ({}))
  api.on(listOgs, () => pageWith([]))
  api.on(listPersons, () => pageWith([]))
})

afterEach(() => {
  cleanup()
  expect(errors.mock.calls).toEqual([])
  errors.mockClear()
  expect(api.unknown).toEqual([])
})

/** Found by text: computing every role of a large page takes long. */
async function press(name: string | RegExp) {
  const words = await screen.findByText(name, { selector: 'button, button span' })
  await act(async () => void fireEvent.click(words.closest('button') as HTMLElement))
}
const key = (pressed: string) => act(async () => void fireEvent.keyDown(document.body, { key: pressed }))
const change = (id: number, over: Partial<Upload>) => {
  files = files.map(each => (each.id === id ? { ...each, ...over, rev: each.rev + 1 } : each))
  return files.find(each => each.id === id) as Upload
}

it('lists uploads, and opens one in place of the list with the list behind it', async () => {
  const { search } = await renderPage(<UploadListPage />, '/upload?status=ready')
  fireEvent.click(await screen.findByText('File 2', { selector: 'a' }))
  await screen.findByText('File 2', { selector: 'h1' })
  expect(search()).toEqual({ status: 'ready', id: '2' })
  fireEvent.click(screen.getByText('Uploads', { selector: 'a' }))
  await screen.findByText('Uploads', { selector: 'h1' })
  expect(search()).toEqual({ status: 'ready' })
})

it('shows uploaders their own files with their results, and none of the editors’ tools', async () => {
  setUser(fakeUser('uploader'))
  files = [fakeUpload(1, { status: 'rejected', reason: 'The scan cannot be read.', can: [], acts: [] })]
  await renderPage(<UploadListPage />, '/upload')
  await screen.findByText('File 1', { selector: 'a' })
  expect(screen.queryByRole('button', { name: /^Review/ })).toBeNull()
  expect(screen.queryByRole('checkbox')).toBeNull()
  fireEvent.click(screen.getByText('File 1', { selector: 'a' }))
  await screen.findByText('The scan cannot be read.')
  expect(screen.queryByRole('tab', { name: 'History' })).toBeNull()
  expect(screen.queryByRole('button', { name: /Edit|Accept|Reject/ })).toBeNull()
  for (const endpoint of [visibleUsers, listUploadHistory, listUploadFindings, listOgs])
    expect(api.requests(endpoint)).toEqual([])
})

it('links from a finding to its place on another page of the text', async () => {
  const { search } = await renderPage(<UploadListPage />, '/upload?id=2')
  const levels = await screen.findAllByText(/^Level \d$/)
  const words = levels.map(level => level.closest('button'))
  expect(words.map(word => word?.textContent)).toEqual(['sanction ×1Level 3', 'mild ×4Level 1'])
  await act(async () => void fireEvent.click(words[0] as HTMLElement))
  const mark = await screen.findByText('sanction', { selector: 'mark' })
  await waitFor(() => expect(mark.hasAttribute('data-shown')).toBe(true))
  expect(search()).toMatchObject({ part: '12', mark: 'word-6' })
  expect(api.requests(listUploadParts).at(-1)?.query).toEqual({ current: '2', pageSize: '10' })
  await press(/Harbour Trading/)
  await waitFor(() => expect(mark.hasAttribute('data-shown')).toBe(false))
  const named = screen.getByTitle('Organisation: Harbour Trading')
  expect(named.hasAttribute('data-shown')).toBe(true)
  expect(named.getAttribute('href')).toBe('/og/9')
})

it('accepts by a key and opens the next that waits; j and k move without a verdict', async () => {
  api.on(reviewUpload, ({ params, body }) => change(Number(params.id), { ...(body as object), acts: ['review'] }))
  const { search } = await renderPage(<UploadListPage />, '/upload?id=2')
  await screen.findByText('2 / 4')
  await key('a')
  await screen.findByText('File 4', { selector: 'h1' })
  expect(api.requests(reviewUpload)).toMatchObject([
    { params: { id: '2' }, body: { status: 'accepted', reason: null, rev: 1 } },
  ])
  await screen.findByText('Accepted “File 2”.')
  await key('k')
  await screen.findByText('File 3', { selector: 'h1' })
  await key('j')
  await waitFor(() => expect(search().id).toBe('4'))
  expect(api.requests(reviewUpload)).toHaveLength(1)
})

it('rejects only with a reason', async () => {
  api.on(reviewUpload, ({ params, body }) => change(Number(params.id), body as object))
  await renderPage(<UploadListPage />, '/upload?status=ready&id=4')
  await screen.findByText('3 / 3')
  await key('r')
  const dialog = within(await screen.findByRole('dialog'))
  fireEvent.click(dialog.getByRole('button', { name: 'Reject' }))
  await dialog.findByText('Give a reason for the rejection.')
  fireEvent.change(dialog.getByLabelText('Reason'), { target: { value: ' Not ours ' } })
  // Letters are part of the reason here, not commands.
  await act(async () => void fireEvent.keyDown(dialog.getByLabelText('Reason'), { key: 'a' }))
  await act(async () => void fireEvent.click(dialog.getByRole('button', { name: 'Reject' })))
  await waitFor(() =>
    expect(api.requests(reviewUpload).map(({ body }) => body)).toEqual([
      { status: 'rejected', reason: 'Not ours', rev: 1 },
    ]),
  )
  await screen.findByText('File 2', { selector: 'h1' })
})

it('shows the present state of a file that another user reviewed first', async () => {
  api.on(reviewUpload, () => {
    throw new FakeFailure('stale', {}, change(1, { title: 'Renamed' }))
  })
  await renderPage(<UploadListPage />, '/upload?id=1')
  await press(/^Accept/)
  await screen.findByText(/Someone has just changed this file/)
  await screen.findByText('Renamed', { selector: 'h1' })
})

it('compares with another user’s changes before an edit overwrites them', async () => {
  api.on(updateUpload, () => {
    throw new FakeFailure('stale', {}, change(1, { note: 'Theirs' }))
  })
  await renderPage(<UploadListPage />, '/upload?id=1')
  await press('Edit')
  fireEvent.change(await screen.findByLabelText('Note'), { target: { value: 'Mine' } })
  await act(async () => void fireEvent.click(screen.getByText('Save').closest('button') as HTMLElement))
  expect(await screen.findAllByText('Theirs')).not.toEqual([])
  expect(api.requests(updateUpload)[0]?.body).toEqual({ note: 'Mine', rev: 1 })
})

it('explains why nothing could be read and what to be careful about, and reads the file again on request', async () => {
  files = [fakeUpload(1, { status: 'failed', failure: 'encrypted', flags: ['macro'], acts: ['retry'] })]
  api.on(retryUpload, () => change(1, { status: 'received', acts: [] }))
  await renderPage(<UploadListPage />, '/upload?id=1')
  await screen.findByText(/protected by a password/)
  screen.getByText(/The preview does not run it/)
  expect(api.requests(listUploadParts)).toEqual([])
  await press('Read again')
  await screen.findByText(/The text is being read/)
})

it('opens a spreadsheet as an import', async () => {
  files = [fakeUpload(1, { kind: 'sheet', acts: ['import'] })]
  const opened = {
    id: 77,
    noun: 'event',
    state: 'failed',
    file_name: 'plan.xlsx',
    columns: [],
    sample: [],
    row_count: 0,
    counts: { new: 0, changed: 0, unchanged: 0, repeated: 0, wrong: 0 },
    error: 'Nothing in it.',
  } as never
  api.on(importUpload, () => opened)
  api.on(getImport, () => opened)
  await renderPage(<UploadListPage />, '/upload?id=1')
  await screen.findByText('File 1', { selector: 'h1' })
  await press('Import as')
  fireEvent.click(await screen.findByText('Import as events'))
  await screen.findByText('Nothing in it.')
  expect(api.requests(importUpload)[0]).toMatchObject({ params: { id: '1' }, body: { noun: 'event' } })
})

it('deletes at once, returns to the list, and offers undo', async () => {
  api.on(deleteUpload, () => {
    files = files.filter(({ id }) => id !== 1)
    return null as never
  })
  const { search } = await renderPage(<UploadListPage />, '/upload?id=1')
  await screen.findByText('File 1', { selector: 'h1' })
  await act(async () => void fireEvent.click(screen.getByLabelText('More actions')))
  fireEvent.click(await screen.findByText('Delete'))
  await screen.findByText('Moved “File 1” to the trash')
  await waitFor(() => expect(search()).toEqual({}))
})

it.each(['999', 'x'])('reports that file %s was not found', async id => {
  await renderPage(<UploadListPage />, `/upload?id=${id}`)
  await screen.findByText('File not found')
  expect(screen.getByRole('link', { name: 'Back to uploads' }).getAttribute('href')).toBe('/upload')
})

it('reports the number of parts that could not be read', async () => {
  const text_counts = { pages: 5, pages_read: 4, picture_pages: 3, broken_pages: 0, chars: 3020, unread_chars: 412 }
  files = [fakeUpload(1, { kind: 'pdf', text_counts, flags: ['unread_chars', 'picture_pages', 'slow'] })]
  await renderPage(<UploadListPage />, '/upload?id=1')
  expect(await screen.findByText(/412 of 3,020 characters could not be read/)).toBeTruthy()
  expect(screen.getByText(/3 of 5 pages have no text, only pictures/)).toBeTruthy()
  expect(screen.getByText(/of 5 pages, only the first 4 can be searched/)).toBeTruthy()
})
