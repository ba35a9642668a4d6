import { expect, it } from 'vitest'
import type { EventStatus } from '#contract/event.api.ts'
import { dayByKey, inTimeOrder, isHourly, layBars, layHours, monthAfter, monthDays, reachOf } from './calendar-days.ts'

const event = (id: number, start_time: string | null, end_time: string | null = null, level = 3) => ({
  id,
  start_time,
  end_time,
  level,
  status: 'confirmed' as EventStatus,
  ogs: [] as { id: number }[],
  persons: [] as { id: number }[],
})
/** An instant in the time zone of this machine. */
const at = (wall: string) => new Date(wall).toISOString()

it('covers a month by whole weeks from Monday', () => {
  expect(monthDays('2026-11-21').at(0)).toBe('2026-10-26')
  expect(monthDays('2026-11-21').at(-1)).toBe('2026-12-06')
  expect(monthDays('2027-02-10')).toHaveLength(28)
})

it('keeps the day from month to month, or takes the last one of a shorter month', () => {
  expect(monthAfter('2026-01-31', 1)).toBe('2026-02-28')
  expect(monthAfter('2026-12-15', 1)).toBe('2027-01-15')
  expect(monthAfter('2026-01-15', -1)).toBe('2025-12-15')
})

it('takes whole days unchanged and hours by the reader’s clock', () => {
  expect(reachOf(event(1, '2026-11'))).toEqual({ first: '2026-11-01', last: '2026-11-30' })
  expect(reachOf(event(1, '1958'))).toEqual({ first: '1958-01-01', last: '1958-12-31' })
  expect(reachOf(event(1, '2026-11-10', '2026-11-12'))).toEqual({ first: '2026-11-10', last: '2026-11-12' })
  expect(reachOf(event(1, at('2026-11-10T22:00'), at('2026-11-11T00:00')))).toEqual({
    first: '2026-11-10',
    last: '2026-11-10',
  })
  expect(reachOf(event(1, at('2026-11-10T22:00'), at('2026-11-11T00:30')))?.last).toBe('2026-11-11')
  expect(reachOf(event(1, null))).toBeNull()
  expect(isHourly(event(1, at('2026-11-10T22:00')))).toBe(true)
  expect(isHourly(event(1, '2026-11-10'))).toBe(false)
  expect(isHourly(event(1, at('2026-11-10T22:00'), at('2026-11-11T03:00')))).toBe(false)
})

it('lays the most serious events first, longer ones before others of their level, and none over another', () => {
  const week = monthDays('2026-11-21').slice(14, 21)
  const bars = layBars(
    [
      event(1, '2026-11-10', null, 1),
      event(2, '2026-11-10', null, 5),
      event(3, '2026-11-08', '2026-11-11'),
      event(4, '2026-11-12', '2026-11-20'),
      event(5, '2026-11-30'),
    ],
    week,
  )
  expect(bars.map(({ event: { id }, lane }) => [id, lane])).toEqual([
    [2, 0],
    [4, 0],
    [3, 1],
    [1, 2],
  ])
  expect(bars.find(bar => bar.event.id === 3)).toMatchObject({
    from: 0,
    to: 2,
    hasEarlierDays: true,
    hasLaterDays: false,
  })
  expect(bars.find(bar => bar.event.id === 4)).toMatchObject({
    from: 3,
    to: 6,
    hasEarlierDays: false,
    hasLaterDays: true,
  })
})

it('lays rated and linked events before drafts that no one has rated, however long those are', () => {
  const week = monthDays('2026-11-21').slice(14, 21)
  const draft = { status: 'draft' as const }
  const laid = layBars(
    [
      { ...event(1, '2026-11-09', '2026-11-15'), ...draft },
      { ...event(2, '2026-11-10', '2026-11-12'), ...draft },
      event(3, '2026-11-11', null, 4),
      { ...event(4, '2026-11-11', null, 4), ogs: [{ id: 1 }] },
      { ...event(5, '2026-11-11', null, 5), status: 'dismissed' as const },
    ],
    week,
  )
  expect(laid.map(bar => bar.event.id)).toEqual([4, 3, 1, 2, 5])
})

it('orders the drawn events of one day by their hours', () => {
  const week = monthDays('2026-11-21').slice(14, 21)
  const laid = layBars([event(1, at('2026-11-10T18:00'), null, 5), event(2, at('2026-11-10T08:00'), null, 1)], week)
  expect(laid.map(bar => [bar.event.id, bar.lane])).toEqual([
    [1, 0],
    [2, 1],
  ])
  expect(new Map(inTimeOrder(laid, 4).map(bar => [bar.event.id, bar.lane]))).toEqual(
    new Map([
      [2, 0],
      [1, 1],
    ]),
  )
  expect(new Map(inTimeOrder(laid, 1).map(bar => [bar.event.id, bar.lane]))).toEqual(
    new Map([
      [1, 0],
      [2, 1],
    ]),
  )
})

it('sets events of one hour next to each other and others at full width', () => {
  const blocks = layHours([
    event(1, at('2026-11-10T09:00'), at('2026-11-10T11:00')),
    event(2, at('2026-11-10T10:00'), at('2026-11-10T12:00')),
    event(3, at('2026-11-10T23:50')),
  ])
  expect(blocks.map(({ event: { id }, column, columns }) => [id, column, columns])).toEqual([
    [1, 0, 2],
    [2, 1, 2],
    [3, 0, 1],
  ])
  expect(blocks[2]).toMatchObject({ from: 1410, to: 1440 })
})

it('moves by keys over the edges of a month', () => {
  expect(dayByKey('ArrowRight', '2026-11-30', '2026-11-21')).toBe('2026-12-01')
  expect(dayByKey('ArrowUp', '2026-11-02', '2026-11-21')).toBe('2026-10-26')
  expect(dayByKey('Home', '2026-11-21', '2026-11-21')).toBe('2026-11-16')
  expect(dayByKey('PageDown', '2026-10-31', '2026-11-21')).toBe('2026-11-30')
  expect(dayByKey('t', '2020-01-01', '2026-11-21')).toBe('2026-11-21')
  expect(dayByKey('x', '2020-01-01', '2026-11-21')).toBeUndefined()
})
