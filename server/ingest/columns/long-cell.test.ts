// A hostile cell is read in time linear in its length, because no timeout ends the reading of a single cell.
import { expect, test } from 'vitest'
import { readContact, readIdentifier } from '#contract/identifier-text.ts'
import { readCountries } from './country-column.ts'
import { isFigure } from './heading.ts'

const length = 200_000
const gap = ' '.repeat(length)

test.each<[string, () => unknown]>([
  ['figures', () => isFigure(`${'0'.repeat(length)}x`)],
  ['spaces between countries', () => readCountries(`a${gap}b`)],
  ['words between countries', () => readCountries(`a${' and'.repeat(length)}b`)],
  ['a number', () => readIdentifier(`x${gap}:${gap} :${'\t'.repeat(length)}\n)::`)],
  ['a number with dates', () => readIdentifier(`lei: x${'['.repeat(length)}2019–2029]x`)],
  ['a contact', () => readContact(`x${gap}(${gap}`)],
])('%s', (_, read) => {
  const startedAt = performance.now()
  read()
  expect(performance.now() - startedAt).toBeLessThan(1_000)
})

test('a number in a cell is read piece by piece', () => {
  const none = { country: null, label: null, start_time: null, end_time: null }
  expect(readIdentifier(' passport@CN（旧） ： E 12 [2019–2029] ')).toEqual({
    scheme: 'passport',
    country: 'CN',
    label: '旧',
    value: 'E 12',
    start_time: '2019',
    end_time: '2029',
  })
  expect(readIdentifier('other(ОКПО: old):00032537 [–2020]')).toMatchObject({
    label: 'ОКПО: old',
    value: '00032537',
    end_time: '2020',
  })
  expect(readIdentifier('lei:[2019–2029]')).toEqual({ ...none, scheme: 'lei', value: '[2019–2029]' })
  expect(readIdentifier('lei:A [12–13]')).toEqual({ ...none, scheme: 'lei', value: 'A [12–13]' })
  expect(readIdentifier('Nr. des Amts: 7')).toEqual({ ...none, scheme: 'other', label: 'Nr. des Amts', value: '7' })
  for (const text of ['12', 'lei:', ':12', 'lei;12', 'lei:1\n2']) expect(readIdentifier(text), text).toBeUndefined()
})
