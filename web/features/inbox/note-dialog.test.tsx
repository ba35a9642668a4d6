import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { decideDuplicate } from '#contract/duplicate.api.ts'
import { bulkFactCheck } from '#contract/fact_check.api.ts'
import { type InboxItem, inboxKinds, listClosed, listInbox } from '#contract/inbox.api.ts'
import { createReportComment } from '#contract/report-work.api.ts'
import { decideScreening } from '#contract/screening.api.ts'
import { reviewUpload } from '#contract/upload.api.ts'
import { setLocale } from '#web/platform/locale.ts'
import { queryClient } from '#web/platform/query.ts'
import { setUser } from '#web/platform/session.ts'
import '#web/routes.ts'
import { type FakeApi, fakeApi } from '#web/testing/fake-api.ts'
import { renderPage } from '#web/testing/render-page.tsx'
import InboxPage from './inbox-page.tsx'

vi.setConfig({ testTimeout: 30_000 })
const at = '2026-11-21T06:00:00.000Z'
const side = { eng_name: null, icon: null, detail: null, updated_at: at }

const contents = {
  screening: {
    screening: {
      ...{ id: 8, rev: 1, noun: 'person', record: { id: 3, name: 'Kanazashi' }, caption: 'KANAZASHI', entry_key: 'x' },
      ...{
        list: { id: 1, name: 'Example list', kind: 'sanctions' },
        score: 0.9,
        features: [],
        state: 'open',
        note: null,
      },
    },
  },
  duplicate: {
    duplicate: {
      ...{ id: 9, noun: 'og', a: { id: 1, name: 'A', ...side }, b: { id: 2, name: 'B', ...side }, score: 90 },
      ...{ reasons: [], state: 'open', note: null, can: ['decide'] },
    },
  },
  fact_check: {
    checks: [
      {
        id: 10,
        kind: 'unsupported',
        noun: 'og',
        record_id: 1,
        title: 'Port',
        field: 'name',
        value: 'Port',
        claims: [],
      },
    ],
  },
  upload: {
    upload: {
      ...{ id: 11, rev: 4, title: 'Minutes', file_name: 'a.pdf', uploader: null, ogs: [], persons: [], note: null },
      ...{ source: null, status: 'ready' },
    },
  },
  report: { report: { id: 12, title: 'Tariffs', number: 'R-1', author: null, summary: null, ogs: [], persons: [] } },
} as const
type NotedKind = keyof typeof contents

let api: FakeApi
let waiting: NotedKind[]

beforeEach(() => {
  setLocale('en-US')
  queryClient.clear()
  setUser({ id: 1, username: 'admin', role: 'admin' } as never)
  api = fakeApi()
  api.on(listInbox, () => ({
    items: waiting.map(kind => ({ kind, key: kind, gravity: 50, at, ...contents[kind] }) as unknown as InboxItem),
    counts: inboxKinds.map(kind => ({ kind, count: waiting.some(each => each === kind) ? 1 : 0, at_least: false })),
    ...{ failed: [], since: null, looked_at: null },
  }))
  api.on(listClosed, () => [])
  const close = <T,>(reply: T) => {
    waiting = []
    return reply
  }
  api.on(decideScreening, () => close({ ...contents.screening.screening, state: 'different' } as never))
  api.on(decideDuplicate, () => close(contents.duplicate.duplicate as never))
  api.on(bulkFactCheck, () => close({ done: 1, refused: 0, ids: [10] }))
  api.on(reviewUpload, () => close(contents.upload.upload as never))
  api.on(createReportComment, () => ({}) as never)
})

afterEach(cleanup)

/** Opens the dialog of the only item, writes the text, and presses the button. */
async function note(kind: NotedKind, text: string, button: string): Promise<void> {
  waiting = [kind]
  renderPage(<InboxPage />)
  await waitFor(() => expect(document.querySelector('li[aria-current]')).not.toBeNull())
  fireEvent.keyDown(document.body, { key: 'n' })
  const dialog = within(await screen.findByRole('dialog'))
  fireEvent.change(dialog.getByRole('textbox'), { target: { value: text } })
  fireEvent.click(dialog.getByRole('button', { name: button }))
}

it.each([
  ['screening', 'Mark as different', decideScreening, { state: 'different', note: 'Other birth date', rev: 1 }],
  ['duplicate', 'Unsure', decideDuplicate, { state: 'unsure', note: 'Other birth date' }],
  ['fact_check', 'Keep the value', bulkFactCheck, { act: 'settle', note: 'Other birth date', ids: [10] }],
  ['upload', 'Accept', reviewUpload, { status: 'accepted', reason: 'Other birth date', rev: 4 }],
  ['report', 'Comment', createReportComment, { content: 'Other birth date' }],
] as const)(
  'n stores a note on an item of the kind %s where its own page shows it',
  async (kind, button, endpoint, body) => {
    await note(kind, ' Other birth date ', button)
    await waitFor(() => expect(api.requests(endpoint)[0]?.body).toEqual(body))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  },
)

it('an upload is not rejected without a note', async () => {
  await note('upload', ' ', 'Reject')
  expect(api.requests(reviewUpload)).toEqual([])
  const dialog = within(screen.getByRole('dialog'))
  fireEvent.change(dialog.getByRole('textbox'), { target: { value: 'Unreadable' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Reject' }))
  await waitFor(() =>
    expect(api.requests(reviewUpload)[0]?.body).toEqual({ status: 'rejected', reason: 'Unreadable', rev: 4 }),
  )
})
