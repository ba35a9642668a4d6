import { describe, expect, it } from 'vitest'
import { binsOf, dragWindow, shiftSpan } from './timeline-brush.tsx'
import { firstWindow } from './timeline-layout.ts'

const whole = [0, 1000] as const
const item = (id: number, start: number, lane = 0) => ({
  lane,
  event: { id } as never,
  start_at: new Date(start).toISOString(),
  end_at: new Date(start).toISOString(),
})

describe('the histogram', () => {
  it('counts an event once, also if it is in two lanes, and leaves none out at the edges', () => {
    const items = [item(1, 0), item(1, 0, 1), item(2, 120), item(3, 150), item(4, 1000)]
    expect(binsOf({ items, spans: [] }, whole, 10)).toEqual([
      { from: 0, to: 100, count: 1 },
      { from: 100, to: 200, count: 2 },
      { from: 900, to: 1000, count: 1 },
    ])
  })

  it('takes the counts of the server if there are many events, those of all lanes together', () => {
    const span = (from: number, count: number, lane: number) => ({
      lane,
      from: new Date(from).toISOString(),
      to: new Date(from + 100).toISOString(),
      count,
    })
    const spans = [span(200, 7, 0), span(100, 3, 0), span(200, 5, 1)]
    expect(binsOf({ items: [item(1, 0)], spans }, whole, 10)).toEqual([
      { from: 100, to: 200, count: 3 },
      { from: 200, to: 300, count: 12 },
    ])
  })
})

describe('a drag', () => {
  it('draws a window in either direction, within the whole time and not below the minimum', () => {
    expect(dragWindow('new', [0, 1000], [300, 500], whole, 50)).toEqual([300, 500])
    expect(dragWindow('new', [0, 1000], [500, 300], whole, 50)).toEqual([300, 500])
    expect(dragWindow('new', [0, 1000], [990, 2000], whole, 50)).toEqual([950, 1000])
    expect(dragWindow('new', [0, 1000], [300, 301], whole, 50)).toEqual([300, 350])
  })

  it('moves the window at the same length, and stops at the ends', () => {
    expect(dragWindow('move', [200, 400], [0, 100], whole, 50)).toEqual([300, 500])
    expect(dragWindow('move', [200, 400], [900, 0], whole, 50)).toEqual([0, 200])
    expect(shiftSpan([700, 900], 500, whole)).toEqual([800, 1000])
  })

  it('moves one end, never beyond the other', () => {
    expect(dragWindow('from', [200, 400], [200, 300], whole, 50)).toEqual([300, 400])
    expect(dragWindow('from', [200, 400], [200, 900], whole, 50)).toEqual([350, 400])
    expect(dragWindow('to', [200, 400], [400, 0], whole, 50)).toEqual([200, 250])
    expect(dragWindow('to', [200, 400], [400, 5000], whole, 50)).toEqual([200, 1000])
  })
})

describe('the first window', () => {
  const day = (text: string) => new Date(`${text}T00:00:00Z`)
  const years: [Date, Date] = [day('2013-01-01'), day('2027-06-01')]
  const event = (start_time: string, lane: number) => ({ lane, event: { start_time, end_time: null } }) as never
  const lanes = [{ id: 3 }, { id: null }] as never

  it('is the span of the events in named lanes', () => {
    const items = [event('2026-03-05', 0), event('2026-10-01', 0), event('2013-02-01', 1)]
    const [from, to] = firstWindow({ lanes, items, spans: [] }, years, day('2026-11-22')) ?? []
    expect([from?.getUTCFullYear(), from?.getUTCMonth()]).toEqual([2026, 1])
    expect([to?.getUTCFullYear(), to?.getUTCMonth()]).toEqual([2026, 9])
  })

  it('is the last twelve months and the next three if there are many events and no lanes', () => {
    const spans = [{ lane: 1, from: years[0].toISOString(), to: years[1].toISOString(), count: 900 }] as never
    expect(firstWindow({ lanes, items: [], spans }, years, day('2026-11-22'))?.[0]).toEqual(day('2025-11-22'))
  })

  it('is the whole if there are few events without lanes, or if nothing is recent', () => {
    expect(firstWindow({ lanes, items: [event('2013-02-01', 1)], spans: [] }, years, day('2026-11-22'))).toBeNull()
    const spans = [{ lane: 1, from: years[0].toISOString(), to: years[1].toISOString(), count: 900 }] as never
    expect(firstWindow({ lanes, items: [], spans }, years, day('2040-01-01'))).toBeNull()
  })
})
