import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addressOf, stringifySearch } from './address.ts'

test('a query is encoded as browsers encode forms', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.string({ unit: 'binary', minLength: 1 }), fc.string({ unit: 'binary', minLength: 1 }))),
      pairs => {
        const search = Object.fromEntries(pairs)
        expect(stringifySearch(search)).toBe(pairs.length ? `?${new URLSearchParams(search)}` : '')
      },
    ),
  )
  expect(stringifySearch({ a: "x y!'()~*\ud800" })).toBe(`?${new URLSearchParams({ a: "x y!'()~*\ud800" })}`)
})

test('an address has its placeholders filled, and no empty values', () => {
  expect(addressOf('/v1/og/{id}', { params: { id: 'a/b' }, query: { a: [1, 2], b: '', c: null } })).toBe(
    '/v1/og/a%2Fb?a=1&a=2',
  )
})
