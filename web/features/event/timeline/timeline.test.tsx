import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createTimelineNote, listTimelineNotes, type TimelineNote } from '#contract/event-note.api.ts'
import { type EventSummary, timelineEvents } from '#contract/event-view.api.ts'
import { setLocale } from '#web/platform/locale.ts'
import { useSession } from '#web/platform/session.ts'
import '#web/routes.ts'
import { type FakeApi, FakeFailure, fakeApi } from '#web/testing/fake-api.ts'
import { renderPage } from '#web/testing/render-page.tsx'
import RecordTimeline from './record-timeline.tsx'
import { layOut, scaleOf, spanInDays, tickText } from './timeline-layout.ts'
import TimelineView from './timeline-view.tsx'

function anEvent(id: number, start: string, values: Partial<EventSummary> = {}): EventSummary {
  return {
    id,
    title: `Event ${id}`,
    category: null,
    level: 3,
    start_time: start,
    end_time: null,
    region: null,
    address: null,
    status: 'confirmed',
    ogs: [],
    persons: [],
    ...values,
  }
}

const at = '2026-11-21T06:05:00.000Z'
const events = [anEvent(1, '2020-02-03'), anEvent(2, '2021-06', { title: 'Second', level: 5 }), anEvent(3, '2022')]
const limits = { first: '2020-02-03T00:00:00.000Z', last: '2023-01-01T00:00:00.000Z' }
const timeline = {
  from: limits.first,
  to: limits.last,
  ...limits,
  total: 3,
  lanes: [{ id: null, name: null }],
  items: events.map(event => ({ lane: 0, event, start_at: limits.first, end_at: limits.last })),
  spans: [],
}
const note: TimelineNote = {
  id: 7,
  rev: 1,
  og_id: 4,
  person_id: null,
  at: '2021',
  text: 'New owner',
  owner: 1,
  owner_name: 'zhang.san',
  created_at: at,
  updated_at: at,
  can: ['update', 'delete'],
}

let api: FakeApi
// Drawing dialogs is slow on a busy machine.
vi.setConfig({ testTimeout: 30_000 })
const errors = vi.spyOn(console, 'error')

beforeEach(() => {
  setLocale('en-US')
  api = fakeApi()
  api.on(timelineEvents, () => timeline)
  api.on(listTimelineNotes, () => ({ items: [note] }))
  useSession.setState({ user: { id: 1, username: 'zhang.san', role: 'editor' } as never })
})

afterEach(() => {
  cleanup()
  expect(errors.mock.calls).toEqual([])
  errors.mockClear()
  expect(api.unknown).toEqual([])
})

const figure = () => screen.findByRole('group', { name: /Timeline/ })
const windows = () => api.requests(timelineEvents).map(({ query }) => [query.from, query.to])

describe('timeline', () => {
  it('shows each event in the picture and in the table', async () => {
    await renderPage(<TimelineView filter={{}} />)
    const picture = await figure()
    expect(picture.querySelectorAll('a[data-event]')).toHaveLength(3)
    const rows = within(screen.getByRole('table', { hidden: true })).getAllByRole('row', { hidden: true })
    expect(rows.map(row => row.textContent)).toEqual([
      'TimeTitleLevel',
      '2020-02-03Event 13Notable',
      '2021-06Second5Grave',
      '2022Event 33Notable',
    ])
  })

  it('shows no level for an event without one', async () => {
    const items = [anEvent(1, '2020-02-03', { level: null }), anEvent(2, '2021-06')]
    api.on(timelineEvents, () => ({
      ...timeline,
      items: timeline.items.map((item, at) => ({ ...item, event: items[at] ?? item.event })),
    }))
    await renderPage(<TimelineView filter={{}} />)
    const picture = await figure()
    const mark = (id: number) => picture.querySelector<HTMLElement>(`[data-event="${id}"]`)
    expect(mark(1)?.dataset.level).toBeUndefined()
    expect(mark(1)?.textContent).toContain('–')
    expect(mark(2)?.dataset.level).toBe('3')
  })

  it('zooms, moves and returns by keys, and requests the visible part', async () => {
    await renderPage(<TimelineView filter={{ level: ['5'] }} />)
    const picture = await figure()
    expect(windows()).toEqual([[undefined, undefined]])
    const whole = screen.getByText(/^\d{4}-\d{2}-\d{2} – /).textContent ?? ''
    expect(whole).toMatch(/^2019-12-2\d – 2023-02-1\d$/)
    fireEvent.keyDown(picture, { key: '+' })
    await waitFor(() => expect(windows()).toHaveLength(2))
    const [from = '', to = ''] = windows()[1] as string[]
    expect(Date.parse(from)).toBeGreaterThan(Date.parse(limits.first))
    expect(Date.parse(to)).toBeLessThan(Date.parse(limits.last))
    expect(api.requests(timelineEvents)[1]?.query).toMatchObject({ level: '5' })
    fireEvent.keyDown(picture, { key: 'ArrowRight' })
    await waitFor(() => expect(windows()).toHaveLength(3))
    const [later = '', end = ''] = windows()[2] as string[]
    expect(Date.parse(later)).toBeGreaterThan(Date.parse(from))
    expect(Date.parse(end) - Date.parse(later)).toBe(Date.parse(to) - Date.parse(from))
    fireEvent.keyDown(picture, { key: 'Home' })
    await screen.findByText(whole)
    expect(windows()).toHaveLength(3)
  })

  it('moves from event to event by keys and opens the current one', async () => {
    const { history } = await renderPage(<TimelineView filter={{}} />)
    const picture = await figure()
    fireEvent.keyDown(picture, { key: 'ArrowDown' })
    fireEvent.keyDown(picture, { key: 'ArrowDown' })
    const schema = await screen.findByRole('complementary')
    expect(schema.textContent).toContain('Second')
    expect(schema.textContent).toContain('2021-06')
    await act(async () => fireEvent.keyDown(picture, { key: 'Enter' }))
    expect(history.location.pathname).toBe('/event/2')
  })

  it('pins a note to the record; marks an invalid time', async () => {
    await renderPage(<RecordTimeline noun="og" id={4} />)
    await figure()
    expect(api.requests(listTimelineNotes)[0]?.query).toEqual({ og: '4' })
    await screen.findByRole('button', { name: 'Note 2021: New owner' })
    let refuses = true
    api.on(createTimelineNote, () => {
      if (refuses) throw new FakeFailure('wrong_state')
      return note
    })
    fireEvent.click(screen.getByRole('button', { name: 'Add note' }))
    const dialog = await screen.findByRole('dialog')
    fireEvent.change(within(dialog).getByLabelText('Time'), { target: { value: '' } })
    fireEvent.click(within(dialog).getByRole('button', { name: /Save$/ }))
    await waitFor(() => expect(within(dialog).getAllByText('This cannot be empty')).toHaveLength(2))
    fireEvent.change(within(dialog).getByLabelText('Time'), { target: { value: '2021-03' } })
    fireEvent.change(within(dialog).getByLabelText('Text'), { target: { value: 'Moved' } })
    fireEvent.click(within(dialog).getByRole('button', { name: /Save$/ }))
    await within(dialog).findByRole('alert')
    refuses = false
    const save = within(dialog).getByRole('button', { name: /Save$/ })
    // The button ignores clicks while it shows that it is loading.
    await waitFor(() => expect(save.className).not.toMatch(/loading/))
    fireEvent.click(save)
    await waitFor(() => expect(api.requests(createTimelineNote)).toHaveLength(2))
    expect(api.requests(createTimelineNote)[1]?.body).toEqual({ og_id: 4, at: '2021-03', text: 'Moved' })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('reports that it could not be loaded, and retries', async () => {
    let fails = true
    api.on(timelineEvents, () => {
      if (fails) throw new FakeFailure('internal')
      return timeline
    })
    await renderPage(<TimelineView filter={{}} />)
    const retry = await screen.findByRole('button', { name: 'Try again' })
    fails = false
    fireEvent.click(retry)
    await figure()
  })

  it('shows notes to readers, without a way to write them', async () => {
    useSession.setState({ user: { id: 2, username: 'reader', role: 'reader' } as never })
    await renderPage(<RecordTimeline noun="og" id={4} />)
    await figure()
    expect(screen.queryByRole('button', { name: 'Add note' })).toBeNull()
  })
})

describe('the brush', () => {
  const lastWindow = () =>
    windows()
      .at(-1)
      ?.map(at => Date.parse(String(at))) as [number, number]
  const brush = () => screen.findByRole('group', { name: /^Period/ })

  it('chooses the period by keys, and announces it', async () => {
    await renderPage(<TimelineView filter={{}} />)
    await figure()
    const start = await screen.findByRole('slider', { name: 'Start of the period' })
    expect(start.getAttribute('aria-valuenow')).toBe('0')
    const before = start.getAttribute('aria-valuetext')
    fireEvent.keyDown(start, { key: 'PageUp' })
    fireEvent.keyDown(start, { key: 'PageUp' })
    await waitFor(() => expect(windows()).toHaveLength(2))
    await waitFor(() => expect(start.getAttribute('aria-valuenow')).toBe('200'))
    expect(start.getAttribute('aria-valuetext')).not.toBe(before)
    const [from, to] = lastWindow()
    expect(from).toBeGreaterThan(Date.parse(limits.first))
    expect(to).toBeGreaterThanOrEqual(Date.parse(limits.last))
    const end = screen.getByRole('slider', { name: 'End of the period' })
    fireEvent.keyDown(end, { key: 'PageDown' })
    await waitFor(() => expect(end.getAttribute('aria-valuenow')).toBe('900'))
    expect(start.getAttribute('aria-valuenow')).toBe('200')
    fireEvent.keyDown(screen.getByRole('slider', { name: 'Move the period' }), { key: 'End' })
    await waitFor(() => expect(end.getAttribute('aria-valuenow')).toBe('1000'))
    expect(start.getAttribute('aria-valuenow')).toBe('300')
  })

  it('draws a window by a drag over the histogram, and covers all of it again after a double press', async () => {
    await renderPage(<TimelineView filter={{}} />)
    await figure()
    const strip = (await brush()).firstElementChild as HTMLElement
    fireEvent.pointerDown(strip, { button: 0, clientX: 480 })
    fireEvent.pointerMove(strip, { clientX: 240 })
    fireEvent.pointerUp(strip, { clientX: 240 })
    const start = screen.getByRole('slider', { name: 'Start of the period' })
    const end = screen.getByRole('slider', { name: 'End of the period' })
    await waitFor(() => expect(start.getAttribute('aria-valuenow')).toBe('250'))
    expect(end.getAttribute('aria-valuenow')).toBe('500')
    await waitFor(() => expect(windows()).toHaveLength(2))
    fireEvent.doubleClick(strip)
    await waitFor(() => expect(start.getAttribute('aria-valuenow')).toBe('0'))
    expect(end.getAttribute('aria-valuenow')).toBe('1000')
  })
})

describe('layout', () => {
  it('puts whole days on the user’s own days', () => {
    const { from, to } = spanInDays({ start_time: '2026-11-21', end_time: null })
    expect([from.getDate(), from.getHours(), to.getDate()]).toEqual([21, 0, 22])
    expect(spanInDays({ start_time: '0099', end_time: null }).from.getFullYear()).toBe(99)
  })

  it('labels a tick with its new part', () => {
    const texts = [new Date(2026, 0, 1), new Date(2026, 4, 1), new Date(2026, 4, 3), new Date(2026, 4, 3, 9, 30)]
    expect(texts.map(tickText)).toEqual(['2026', '2026-05', '05-03', '09:30'])
  })

  it('lets no marks overlap, and counts those without a free row', () => {
    const many = Array.from({ length: 40 }, (_, id) => anEvent(id + 1, '2021-06-01'))
    const items = many.map(event => ({ lane: 0, event, start_at: at, end_at: at }))
    const scale = scaleOf(new Date('2020-01-01'), new Date('2023-01-01'), 900)
    const [lane] = layOut({ ...timeline, items }, scale, 900).lanes
    expect(lane?.items.map(placed => placed.row)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
    expect(lane?.hidden).toBe(28)
    expect(lane?.heaps.map(heap => heap.count)).toEqual([28])
    expect(lane?.heaps[0]?.row).toBe(12)
    const spread = items.map((item, index) => ({
      ...item,
      event: anEvent(index + 1, index < 39 ? '2021-06-01' : '2021-08-01'),
    }))
    const [alone] = layOut({ ...timeline, items: spread }, scale, 900).lanes
    expect(alone?.heaps.map(heap => heap.count)).toEqual([27])
    expect(alone?.items.filter(placed => placed.row === 12).map(placed => placed.item.event.id)).toEqual([40])
    const [high] = layOut({ ...timeline, items }, scale, 900, 30 * 20).lanes
    expect(high?.items).toHaveLength(28)
  })

  it('shows one event next to thousands, in a lane no higher than it needs', () => {
    const span = { from: '2021-01-01T00:00:00Z', to: '2021-02-01T00:00:00Z' }
    const lanes = [
      { ...timeline.lanes[0], id: 1, name: 'A' },
      { ...timeline.lanes[0], id: null, name: null },
    ] as typeof timeline.lanes
    const spans = [
      { ...span, lane: 0, count: 1 },
      { ...span, lane: 1, count: 4000 },
    ]
    const scale = scaleOf(new Date('2020-01-01'), new Date('2023-01-01'), 900)
    const [few, many] = layOut({ ...timeline, lanes, spans, items: [] }, scale, 900).lanes
    expect([few?.bars[0]?.height, many?.bars[0]?.height]).toEqual([6, 44])
    expect([few?.barsHeight, many?.barsHeight]).toEqual([16, 44])
  })
})
