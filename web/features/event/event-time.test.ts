import { expect, it } from 'vitest'
import { normaliseTime, timeText, wallTime } from './event-time.ts'

const at = (wall: string) => new Date(wall).toISOString().replace(':00.000Z', 'Z')

it('keeps partial dates and converts dates with an hour to instants, in any notation', () => {
  expect(normaliseTime('1958')).toBe('1958')
  expect(normaliseTime('1958/1/3')).toBe('1958-01-03')
  for (const text of [
    '2026-11-21 14:05',
    '2026/11/21 14:05',
    '2026-11-21T14:05',
    '2026年11月21日 下午2:05',
    '2026-11-21 2:05 pm',
  ])
    expect(normaliseTime(text), text).toBe(at('2026-11-21T14:05'))
  expect(normaliseTime('')).toBeNull()
})

it('leaves invalid times unchanged', () => {
  expect(normaliseTime('2026-02-30 10:00')).toBe('2026-02-30 10:00')
  expect(normaliseTime('2026-02-20 25:00')).toBe('2026-02-20 25:00')
  expect(normaliseTime('soon')).toBe('soon')
})

it('shows a time by the reader’s clock, and nothing twice', () => {
  expect(wallTime(at('2026-11-21T14:05'))).toBe('2026-11-21 14:05')
  const text = (start_time: string | null, end_time: string | null) => timeText({ start_time, end_time })
  expect(text(at('2026-11-21T14:05'), at('2026-11-21T16:00'))).toBe('2026-11-21 14:05 – 16:00')
  expect(text(at('2026-11-21T14:05'), at('2026-11-22T16:00'))).toBe('2026-11-21 14:05 – 2026-11-22 16:00')
  expect(text('2026-11-21', '2026-11-21')).toBe('2026-11-21')
  expect(text('1958', null)).toBe('1958')
  expect(text(null, null)).toBe('')
})
