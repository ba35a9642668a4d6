import { expect, test } from 'vitest'
import { checkExpressions, compileExpressions, expressionBudget } from './expression.ts'

const faults = (sources: string[]) => compileExpressions(sources).map(one => ('fault' in one ? one.fault : null))

test('expressions of one record share one budget: of length, of steps, of character sets', () => {
  const folded = Array.from({ length: 200 }, () => `(?i)${'[\\PL]'.repeat(97)}`)
  expect(new Set(faults(folded))).toEqual(new Set(['too large together']))
  expect(faults(Array.from({ length: 7 }, (_, at) => `a{${500 + at}}`)).slice(5)).toEqual([
    'too large together',
    'too large together',
  ])
  const long = Array.from({ length: 30 }, (_, at) => `/${at}/${'x'.repeat(480)}`)
  expect(faults(long).filter(fault => fault === null)).toHaveLength(
    Math.min(Math.floor(expressionBudget.characters / 483), Math.floor(expressionBudget.steps / 485)),
  )
})

test('two hundred ordinary rules fit', () => {
  const ordinary = Array.from({ length: 200 }, (_, at) => `^https?://x/p${at}$`)
  expect(new Set(faults(ordinary.slice(0, 120)))).toEqual(new Set([null]))
  expect(faults(['(?i)/[^/]+/archive', '\\p{Han}+', '/[0-9]{4}/', '[一-龥]'])).toEqual([null, null, null, null])
})

test('a list is compiled once', () => {
  expect(compileExpressions(['abc', 'd+'])).toBe(compileExpressions(['abc', 'd+']))
})

test('faults are reported by a thread, one for each expression', async () => {
  expect(await checkExpressions(['a', '(', '(?=x)', ''])).toEqual([
    null,
    expect.stringContaining('missing closing'),
    expect.stringContaining('invalid'),
    'empty',
  ])
  expect(await checkExpressions([])).toEqual([])
})
