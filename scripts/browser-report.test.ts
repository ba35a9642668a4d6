import { expect, test } from 'vitest'
import { type BrowserReport, countJourneys, findFlaky } from './browser-report.ts'

const spec = (title: string, status: string) => ({ title, tests: [{ status }] })

const reportWith = (flaky: string[]): BrowserReport => ({
  suites: [
    {
      title: 'ownership.spec.ts',
      specs: [spec('is quick', 'expected')],
      suites: [{ title: 'pickers', specs: flaky.map(title => spec(title, 'flaky')) }],
    },
  ],
  stats: { expected: 1, unexpected: 0, flaky: flaky.length },
})

test('names every journey that passed only on a retry', () => {
  expect(findFlaky(reportWith(['an owner is added', 'an owner is removed']))).toEqual([
    'pickers: an owner is added',
    'pickers: an owner is removed',
  ])
  expect(findFlaky({})).toEqual([])
})

test('tolerates one flaky journey in a run, and fails with two', () => {
  expect(countJourneys(reportWith([]))).toEqual({ passed: 1, failed: 0 })
  expect(countJourneys(reportWith(['a']))).toEqual({ passed: 2, failed: 0 })
  expect(countJourneys(reportWith(['a', 'b']))).toEqual({ passed: 1, failed: 2 })
  expect(countJourneys({})).toEqual({ passed: 0, failed: 0 })
})
