import { expect, test } from 'vitest'
import { compareRows } from './judge.ts'
import { overlappingRequests } from './requests.ts'
import { longestSilence, percentile } from './silence.ts'
import type { AcknowledgedWrite } from './writers.ts'

const acknowledged: AcknowledgedWrite[] = [
  { kind: 'og', word: 'a', id: 1, rows: 1 },
  { kind: 'og', word: '𠮷', id: 2, rows: 1 },
  { kind: 'import', word: 'c', id: 3, rows: 50 },
]

test('missing rows are a loss, additional rows were written twice', () => {
  expect(
    compareRows(
      acknowledged,
      new Map([
        ['a', 1],
        ['𠮷', 1],
        ['c', 50],
      ]),
    ),
  ).toEqual({ lost: [], doubled: [] })
  const { lost, doubled } = compareRows(
    acknowledged,
    new Map([
      ['a', 2],
      ['c', 49],
    ]),
  )
  expect(lost).toEqual(['og 𠮷 (2): 0 of 1', 'import c (3): 49 of 50'])
  expect(doubled).toEqual(['og a (1): 2 of 1'])
})

test('silence includes both ends of the window', () => {
  expect(longestSilence([], 0, 500)).toBe(500)
  expect(longestSilence([100, 200, 900, 950], 150, 1_000)).toBe(700)
  expect(longestSilence([100, 110], 0, 115)).toBe(100)
  expect(longestSilence([10, 20], 0, 400)).toBe(380)
})

test('percentiles are measured values', () => {
  expect(percentile([3, 1, 2], 0.5)).toBe(2)
  expect(percentile([1, 2, 3, 4], 0.95)).toBe(4)
  expect(percentile([], 0.95)).toBe(0)
})

test('two machines that request one host at the same time, or in too short a time, are detected', () => {
  const request = (by: string, from: number, to: number, host = 'a') => ({ host, by, from, to, path: '/' })
  expect(overlappingRequests([request('w1', 0, 30), request('w1', 10, 40)], 200)).toEqual([])
  expect(overlappingRequests([request('w1', 0, 30), request('w2', 20, 50, 'b')], 200)).toEqual([])
  expect(overlappingRequests([request('w1', 0, 30), request('w2', 250, 280)], 200)).toEqual([])
  expect(overlappingRequests([request('w2', 20, 50), request('w1', 0, 30)], 200)).toHaveLength(1)
  expect(overlappingRequests([request('w1', 0, 30), request('w2', 60, 90)], 200)).toHaveLength(1)
})
