import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import {
  type Duplicate,
  decideDuplicate,
  getDuplicateRun,
  listDuplicates,
  listMerges,
  type Merge,
  mergeRecords,
  undoMerge,
} from '#contract/duplicate.api.ts'
import { listEvents } from '#contract/event.api.ts'
import { listMemberships } from '#contract/membership.api.ts'
import { getOg, type Og } from '#contract/og.api.ts'
import { listOgCates } from '#contract/og_cate.api.ts'
import { visibleUsers } from '#contract/user.api.ts'
import { fakeOg } from '#web/features/og/fake-og.ts'
import { useNotices } from '#web/platform/notice.ts'
import { type FakeApi, FakeFailure, fakeApi } from '#web/testing/fake-api.ts'
import { renderPage } from '#web/testing/render-page.tsx'
import DuplicatePage from './duplicate-page.tsx'
import MergeDialog from './merge-dialog.tsx'

const at = '2026-11-20T08:00:00.000Z'
const og = (id: number, values: Partial<Og> = {}): Og =>
  fakeOg({ id, rev: 3, created_at: at, updated_at: at, can: ['update', 'delete', 'restore'], ...values })
const side = (id: number) => ({ id, name: `Og ${id}`, icon: null, detail: null, updated_at: at })
const pair = (id: number, values: Partial<Duplicate> = {}): Duplicate => ({
  id,
  noun: 'og',
  a: side(id * 10),
  b: side(id * 10 + 1),
  score: 90,
  state: 'open',
  decided_by: null,
  decided_at: null,
  note: null,
  reasons: [
    { code: 'same_name', a: 'x', b: 'x', weight: 60 },
    { code: 'other_region', a: 'FR', b: 'DE', weight: -15 },
  ],
  can: ['decide', 'merge'],
  ...values,
})
const merged: Merge = {
  id: 5,
  noun: 'og',
  target: { id: 10, name: 'Og 10' },
  sources: [{ id: 11, name: 'Og 11' }],
  done_by: 'lin',
  done_at: at,
  undone_at: null,
  can: ['undo'],
}

let api: FakeApi
let pairs: Duplicate[]
let records: Record<string, Og>
let complaints: unknown[]

beforeEach(() => {
  complaints = []
  vi.spyOn(console, 'error').mockImplementation((...args) => void complaints.push(args))
  useNotices.setState([], true)
  pairs = [pair(1), pair(2)]
  records = {}
  api = fakeApi()
  api.on(listDuplicates, ({ query }) => {
    const items = pairs.filter(each => each.state === (query.state ?? 'open'))
    return { items, total: items.length, current: 1, pageSize: 50 }
  })
  api.on(getDuplicateRun, () => ({ running: false, checked_at: at, waiting: 0 }))
  api.on(getOg, ({ params }) => records[params.id ?? ''] ?? og(Number(params.id)))
  api.on(visibleUsers, () => [])
  api.on(listOgCates, () => ({ items: [], total: 0, current: 1, pageSize: 100 }))
  const none = { items: [], total: 0, current: 1, pageSize: 1 }
  api.on(listEvents, () => none)
  api.on(listMemberships, () => none)
})

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  expect(api.unknown).toEqual([])
  expect(complaints).toEqual([])
})

it('shows the likeliest pair with its reasons, and the next one after a decision by key', async () => {
  api.on(decideDuplicate, ({ params, body }) => {
    const { state } = body as { state: Duplicate['state'] }
    const judged = { ...pair(Number(params.id)), state }
    pairs = pairs.map(each => (each.id === judged.id ? judged : each))
    return judged
  })
  await renderPage(<DuplicatePage />, '/admin/duplicate')
  await screen.findByRole('region', { name: 'Og 10 – Og 11' })
  const reasons = screen.getByRole('list', { name: '依据' })
  expect(
    within(reasons)
      .getAllByRole('listitem')
      .map(each => each.textContent?.slice(0, 4)),
  ).toEqual(['名称相同', '地区不同'])
  fireEvent.keyDown(document.body, { key: 'x' })
  await screen.findByRole('region', { name: 'Og 20 – Og 21' })
  expect(api.requests(decideDuplicate).map(({ params, body }) => [params.id, body])).toEqual([
    ['1', { state: 'different' }],
  ])
  expect(screen.getByText('1 对')).toBeTruthy()
})

it('is view-only for users who cannot change both records', async () => {
  pairs = [pair(1, { can: [] })]
  await renderPage(<DuplicatePage />, '/admin/duplicate')
  await screen.findByText('您无权修改这两条记录，只能查看。')
  fireEvent.keyDown(document.body, { key: 'd' })
  expect(api.requests(decideDuplicate)).toEqual([])
})

it('explains what to do if nothing waits', async () => {
  pairs = []
  await renderPage(<DuplicatePage />, '/admin/duplicate')
  await screen.findByRole('heading', { name: '没有待判断的记录对' })
})

it('undoes a merge in the list, and names the fields that were retained', async () => {
  api.on(listMerges, () => ({ items: [merged], total: 1, current: 1, pageSize: 20 }))
  api.on(undoMerge, () => ({ merge: { ...merged, undone_at: at, can: [] }, kept: ['weight'] }))
  await renderPage(<DuplicatePage />, '/admin/duplicate?view=merges')
  fireEvent.click(await screen.findByRole('button', { name: '撤销合并' }))
  await screen.findByText(/保持不变：权重/)
})

it('merges into the record with most data, and fills its empty fields from the others', async () => {
  records = {
    7: og(7, { name: 'Full', desc: 'Much is said of this one.', register_time: '1998' }),
    8: og(8, { name: 'Bare', host: 'bare.org', register_time: '1998-04' }),
  }
  api.on(mergeRecords, () => merged)
  const onDone = vi.fn()
  await renderPage(<MergeDialog noun="og" ids={[7, 8]} onClose={() => undefined} onDone={onDone} />)
  expect((await screen.findByRole<HTMLInputElement>('radio', { name: '保留这条: Full #7' })).checked).toBe(true)
  fireEvent.click(screen.getByRole('radio', { name: '名称: Bare #8' }))
  fireEvent.click(screen.getByRole('button', { name: /^合\s*并$/ }))
  await waitFor(() => expect(onDone).toHaveBeenCalled())
  expect(api.requests(mergeRecords)[0]?.body).toEqual({
    noun: 'og',
    target_id: 7,
    target_rev: 3,
    sources: [{ id: 8, rev: 3 }],
    fields: { name: 8, aliases: 'all', desc: 7, host: 8, register_time: 8 },
  })
})

it('shows who will read the merged record, and reports a failure', async () => {
  records = { 7: og(7, { read_user: [1, 2] }), 8: og(8, { owner: 2, read_user: [3] }) }
  api.on(visibleUsers, () => [{ id: 2, username: 'omar', name: 'Omar', avatar: null }] as never)
  api.on(mergeRecords, () => {
    throw new FakeFailure('stale')
  })
  await renderPage(<MergeDialog noun="og" ids={[7, 8]} onClose={() => undefined} onDone={() => undefined} />)
  await screen.findByText(/只有能查看全部这些记录的人才能查看：Omar/)
  fireEvent.click(screen.getByRole('button', { name: /^合\s*并$/ }))
  await screen.findByText(/其他人已修改此记录/)
})

it('offers no merge of records that the user cannot delete', async () => {
  records = { 7: og(7, { can: ['update'] }), 8: og(8, { can: ['update'] }) }
  await renderPage(<MergeDialog noun="og" ids={[7, 8]} onClose={() => undefined} onDone={() => undefined} />)
  await screen.findByText(/您无权删除要并入的记录/)
  expect((screen.getByRole('button', { name: /^合\s*并$/ }) as HTMLButtonElement).disabled).toBe(true)
})
