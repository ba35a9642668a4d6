import { expect, test } from 'vitest'
import { buildIndex, defaultThreshold, type Party } from '#server/name/name.ts'
import { findNearParties, prefilterMargin } from './near-parties.ts'

const person = (text: string): Party => ({ kind: 'person', names: [{ text }] })

const given = [
  'Ivan',
  'Sergei',
  'Maria',
  'Ahmed',
  'Layla',
  'Hiroshi',
  'Jong Un',
  'Wei',
  'Carlos',
  'Ingrid',
  'Olusegun',
  'Noor',
]
const family = [
  'Petrov',
  'Zhukovsky',
  'Marzukani',
  'Al Hamdani',
  'Kanazashi',
  'Kim',
  'Ouyang',
  'Valdivieso',
  'Bergström',
  'Adeyemi',
]
/** Other spellings of the same names, as other sources write them. */
const otherwise: [RegExp, string][] = [
  [/Sergei/, 'Sergey'],
  [/Ahmed/, 'Ahmad'],
  [/Zhukovsky/, 'Zhukovskiy'],
  [/Al Hamdani/, 'al-Hamdani'],
  [/Petrov/, 'Петров'],
  [/Bergström/, 'Bergstrom'],
  [/Ouyang/, '欧阳'],
]

test('each record that the whole list matches with a new entry is pre-selected, whichever names are common among the records', () => {
  const list = given.flatMap(first => family.map(last => person(`${first} ${last}`)))
  const records = list.flatMap(({ names: [name] }) => {
    const text = name?.text ?? ''
    const other = otherwise.reduce((stated, [from, to]) => stated.replace(from, to), text)
    return [person(text), person(other), person(other.split(' ').reverse().join(' '))]
  })
  const isNew = (at: number) => at % 7 === 3
  const whole = buildIndex(list.map((party, n) => ({ id: String(n), party })))
  const found = records.flatMap((record, n) =>
    whole.search(record, { threshold: defaultThreshold, limit: 20 }).some(({ at }) => isNew(at)) ? [n] : [],
  )
  const near = new Set(
    findNearParties({
      parties: records,
      entries: list.filter((_, n) => isNew(n)),
      options: { threshold: defaultThreshold - prefilterMargin },
    }) ?? [],
  )
  expect(found.length).toBeGreaterThan(40)
  expect(found.filter(n => !near.has(n))).toEqual([])
  expect(near.size).toBeLessThan(records.length / 2)
})

test('a new entry matches each record of its name, however many share it', () => {
  const options = { threshold: defaultThreshold - prefilterMargin }
  const many = (count: number) => [
    ...Array.from({ length: count }, () => person('Ivan Zhukovsky')),
    ...Array.from({ length: count }, (_, n) => person(`Ivan Zhukovsky ${given[n % given.length]}`)),
  ]
  const entries = [person('Ivan Zhukovsky')]
  expect(findNearParties({ parties: many(300), entries, options })).toHaveLength(600)
  // Too many to find all: each record is compared directly instead.
  expect(findNearParties({ parties: many(3_000), entries, options })).toBeNull()
})

test('three short words that the other side writes as one are pre-selected in both directions', () => {
  const company = (text: string): Party => ({ kind: 'organisation', names: [{ text }] })
  const options = { threshold: defaultThreshold - prefilterMargin }
  const [apart, joined] = [company('Chong Chon Gang'), company('CHONGCHONGANG SHIPPING CO LTD')]
  const others = Array.from({ length: 1_500 }, (_, n) => company(`Vela${n} Shipping Co Ltd`))
  expect(findNearParties({ parties: [apart, ...others], entries: [joined], options })).toContain(0)
  expect(findNearParties({ parties: [joined, ...others], entries: [apart], options })).toContain(0)
})
