import { expect, test } from 'vitest'
import { type Result, withRun } from './results.ts'

const stored: Result = {
  bench: 'og-list',
  question: 'How fast is the list?',
  figures: [
    { name: 'list', value: 3_163, unit: '/s', goal: '≥ 600', floor: '2,980/s', key: 'list_per_s' },
    { name: 'first visit', value: 30, unit: 'ms' },
  ],
  machine: '2 × AMD EPYC',
  load: '1.9',
  date: '2026-11-23',
  command: 'npm run bench -- og-list',
  note: 'A note.',
}
const other: Result = { ...stored, bench: 'report' }
const run = {
  bench: 'og-list',
  machine: '4 × CPU',
  load: '0.5',
  date: '2026-12-01',
  command: 'npm run bench -- og-list',
}

test('a recorded figure replaces the stored one of its key and keeps its name, unit and goal, without the old note and floor', () => {
  const line = { list_per_s: 4_000, deep: { page_ms: 2.5 }, load: 0.5, errors: [] }
  const [added, rest, ...others] = withRun([stored, other], { ...run, line })
  expect(added).toEqual({
    ...run,
    question: stored.question,
    figures: [
      { name: 'list', value: 4_000, unit: '/s', goal: '≥ 600', key: 'list_per_s' },
      { name: 'deep.page ms', value: 2.5, unit: 'ms', key: 'deep.page_ms' },
    ],
  })
  expect(rest).toEqual({ ...stored, figures: [{ name: 'first visit', value: 30, unit: 'ms' }] })
  expect(others).toEqual([other])
})

test('a second recording of the same run replaces the first', () => {
  const line = { list_per_s: 4_000 }
  const once = withRun([stored], { ...run, line })
  expect(withRun(once, { ...run, line })).toEqual(once)
})

test('the first run of a bench becomes its result', () => {
  const results = withRun([stored], { ...run, bench: 'screen', line: { build_s: 1.5 } })
  expect(results.map(({ bench }) => bench)).toEqual(['og-list', 'screen'])
  expect(results[1]?.figures).toEqual([{ name: 'build s', value: 1.5, unit: 's', key: 'build_s' }])
})
