// Properties that hold for random names.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { buildIndex, compare, type PartyKind, partyOfFtm, prepare, romanise, skeleton } from './name.ts'

const letters = fc.constantFrom(
  ...'abcdefghijklmnopqrstuvwxyzABCÀÉüßø',
  ...'абвгдежзи',
  ...'محمدعليسنور',
  ...'김이박정은영',
  ...'王李张陈伟𠮷田太郎',
  ...'カタナバラク',
  ...'αβγδ',
  ...'אבגד',
  ...'नरेन्द्र',
  ..." -.'’,·/&%0123456789",
  '\0',
  '\u200f',
  '\u202e',
  '\ud800',
  '👩‍👩‍👧',
)
const name = fc.array(letters, { maxLength: 40 }).map(parts => parts.join(''))
const kind = fc.constantFrom<PartyKind>('person', 'organisation', 'vessel', 'unknown')
const score = (a: string, b: string, kind: PartyKind) =>
  compare(prepare({ kind, names: [{ text: a }] }), prepare({ kind, names: [{ text: b }] })).score

describe('a score', () => {
  test('is between 0 and 1 and symmetric, for any two names', () => {
    fc.assert(
      fc.property(name, name, kind, (a, b, kind) => {
        const own = score(a, b, kind)
        expect(own).toBeGreaterThanOrEqual(0)
        expect(own).toBeLessThanOrEqual(1)
        expect(score(b, a, kind)).toBeCloseTo(own, 10)
      }),
      { numRuns: 400 },
    )
  })

  test('of a name with itself is its maximum', () => {
    fc.assert(
      fc.property(name, name, kind, (a, b, kind) => {
        expect(score(a, a, kind)).toBeGreaterThanOrEqual(score(a, b, kind) - 1e-9)
      }),
      { numRuns: 400 },
    )
  })

  test('does not depend on the order of the words', () => {
    const words = ['Nikolai', 'Platonovich', 'Patrushev', 'Ahmed', 'Zelenskyy']
    fc.assert(
      fc.property(
        fc.shuffledSubarray(words, { minLength: 2 }),
        fc.shuffledSubarray(words, { minLength: 5 }),
        (a, b) => {
          const turned = a.toReversed().join(' ')
          expect(score(turned, b.join(' '), 'person')).toBeCloseTo(score(a.join(' '), b.join(' '), 'person'), 10)
        },
      ),
    )
  })

  test('of two names does not depend on earlier comparisons', () => {
    const before = score('Muammar Gaddafi', 'Moammar Qaddafi', 'person')
    for (const other of ['', '王伟', 'a '.repeat(200)]) score('Muammar Gaddafi', other, 'person')
    expect(score('Muammar Gaddafi', 'Moammar Qaddafi', 'person')).toBe(before)
  })
})

describe('the worst input', () => {
  const worst = [
    '',
    '   ',
    '\0',
    '...',
    '👩‍👩‍👧',
    'Dr.',
    'Mr. Dr. Sheikh',
    'Ltd.',
    'bin al',
    'A',
    '7',
    '\u200f\u202e',
    '\ud800',
    '𠮷田太郎',
    '姜𤨒姬',
    'Иванов Ivan 王',
    'word '.repeat(200),
    'x'.repeat(5000),
    '有限公司',
    'ال',
    "''''",
    'ー',
    'ッ',
    '्',
    '﷽',
    '0 0 0',
  ]
  test.each(worst.map(text => [text.slice(0, 20), text] as const))(
    '%j is parsed, romanised, indexed and searched',
    (_, text) => {
      for (const kind of ['person', 'organisation', 'vessel', 'unknown'] as const) {
        const party = { kind, names: [{ text }] }
        expect(romanise(text, kind).every(spelling => /^[ -~]+$/.test(spelling))).toBe(true)
        expect(skeleton(text, kind)).toBeInstanceOf(Array)
        const index = buildIndex([
          { id: 'a', party },
          { id: 'b', party: { kind, names: [{ text: 'Ivan Petrov' }] } },
        ])
        expect(index.search(party).every(hit => hit.score >= 0 && hit.score <= 1)).toBe(true)
      }
    },
  )

  test.each(['𠮷田太郎', '姜𤨒姬', 'Dr.', 'bin al', 'A B'])('%s finds itself', text => {
    const party = { kind: 'person' as const, names: [{ text }] }
    expect(buildIndex([{ id: 'a', party }]).search(party)[0]?.id).toBe('a')
  })

  test('a party without names or facts is indexed, and no search finds it', () => {
    const index = buildIndex([{ id: 'a', party: { kind: 'person', names: [] } }])
    expect(index.size).toBe(1)
    expect(index.search({ kind: 'person', names: [] })).toEqual([])
    expect(index.search({ kind: 'person', names: [{ text: 'Anyone' }] })).toEqual([])
  })

  test('invalid dates, countries and numbers are ignored', () => {
    const party = partyOfFtm('Person', {
      name: ['Ivan Petrov'],
      birthDate: ['', 'unknown', '19', '1971-13-99-1'],
      country: ['', 'Russia', 'RUS', 'ru'],
      idNumber: ['', '-', '12'],
    })
    const { features } = compare(prepare(party), prepare(party))
    expect(features.map(feature => feature.code)).not.toContain('same_number')
    expect(features.map(feature => feature.code)).toContain('same_country')
  })

  test('two entries with the same id are both found', () => {
    const party = { kind: 'person' as const, names: [{ text: 'Igor Sechin' }] }
    const hits = buildIndex([
      { id: 'a', party },
      { id: 'a', party },
    ]).search(party)
    expect(hits.map(hit => hit.at)).toEqual([0, 1])
  })
})
