import { expect, test } from 'vitest'
import { addressOf, many, one, parseSearch, stringifySearch } from './url.ts'

test('a query keeps its texts as texts and its repeated names as lists', () => {
  expect(parseSearch('?a=1&b=x%20y&b=z&c=true')).toEqual({ a: '1', b: ['x y', 'z'], c: 'true' })
})

test('empty values are left out of an address', () => {
  expect(stringifySearch({ a: '', b: null, c: undefined, d: [], e: 0, f: false, g: [1, '', 2] })).toBe(
    '?e=0&f=false&g=1&g=2',
  )
  expect(stringifySearch({})).toBe('')
})

test('parsing returns the values that were written', () => {
  const search = { keyword: '北京 & +%#', role: ['a', 'b'] }
  expect(parseSearch(stringifySearch(search))).toEqual(search)
})

test('fills and escapes the placeholders of a path', () => {
  expect(addressOf('/v1/og/{id}/round', { params: { id: 'a/b' }, query: { current: 2 } })).toBe(
    '/v1/og/a%2Fb/round?current=2',
  )
})

test('one and many read single and repeated values', () => {
  expect([one('a'), one(['a', 'b']), one(undefined)]).toEqual(['a', 'a', undefined])
  expect([many('a'), many(['a', 'b']), many(undefined)]).toEqual([['a'], ['a', 'b'], []])
})
