import { describe, expect, test } from 'vitest'
import { tidyContacts, tidyIdentifiers } from './identifier.api.ts'
import { foldIdentifier, identifierKey, tidyValue, typedForms } from './identifier-key.ts'
import { contactSchemeNames, identifierSchemeNames, schemeNames } from './identifier-scheme.ts'

/** Numbers as people and files write them, including malformed ones. */
const odd = [
  '5493 001K-JTII-GC8Y-1R12',
  '９１１１００００－ＭＡ０１ＡＢＣＤ',
  '٧٧٠٧٠٨٣٨٩٣',
  '۱۲۳۴۵۶۷',
  'ИНН 7707083893',
  'IMO IMO 9074729',
  'https://www.wikidata.org/wiki/Q42',
  'wikidata.org/entity/q42',
  '@@name',
  'https://x.com/@name/status/1?s=20#a',
  'x.com/',
  'https://vk.com/https://vk.com/a b/c',
  '\u202eשלום 12-34\u202c',
  '𠮷田太郎１２３',
  'ß5493001KJTIIGC8Y1R1',
  'ﬁ-ﬁ',
  '',
  ' ',
  '-',
  '@',
  '\u200b',
  'x'.repeat(200),
  '١'.repeat(200),
]

test('a value in its scheme’s form stays unchanged when tidied or folded again', () => {
  for (const scheme of [...schemeNames, 'no such scheme'])
    for (const text of odd) {
      const once = tidyValue(scheme, text)
      expect([scheme, tidyValue(scheme, once)]).toEqual([scheme, once])
      const key = foldIdentifier(text)
      expect(foldIdentifier(key)).toBe(key)
    }
})

describe('a value', () => {
  test.each([
    ['lei', '5493 001k-jtii-gc8y-1r12', '5493001KJTIIGC8Y1R12'],
    ['uscc', '９１１１００００－ＭＡ０１ＡＢＣＤ１２', '91110000MA01ABCD12'],
    ['inn', 'ИНН ٧٧٠٧٠٨٣٨٩٣', '7707083893'],
    ['imo', 'imo 9074729', '9074729'],
    ['vat', 'DE 136.695.976', 'DE136695976'],
    ['wikidata', 'https://www.wikidata.org/wiki/Q42', 'Q42'],
    ['twitter', 'https://twitter.com/name?lang=de', 'name'],
    ['telegram', '@name', 'name'],
    ['passport', ' E 1234  5678 ', 'E 1234 5678'],
    ['inn', 'ABC 12', 'ABC 12'],
    ['company_number', 'HRB 12345', 'HRB 12345'],
  ])('of %s typed as %s is stored as %s', (scheme, typed, kept) => {
    expect(tidyValue(scheme, typed)).toBe(kept)
  })
})

const none = { country: null, label: null, start_time: null, end_time: null }

test('the same number twice in one record becomes one row with the details of both', () => {
  const twice = [
    { ...none, scheme: 'passport' as const, value: 'E1234', country: 'CN' },
    { ...none, scheme: 'passport' as const, value: 'e 12-34', country: 'CN', end_time: '2030' },
    { ...none, scheme: 'passport' as const, value: 'E1234', country: 'FR' },
    { ...none, scheme: 'national_id' as const, value: 'E1234', country: 'CN' },
  ]
  expect(tidyIdentifiers(twice)).toEqual([{ ...twice[0], end_time: '2030' }, twice[2], twice[3]])
})

test('a country is stored where its scheme requires one', () => {
  const lei = { ...none, scheme: 'lei' as const, value: '5493001KJTIIGC8Y1R12', country: 'DE' }
  expect(tidyIdentifiers([lei])[0]?.country).toBeNull()
})

test('numbers of the scheme "other" are distinguished by their label', () => {
  const key = (label: string) => identifierKey({ scheme: 'other', value: '12', country: null, label })
  expect(key('ОКПО')).not.toBe(key('KPP'))
})

test('accounts and addresses that differ in one character are different', () => {
  const row = { label: null, start_time: null, end_time: null }
  const rows = [
    { ...row, scheme: 'mail' as const, value: 'ab@c.example' },
    { ...row, scheme: 'mail' as const, value: 'a.b@c.example' },
    { ...row, scheme: 'mail' as const, value: 'AB@c.example' },
  ]
  expect(tidyContacts(rows)).toHaveLength(2)
})

test('typed text is a number only if it contains a digit and is long enough', () => {
  expect(typedForms('Deutsche Bank', schemeNames)).toEqual([])
  expect(typedForms('12', schemeNames)).toEqual([])
  expect(typedForms('IMO 9074729', schemeNames)).toEqual(expect.arrayContaining(['imo9074729', '9074729']))
})

test('no scheme shares a key with another', () => {
  expect(new Set(schemeNames).size).toBe(identifierSchemeNames.length + contactSchemeNames.length)
})
