import { describe, expect, test } from 'vitest'
import { buildIndex, compare, defaultThreshold, type PartyKind, prepare } from './name.ts'

const party = (text: string, kind: PartyKind) => ({ kind, names: [{ text }] })
const persons = [
  'IBRAIMA CAMARÁ',
  'TCHAM NA MAN',
  'ABU SALIH BANK AL-NUR',
  'ACERO PIEDRAHITA, Cesar Augusto',
  '张国银行',
  'ABDUL RAHMAN AL-TRADING',
]
const organisations = [
  'ADF',
  'AEROCARIBBEAN AIRLINES',
  'Al Rashid Trust',
  'ООО «Вектор»',
  '中国航天三江集团有限公司',
  'Ahmed Ali',
]
const entries = [
  ...persons.map(name => ({ id: name, party: party(name, 'person') })),
  ...organisations.map(name => ({ id: name, party: party(name, 'organisation') })),
]
const index = buildIndex(entries)
const hitOf = (name: string, kind: PartyKind) =>
  index.search(party(name, kind), { threshold: defaultThreshold }).find(({ id }) => id === name)

describe('an exact name is found', () => {
  test.each(entries.map(({ id, party }) => [id, party.kind] as const))('%s, for a query of any kind', (name, own) => {
    expect(hitOf(name, own)).toBeDefined()
    expect(hitOf(name, 'unknown')?.score).toBeCloseTo(hitOf(name, own)?.score ?? 0, 1)
    const wrong = hitOf(name, own === 'person' ? 'organisation' : 'person')
    expect(wrong?.features.map(({ code }) => code)).toContain('other_kind')
    expect(wrong?.score).toBeLessThan(hitOf(name, own)?.score ?? 0)
  })
})

test('an index of records finds the same as an index of entries, also for the wrong kind', () => {
  for (const [a, b] of [
    ['Abdul Rahman Trading', 'TRADING Abdulrahman'],
    ['Vector Ahmed Bank', 'Bank Ahmed Vector'],
  ] as const) {
    const forth = buildIndex([{ id: 'a', party: party(a, 'person') }]).search(party(b, 'organisation'))
    const back = buildIndex([{ id: 'b', party: party(b, 'organisation') }]).search(party(a, 'person'))
    expect(forth).toHaveLength(1)
    expect(back).toHaveLength(1)
    const pair = compare(prepare(party(a, 'person')), prepare(party(b, 'organisation')))
    expect(pair.features.map(({ code }) => code)).toContain('other_kind')
  }
})

test('a similar name of another kind is no hit, and a vessel is no person', () => {
  expect(index.search(party('Aerocaribe Airlanes', 'person'), { threshold: defaultThreshold })).toEqual([])
  const ships = buildIndex([{ id: 's', party: party('Ahmed Ali', 'vessel') }])
  expect(ships.search(party('Ahmed Ali', 'person'))).toEqual([])
})

test('two names of unknown kind with words of organisations are compared as organisations', () => {
  const score = compare(
    prepare(party('Nord Capital Fund', 'unknown')),
    prepare(party('Nord Capital Fund II', 'unknown')),
  ).score
  expect(score).toBeLessThan(defaultThreshold)
})

describe('an organisation', () => {
  test.each(['National Trading Company', 'Al-Rashid Trust', 'Bank of China', 'Mohammed Ahmed Ali & Sons'])(
    'with the same full name is a strong hit: %s',
    name => {
      const others = Array.from({ length: 60 }, (_, n) => ({
        id: `${n}`,
        party: party(`${name} ${n}`, 'organisation'),
      }))
      const hits = buildIndex([{ id: name, party: party(name, 'organisation') }, ...others]).search(
        party(name, 'organisation'),
      )
      expect(hits[0]).toMatchObject({ id: name })
      expect(hits[0]?.score).toBeGreaterThanOrEqual(0.9)
    },
  )

  test.each([
    ['Vela Shipping SRL', 'VELA-MARINE LTD'],
    ['Orion Trading', 'Orion Commerce'],
    ['Delta Works', 'Delta Factory'],
  ])('with a different trade word is not the same name: %s, %s', (a, b) => {
    const { features, score } = compare(prepare(party(a, 'organisation')), prepare(party(b, 'organisation')))
    expect(features.map(({ code }) => code)).toEqual(['similar_name'])
    expect(score).toBeLessThan(0.85)
  })
})

test('a common name of a person stays below the strong threshold', () => {
  expect(compare(prepare(party('张伟', 'person')), prepare(party('张伟', 'person'))).score).toBeLessThan(0.9)
})
