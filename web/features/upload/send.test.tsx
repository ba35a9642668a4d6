import '#web/routes.ts'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { listOgs } from '#contract/og.api.ts'
import { listPersons } from '#contract/person.api.ts'
import { getUploadLimits } from '#contract/upload.api.ts'
import { visibleUsers } from '#contract/user.api.ts'
import { setLocale } from '#web/platform/locale.ts'
import { endSession, setUser } from '#web/platform/session.ts'
import { setToken } from '#web/platform/token.ts'
import { type FakeApi, fakeApi } from '#web/testing/fake-api.ts'
import { renderPage } from '#web/testing/render-page.tsx'
import { fakeLimits, fakeUser, pageWith } from './fake-upload.ts'
import { SendPanel } from './send-panel.tsx'
import { useSendings } from './send-queue.ts'

type Options = ConstructorParameters<typeof import('tus-js-client').Upload>[1]
type Fake = { file: File; options: Options; url: string | null; started: boolean; aborted: boolean | null }

/** Replaces the library: each upload waits until the test decides its outcome. */
const tus = vi.hoisted(() => ({ made: [] as Fake[], terminated: [] as string[], kept: [] as object[] }))
vi.mock('tus-js-client', () => {
  class Upload implements Fake {
    file: File
    options: Options
    url: string | null
    started = false
    aborted: boolean | null = null
    constructor(file: File, options: Options) {
      this.file = file
      this.options = options
      this.url = options.uploadUrl ?? null
      tus.made.push(this)
    }
    async findPreviousUploads() {
      return tus.kept
    }
    resumeFromPreviousUpload(kept: { uploadUrl: string }) {
      this.url = kept.uploadUrl
    }
    start() {
      this.started = true
      this.url ??= `/v1/upload/tus/id${tus.made.indexOf(this)}`
      this.options.onUploadUrlAvailable?.()
    }
    async abort(isGivenUp: boolean) {
      this.aborted = isGivenUp
    }
    static async terminate(url: string) {
      tus.terminated.push(url)
    }
  }
  return { Upload, defaultOptions: { urlStorage: { findAllUploads: async () => tus.kept } } }
})

// Forms and lists are drawn slowly on a busy machine; a hanging test still fails.
vi.setConfig({ testTimeout: 30_000 })

const errors = vi.spyOn(console, 'error')
let api: FakeApi
let limits = fakeLimits

beforeEach(() => {
  Object.assign(tus, { made: [], terminated: [], kept: [] })
  setLocale('en-US')
  setToken('the-token')
  setUser(fakeUser('editor'))
  limits = fakeLimits
  api = fakeApi()
  api.on(getUploadLimits, () => limits)
  api.on(visibleUsers, () => [{ id: 7, username: 'wang', name: 'Wang Wu', avatar: null } as never])
  api.on(listOgs, () => pageWith([]))
  api.on(listPersons, () => pageWith([]))
})

afterEach(() => {
  act(() => endSession())
  cleanup()
  expect(errors.mock.calls).toEqual([])
  errors.mockClear()
  expect(api.unknown).toEqual([])
})

const file = (name: string, size = 1000, at = 5) => {
  const made = new File(['x'], name, { lastModified: at })
  Object.defineProperty(made, 'size', { value: size })
  return made
}
const choose = (...files: File[]) =>
  act(
    async () =>
      void fireEvent.change(screen.getByLabelText('Choose files', { selector: 'input' }), { target: { files } }),
  )
/** Found by text: computing every role of a page takes long. */
const press = (name: string) =>
  act(async () => {
    const words = screen.queryByLabelText(name) ?? screen.getByText(name, { selector: 'button, button span' })
    fireEvent.click(words.closest('button') as HTMLElement)
  })
const row = (name: string) => within(screen.getByTitle(name).closest('li') as HTMLElement)
const sent = (name: string) => tus.made.find(each => each.file.name === name) as Fake
const request = () => {
  const headers: Record<string, string> = {}
  return { headers, setHeader: (name: string, value: string) => void Object.assign(headers, { [name]: value }) }
}
const finish = (upload: Fake, record: string | undefined) =>
  act(async () => upload.options.onSuccess?.({ lastResponse: { getHeader: () => record } as never }))
const fail = (upload: Fake, status: number, body: string) =>
  act(async () => {
    const originalResponse = status ? { getStatus: () => status, getBody: () => body } : null
    upload.options.onError?.(Object.assign(new Error('failed'), { originalResponse }) as never)
  })

it('shows the limits, and sends no file that exceeds them', async () => {
  limits = { ...fakeLimits, file_bytes: 3000, user_left: 4000 }
  await renderPage(<SendPanel isEditor />, '/upload')
  await screen.findByText('At most 2.9 KB per file; you have 3.9 KB of space left.')
  await choose(file('large.pdf', 3001), file('first.pdf', 2500), file('second.pdf', 2000))
  expect(row('large.pdf').getByText(/Larger than the limit of 2.9 KB per file/)).toBeTruthy()
  expect(row('second.pdf').getByText(/Larger than your remaining space/)).toBeTruthy()
  await press('Send 1 file')
  await waitFor(() => expect(tus.made).toHaveLength(1))
  expect(tus.made[0]?.file.name).toBe('first.pdf')
})

it('sends three at once with the session, the others in turn, and links to the records', async () => {
  await renderPage(<SendPanel isEditor />, '/upload')
  await screen.findByText(/of space left/)
  await choose(file('a.pdf'), file('b.pdf'), file('c.pdf'), file('d.pdf'), file('a.pdf'))
  expect(tus.made).toHaveLength(0)
  await press('Send 4 files')
  await waitFor(() => expect(tus.made.filter(each => each.started)).toHaveLength(3))
  expect(row('d.pdf').getByText('Waiting')).toBeTruthy()
  const first = sent('a.pdf')
  expect(first.options).toMatchObject({ endpoint: '/v1/upload/tus', metadata: { filename: 'a.pdf', upload: '{}' } })
  const requested = request()
  await first.options.onBeforeRequest?.(requested as never)
  expect(requested.headers).toMatchObject({ Authorization: 'Bearer the-token', 'Accept-Language': 'en-US' })
  await finish(first, '31')
  expect(row('a.pdf').getByRole('link').getAttribute('href')).toBe('/upload?id=31')
  await waitFor(() => expect(sent('d.pdf').started).toBe(true))
  expect(api.requests(getUploadLimits).length).toBeGreaterThan(1)
  await press('Clear sent files')
  expect(screen.queryByTitle('a.pdf')).toBeNull()
})

it('shows progress, speed and remaining time', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 0 })
  try {
    await renderPage(<SendPanel isEditor />, '/upload')
    await screen.findByText(/of space left/)
    await choose(file('a.pdf', 100 * 1024 ** 2))
    await press('Send 1 file')
    await waitFor(() => expect(sent('a.pdf')?.started).toBe(true))
    expect(row('a.pdf').getByText('Starting')).toBeTruthy()
    vi.setSystemTime(1000)
    act(() => sent('a.pdf').options.onProgress?.(10 * 1024 ** 2, 100 * 1024 ** 2))
    expect(row('a.pdf').getByText('10% · 10.0 MB/s · 0:09 left')).toBeTruthy()
  } finally {
    vi.useRealTimers()
  }
})

it('sends the details that the user entered for the files', async () => {
  await renderPage(<SendPanel isEditor />, '/upload')
  await screen.findByText(/of space left/)
  await choose(file('a.pdf'), file('b.pdf'))
  await press('Details and access')
  const dialog = await screen.findByRole('dialog')
  const source = await within(dialog).findByLabelText('Source')
  expect(within(dialog).queryByLabelText('Title')).toBeNull()
  fireEvent.change(source, { target: { value: 'Harbour office' } })
  const reader = within(dialog).getByLabelText('Who can see it')
  fireEvent.mouseDown(reader)
  fireEvent.click(await screen.findByTitle('Wang Wu'))
  await act(async () => void fireEvent.click(within(dialog).getByText('Save').closest('button') as HTMLElement))
  await screen.findByText('From: Harbour office · Restricted')
  await press('Send 2 files')
  await waitFor(() => expect(tus.made).toHaveLength(2))
  const stated = tus.made.map(({ options }) => JSON.parse(options.metadata?.upload ?? ''))
  expect(stated).toEqual([
    { source: 'Harbour office', read_user: [7] },
    { source: 'Harbour office', read_user: [7] },
  ])
})

it('offers uploaders no links or access fields, and requests nothing that they cannot read', async () => {
  setUser(fakeUser('uploader'))
  await renderPage(<SendPanel isEditor={false} />, '/upload')
  await screen.findByText(/of space left/)
  await choose(file('a.pdf'))
  await press('Details')
  const dialog = await screen.findByRole('dialog')
  await within(dialog).findByLabelText('Title')
  expect(within(dialog).queryByText('Access')).toBeNull()
  expect(within(dialog).queryByText('Organisations')).toBeNull()
  expect(api.requests(visibleUsers)).toEqual([])
  expect(api.requests(listOgs)).toEqual([])
})

it('resumes a file that is dropped again, and discards parts on request', async () => {
  const part = { id: 'p1', file_name: 'a.pdf', size: 1000, offset: 450, created_at: '2026-11-20T08:00:00.000Z' }
  limits = { ...fakeLimits, unfinished: [part, { ...part, id: 'p2', file_name: 'b.pdf' }] }
  await renderPage(<SendPanel isEditor />, '/upload')
  const list = within(await screen.findByRole('list', { name: 'Unfinished' }))
  expect(list.getAllByText(/45% of 1000 B/)).toHaveLength(2)
  await press('Discard “b.pdf”')
  await waitFor(() => expect(tus.terminated).toEqual(['/v1/upload/tus/p2']))
  const drop = new Event('drop', { cancelable: true })
  Object.assign(drop, { dataTransfer: { types: ['Files'], files: [file('a.pdf')], items: [] } })
  await act(async () => void window.dispatchEvent(drop))
  expect(drop.defaultPrevented).toBe(true)
  await screen.findByText('45% uploaded; it will continue from there')
  await press('Send 1 file')
  await waitFor(() => expect(sent('a.pdf')?.url).toBe('/v1/upload/tus/p1'))
})

it('does not mix a part with another file of the same name and size', async () => {
  const part = { id: 'p1', file_name: 'a.pdf', size: 1000, offset: 450, created_at: '2026-11-20T08:00:00.000Z' }
  limits = { ...fakeLimits, unfinished: [part] }
  tus.kept = []
  await renderPage(<SendPanel isEditor />, '/upload')
  await screen.findByRole('list', { name: 'Unfinished' })
  await choose(file('a.pdf', 1000, 6))
  // The part was started in this browser with a file of another date.
  const kept = { uploadUrl: '/v1/upload/tus/p1', urlStorageKey: 'tus::upload|1|a.pdf|1000|5::77', creationTime: '' }
  tus.kept = [kept]
  await press('Send 1 file')
  await waitFor(() => expect(tus.made).toHaveLength(1))
  expect(tus.made[0]?.options.uploadUrl).toBeNull()
})

it('shows why a file was not sent, retries from there, and cancels it', async () => {
  await renderPage(<SendPanel isEditor />, '/upload')
  await screen.findByText(/of space left/)
  await choose(file('a.pdf'), file('b.pdf'))
  await press('Send 2 files')
  await waitFor(() => expect(tus.made).toHaveLength(2))
  const [a, b] = [sent('a.pdf'), sent('b.pdf')]
  expect(a.options.onShouldRetry?.({ originalResponse: { getStatus: () => 413 } } as never, 0, a.options)).toBe(false)
  expect(a.options.onShouldRetry?.({ originalResponse: null } as never, 0, a.options)).toBe(true)
  await fail(a, 413, JSON.stringify({ code: 413, message: 'There is no room left.' }))
  expect(row('a.pdf').getByRole('alert').textContent).toBe('Not sent: There is no room left.')
  await fail(b, 0, '')
  expect(row('b.pdf').getByRole('alert').textContent).toMatch(/the server cannot be reached/)
  await press('Try “b.pdf” again')
  await waitFor(() => expect(tus.made).toHaveLength(3))
  expect(tus.made[2]?.url).toBe('/v1/upload/tus/id1')
  await press('Cancel “b.pdf”')
  await waitFor(() => expect(tus.made[2]?.aborted).toBe(true))
  await press('Remove “a.pdf”')
  await waitFor(() => expect(tus.terminated).toEqual(['/v1/upload/tus/id0']))
  expect(useSendings.getState()).toEqual([])
})

it('pauses running uploads when the session ends, so that they can be resumed', async () => {
  await renderPage(<SendPanel isEditor />, '/upload')
  await screen.findByText(/of space left/)
  await choose(file('a.pdf'))
  await press('Send 1 file')
  await waitFor(() => expect(sent('a.pdf')?.started).toBe(true))
  await act(async () => endSession())
  await waitFor(() => expect(sent('a.pdf').aborted).toBe(false))
  expect(useSendings.getState()).toEqual([])
})
