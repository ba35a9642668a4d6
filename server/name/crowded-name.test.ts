import { expect, test } from 'vitest'
import { buildIndex, defaultThreshold } from './name.ts'

const person = (name: string, date?: string) => ({
  kind: 'person' as const,
  names: [{ text: name, strength: 'primary' as const }],
  dates: date ? [date] : [],
})

test('among hundreds with the same name, the one with the same date is found at any position of the list', () => {
  const days = Array.from({ length: 700 }, (_, n) => `19${40 + (n % 50)}-0${1 + (n % 9)}-1${n % 10}`)
  for (const at of [0, 350, 699]) {
    const entries = days.map((day, n) => ({ id: String(n), party: person('Wei Li', n === at ? '2001-12-31' : day) }))
    const index = buildIndex([...entries, { id: 'other', party: person('Wei Lin', '2001-12-31') }])
    const [first] = index.search(person('Wei Li', '2001-12-31'))
    expect(first).toMatchObject({ id: String(at) })
  }
})

test('an exact name of common words is found, even if other names have similar rare words', () => {
  const rest = Array.from({ length: 80 }, (_, n) => `${'bdfgklmnprstvz'[n % 14]}a${'bdfgklmnprstvz'[n % 13]}u${n % 7}r`)
  const common = rest.flatMap(word => [`Muhammad ${word}`, `${word} Hassan`, `Ibrahim ${word}`, `Haji ${word}o`])
  const rare = ['Muhammadd Hassann', 'Hassanu Muhammadu', 'Ibrahimm Hajji', 'Hajiu Ibrahimu']
  const alone = ['HASSAN, Muhammad', 'MUHAMMAD, Muhammad', 'IBRAHIM, Haji']
  const index = buildIndex([...common, ...rare, ...alone].map(name => ({ id: name, party: person(name) })))
  for (const name of alone)
    for (const kind of ['person', 'organisation', 'unknown'] as const) {
      const hits = index.search({ ...person(name), kind }, { threshold: defaultThreshold, limit: 500 })
      expect(
        hits.map(({ id }) => id),
        `${name} as ${kind}`,
      ).toContain(name)
    }
})

test('the hits beyond the limit are counted', () => {
  const entries = Array.from({ length: 30 }, (_, n) => ({ id: String(n), party: person('Wei Li') }))
  const { hits, uncompared, left } = buildIndex(entries).searchAmong(person('Wei Li'), { limit: 20 })
  expect({ hits: hits.length, uncompared, left }).toEqual({ hits: 20, uncompared: 0, left: 10 })
})
