import { describe, expect, test } from 'vitest'
import { people, standardsOf, writeBy } from './cyrillic-standards-testing.ts'
import { buildIndex, compare, defaultThreshold, prepare } from './name.ts'

const person = (text: string) => ({ kind: 'person' as const, names: [{ text }] })
type Language = keyof typeof people
/** Two persons with each surname, with patronymics if the language has them. */
const bearers = (language: Language) => {
  const { surnames, given, patronymics } = people[language]
  return surnames.flatMap((surname, at) =>
    [0, 1].map(nth => {
      const own = given[(at * 2 + nth * 3) % given.length]!
      const father = patronymics[(at + nth * 2) % Math.max(1, patronymics.length)]
      return {
        id: `${surname}-${nth}`,
        short: `${own} ${surname}`,
        full: [surname, own, father].filter(Boolean).join(' '),
      }
    }),
  )
}
const cases = (Object.keys(people) as Language[]).flatMap(language =>
  standardsOf[language].map(standard => [language, standard] as const),
)

describe.each(cases)('a list in %s by %s', (language, standard) => {
  const all = bearers(language)
  const share = (text: (each: (typeof all)[number]) => string, requested: (each: (typeof all)[number]) => string) => {
    const index = buildIndex(all.map(each => ({ id: each.id, party: person(writeBy(standard, text(each))) })))
    const first = all.filter(each => {
      const [hit] = index.search(person(requested(each)), { threshold: defaultThreshold })
      return hit?.id === each.id
    })
    return first.length / all.length
  }
  test('is found by the Cyrillic name', () => {
    expect(
      share(
        each => each.full,
        each => each.full,
      ),
    ).toBeGreaterThanOrEqual(0.95)
  })
  test.skipIf(people[language].patronymics.length === 0)('is found with and without the patronymic', () => {
    expect(
      share(
        each => each.full,
        each => each.short,
      ),
    ).toBeGreaterThanOrEqual(0.95)
    expect(
      share(
        each => each.short,
        each => each.full,
      ),
    ).toBeGreaterThanOrEqual(0.95)
  })
})

test('a different patronymic is a different person; a surname that ends like a patronymic stays a surname', () => {
  const score = (a: string, b: string) => compare(prepare(person(a)), prepare(person(b))).score
  const one = 'Orlovsky Yegor Arkadyevich'
  expect(score(one, 'Orlovsky Yegor')).toBeGreaterThan(score(one, 'Orlovsky Yegor Timofeyevich') + 0.1)
  expect(score('Roman Arkadyevich Abramovich', 'Roman Abramovich')).toBeGreaterThan(
    score('Roman Arkadyevich Abramovich', 'Roman Arkadyevich') + 0.05,
  )
})
