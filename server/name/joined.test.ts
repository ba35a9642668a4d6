import { expect, test } from 'vitest'
import { buildIndex, defaultThreshold, type Party } from './name.ts'

const company = (text: string): Party => ({ kind: 'organisation', names: [{ text }] })
const others = Array.from({ length: 3_000 }, (_, n) =>
  company(`${['Vela', 'Orion', 'Baltic', 'Pearl'][n % 4]}${'abcdefgh'[n % 8]}${n % 97} Shipping Co Ltd`),
)

test.each([
  ['Chong Chon Gang', 'CHONGCHONGANG SHIPPING CO LTD'],
  ['Chong Chon Gang Shipping', 'Chongchongang Shipping Co Ltd'],
  ['Чон Чон Ган', 'CHONCHONGAN SHIPPING CO LTD'],
])('three short words that the other side writes as one are found in both directions: %s, %s', (apart, joined) => {
  for (const [query, entry] of [
    [apart, joined],
    [joined, apart],
  ] as const) {
    const index = buildIndex([company(entry), ...others].map((party, n) => ({ id: String(n), party })))
    const found = index.search(company(query), { threshold: defaultThreshold, limit: 5 })
    expect(
      found.map(({ id }) => id),
      `${query} against ${entry}`,
    ).toContain('0')
  }
})

test('names beyond the limit of candidates are counted', () => {
  const person = (text: string): Party => ({ kind: 'person', names: [{ text }] })
  const letters = [...'bcdfghklmnprstvz']
  const others = letters.flatMap(a =>
    letters.flatMap(b => letters.slice(0, 10).map(c => person(`Zerubbabel Hananiah Meshullam ${a}o${b}e${c}`))),
  )
  const index = buildIndex(
    [person('Zerubbabel Hananiah Meshullam Quent'), ...others].map((party, n) => ({ id: String(n), party })),
  )
  const { hits, uncompared } = index.searchAmong(person('Zerubbabel Hananiah Meshullam Quent'), {
    threshold: defaultThreshold,
  })
  expect(hits[0]).toMatchObject({ id: '0' })
  expect(uncompared).toBe(others.length + 1 - 2_000)
  expect(index.searchAmong(person('Zerubbabel Hananiah Meshullam Quent'), { candidates: 5_000 }).uncompared).toBe(0)
})
