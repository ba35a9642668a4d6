import { expect, test } from 'vitest'
import { buildIndex } from './name.ts'

const person = (name: string, date?: string) => ({
  kind: 'person' as const,
  names: [{ text: name, strength: 'primary' as const }],
  dates: date ? [date] : [],
})

test('among hundreds of one name, the one of the same date is found wherever it is on the list', () => {
  const days = Array.from({ length: 700 }, (_, n) => `19${40 + (n % 50)}-0${1 + (n % 9)}-1${n % 10}`)
  for (const at of [0, 350, 699]) {
    const entries = days.map((day, n) => ({ id: String(n), party: person('Wei Li', n === at ? '2001-12-31' : day) }))
    const index = buildIndex([...entries, { id: 'other', party: person('Wei Lin', '2001-12-31') }])
    const [first] = index.search(person('Wei Li', '2001-12-31'))
    expect(first).toMatchObject({ id: String(at) })
  }
})
