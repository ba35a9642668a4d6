import { expect, it } from 'vitest'
import { segmentsOf } from './segments.ts'
import { nearest, positionsInTime } from './strip.ts'

it('cuts a text at its marks; the first of two overlapping marks is shown', () => {
  const mark = (start: number, end: number) =>
    ({ start, end, kind: 'word', id: start + 1, name: '', level: 1 }) as const
  expect(segmentsOf('abcdef', [mark(3, 5), mark(1, 4), mark(4, 99)]).map(({ text, mark }) => [text, mark?.id])).toEqual(
    [
      ['a', undefined],
      ['bcd', 2],
      ['ef', undefined],
    ],
  )
})

it('places versions along time, and all versions of one moment in the middle', () => {
  const at = (day: number) => ({ fetched_at: `2026-11-${day}T00:00:00.000Z` })
  expect(positionsInTime([at(10), at(15), at(20)])).toEqual([0, 0.5, 1])
  expect(positionsInTime([at(10), at(10)])).toEqual([0.5, 0.5])
  expect(nearest([0, 0.5, 1], 0.7)).toBe(1)
})
