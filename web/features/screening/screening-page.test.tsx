import '#web/routes.ts'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { errorSentence } from '#contract/error.ts'
import { listLists } from '#contract/list.api.ts'
import {
  countScreenings,
  decideScreening,
  getScreening,
  listScreenings,
  type Screening,
  type ScreeningDetail,
  undoScreening,
} from '#contract/screening.api.ts'
import type { User } from '#contract/user.api.ts'
import { useNotices } from '#web/platform/notice.ts'
import { queryClient } from '#web/platform/query.ts'
import { useSession } from '#web/platform/session.ts'
import { type FakeApi, FakeFailure, fakeApi } from '#web/testing/fake-api.ts'
import { renderPage } from '#web/testing/render-page.tsx'
import ScreeningPage from './screening-page.tsx'

vi.setConfig({ testTimeout: 20_000 })
const at = '2026-11-20T08:00:00.000Z'
const party = { names: ['𠮷田太郎'], dates: ['1971'], countries: ['JP'], sex: null, numbers: [] }
const aHit = (id: number, values: Partial<ScreeningDetail> = {}): ScreeningDetail => ({
  ...{
    id,
    rev: 1,
    list: { id: 1, name: 'UN', kind: 'sanctions' },
    noun: 'og',
    record: { id: id * 10, name: `Record ${id}` },
  },
  ...{ caption: `Entry ${id}`, entry_key: `e${id}`, score: 0.9, state: 'open', reason: null, note: null },
  features: [
    { code: 'other_date', a: '1971', b: '1972', points: -0.3 },
    { code: 'other_script', a: '𠮷田太郎', b: 'Yoshida Taro', points: 0.8 },
    { code: 'of_tomorrow' as never, a: 'x', b: 'y', points: 0.01 },
  ],
  ...{ decided_by: null, decided_by_name: null, decided_at: null, decided_state: null, applied: null, reopened: [] },
  decided_rule: null,
  ...{ restriction: 'blocking', is_in_force: true, is_strong: true },
  ...{ is_gone: false, found_at: at, updated_at: at, can: ['decide'], party, entry_party: party, decided: null },
  entry: {
    id: 1,
    key: `e${id}`,
    schema: 'Company',
    caption: '',
    properties: { topics: ['sanction'] },
    since: 1,
    until: null,
  },
  proposal: { level: '一类', names: ['Yoshida Taro', 'T. Yoshida'], numbers: [], source: { id: 5, name: 'UN source' } },
  needs_second: false,
  ...values,
})

let api: FakeApi
let hits: ScreeningDetail[]
const find = (id: string | undefined) => hits.find(each => each.id === Number(id)) as ScreeningDetail
const bare = ({ party: _, entry_party: __, entry: ___, decided: ____, ...rest }: ScreeningDetail): Screening => {
  const { proposal: _____, needs_second: ______, is_strong: _______, ...row } = rest
  return row
}

beforeEach(() => {
  // A wide window: the current hit is next to the rows.
  vi.spyOn(window, 'matchMedia').mockImplementation(
    media => ({ matches: false, media, addEventListener() {}, removeEventListener() {} }) as unknown as MediaQueryList,
  )
  useNotices.setState([], true)
  useSession.setState({ user: { id: 1 } as User })
  queryClient.clear()
  hits = [aHit(1), aHit(2)]
  api = fakeApi()
  api.on(listLists, () => ({ items: [] }))
  api.on(listScreenings, ({ query }) => {
    const items = hits.filter(({ state }) => state === query.state).map(bare)
    return { items, total: items.length, current: 1, pageSize: 50 }
  })
  api.on(getScreening, ({ params }) => ({ ...find(params.id) }))
  // Registered after the single pair: the latest handler whose path matches answers.
  api.on(countScreenings, () => ({ open: 2, proposed: 0, unsure: 0, same: 0, different: 0, reopened: 0 }))
  api.on(decideScreening, ({ params, body }) => {
    const { state } = body as { state: Screening['state'] }
    Object.assign(find(params.id), { state, rev: 2 })
    return bare(find(params.id))
  })
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  expect(api.unknown).toEqual([])
})

it('gives the evidence in sentences, and “same” by its key writes everything that is still ticked', async () => {
  await renderPage(<ScreeningPage />, '/admin/screening')
  await screen.findByText('记录中的“𠮷田太郎”与名单上的“Yoshida Taro”是同一名称的不同文字写法。')
  screen.getByText('of_tomorrow: x / y')
  fireEvent.click(screen.getByRole('checkbox', { name: /T\. Yoshida/ }))
  fireEvent.keyDown(document.body, { key: 'd' })
  await screen.findByRole('region', { name: 'Record 2 – Entry 2' })
  await waitFor(() => expect(api.requests(decideScreening)).toHaveLength(1))
  expect(api.requests(decideScreening)[0]?.body).toEqual({
    ...{ state: 'same', reason: null, note: null, rev: 1 },
    apply: { level: true, names: ['Yoshida Taro'], numbers: [] },
  })
})

it('shows which field reopened a pair, and its former value', async () => {
  const before = { ...party, dates: ['1970'] }
  hits = [aHit(1, { reopened: ['entry.dates'], decided_state: 'different', decided: { party, entry_party: before } })]
  await renderPage(<ScreeningPage />, '/admin/screening')
  await screen.findByText('判为不同后有变化，因此重新打开：名单条目的成立日期。')
  screen.getByText(/判定时：1970/)
})

it('is view-only for a user who cannot change the record; no key decides', async () => {
  hits = [aHit(1, { can: [] })]
  await renderPage(<ScreeningPage />, '/admin/screening')
  await screen.findByText('您无权修改此记录，只能查看。')
  fireEvent.keyDown(document.body, { key: 'x' })
  expect(api.requests(decideScreening)).toEqual([])
})

it('explains what to do if nothing waits', async () => {
  hits = []
  await renderPage(<ScreeningPage />, '/admin/screening')
  await screen.findByText('还没有名单')
})

it('ticks nothing for a hit that is not strong, and shows next to the buttons what “same” will write', async () => {
  hits = [aHit(1, { is_strong: false, score: 0.88 }), aHit(2)]
  await renderPage(<ScreeningPage />, '/admin/screening')
  await screen.findByText('判为相同不会修改记录')
  for (const box of screen.getAllByRole('checkbox')) expect((box as HTMLInputElement).checked).toBe(false)
  fireEvent.click(screen.getByRole('checkbox', { name: /T\. Yoshida/ }))
  await screen.findByText('判为相同将写入：1 个名称')
})

it('marks as unsure with w, and undoes the last decision with z and u', async () => {
  api.on(undoScreening, ({ params }) => {
    Object.assign(find(params.id), { state: 'open', rev: 3 })
    return bare(find(params.id))
  })
  await renderPage(<ScreeningPage />, '/admin/screening')
  await screen.findByText('of_tomorrow: x / y')
  fireEvent.keyDown(document.body, { key: 'w' })
  await waitFor(() => expect(api.requests(decideScreening)).toHaveLength(1))
  expect(api.requests(decideScreening)[0]?.body).toMatchObject({ state: 'unsure' })
  await screen.findByRole('region', { name: 'Record 2 – Entry 2' })
  fireEvent.keyDown(document.body, { key: 'u' })
  await waitFor(() => expect(api.requests(undoScreening)).toHaveLength(1))
  expect(api.requests(decideScreening)).toHaveLength(1)
})

it('shows a record with several hits as one row, with its hits to choose inside', async () => {
  const of = { id: 10, name: 'Record 1' }
  hits = [aHit(1, { more: 1 }), aHit(2, { record: of })]
  api.on(listScreenings, ({ query }) => {
    const items = hits.filter(({ state }) => state === query.state).map(bare)
    const shown = query.fold === 'true' ? items.slice(0, 1) : items
    return { items: shown, total: shown.length, current: 1, pageSize: 50 }
  })
  await renderPage(<ScreeningPage />, '/admin/screening')
  await screen.findByRole('navigation', { name: '此记录的 2 个命中' })
  expect(screen.getAllByText('另有 1 个命中', { exact: false })).toHaveLength(1)
  fireEvent.click(screen.getByRole('button', { name: /Entry 2/ }))
  await screen.findByRole('region', { name: 'Record 1 – Entry 2' })
})

it('proposes “different” for a strong hit that needs a second person, and the second person confirms it', async () => {
  hits = [aHit(1, { needs_second: true }), aHit(2)]
  await renderPage(<ScreeningPage />, '/admin/screening')
  await screen.findByText(/须由另一人确认/)
  expect(screen.queryByRole('button', { name: /^不同/ })).toBeNull()
  fireEvent.keyDown(document.body, { key: 'x' })
  await waitFor(() => expect(api.requests(decideScreening)[0]?.body).toMatchObject({ state: 'different', rev: 1 }))
})

it('shows the second person that it confirms a proposal', async () => {
  hits = [aHit(1, { state: 'proposed', decided_by: 2, decided_by_name: 'omar', decided_at: at })]
  await renderPage(<ScreeningPage />, '/admin/screening?tab=proposed')
  await screen.findByRole('button', { name: /确认/ })
  screen.getByText(/omar/)
})

it('leaves a pair undecided and reports it if the server refuses the decision', async () => {
  api.on(decideScreening, () => {
    throw new FakeFailure('four_eyes')
  })
  await renderPage(<ScreeningPage />, '/admin/screening')
  await screen.findByText('of_tomorrow: x / y')
  fireEvent.keyDown(document.body, { key: 'x' })
  await waitFor(() => expect(api.requests(decideScreening)).toHaveLength(1))
  await screen.findByText(errorSentence('four_eyes', 'zh-CN'))
})

it('decides nothing while the user writes a note, and sends the note with the decision', async () => {
  await renderPage(<ScreeningPage />, '/admin/screening')
  const note = await screen.findByRole('textbox', { name: '备注' })
  fireEvent.keyDown(note, { key: 'x' })
  fireEvent.change(note, { target: { value: '另一人' } })
  expect(api.requests(decideScreening)).toEqual([])
  fireEvent.keyDown(document.body, { key: 'x' })
  await waitFor(() =>
    expect(api.requests(decideScreening)[0]?.body).toMatchObject({ state: 'different', note: '另一人' }),
  )
})

it('reports a queue that failed to load', async () => {
  api.on(listScreenings, () => {
    throw new FakeFailure('internal')
  })
  await renderPage(<ScreeningPage />, '/admin/screening')
  await screen.findByRole('button', { name: /重\s?试/ })
})
