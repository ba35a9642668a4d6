import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { entriesIn, JsonFault, type JsonListEntry, mostOfEntry } from './json-lists.ts'

/** The text in pieces of this many code units, so that names, escapes and numbers are split. */
async function* pieces(text: string, length = 3) {
  for (let at = 0; at < text.length; at += length) yield text.slice(at, at + length)
}
async function gathered(entries: AsyncIterable<JsonListEntry>) {
  const found: JsonListEntry[] = []
  for await (const each of entries) found.push(each)
  return found
}
const all = (text: string, length?: number) => gathered(entriesIn(pieces(text, length)))
const fault = async (text: string, length?: number) => {
  try {
    await all(text, length)
    return undefined
  } catch (error) {
    return error instanceof JsonFault ? error.code : error
  }
}

describe('entries of the lists of a JSON object', () => {
  test('are the values that a parser of the whole text finds, however the text is split and formatted', async () => {
    const value = fc.jsonValue({ maxDepth: 4, stringUnit: 'binary' })
    const document = fc.dictionary(fc.string({ unit: 'binary' }), fc.oneof(fc.array(value, { maxLength: 4 }), value), {
      maxKeys: 4,
    })
    await fc.assert(
      fc.asyncProperty(document, fc.integer({ min: 1, max: 9 }), fc.constantFrom(0, 2), async (given, cut, space) => {
        const text = JSON.stringify(given, null, space)
        const parsed = JSON.parse(text) as Record<string, unknown>
        const wanted = Object.entries(parsed).flatMap(([list, values]): JsonListEntry[] =>
          Array.isArray(values) ? values.map((value, place) => ({ list, place, value })) : [],
        )
        const found = await all(text, cut)
        // A JavaScript object orders numeric names first, the text has them in the order in which they are written.
        const order = (entries: JsonListEntry[]) => entries.map(each => JSON.stringify(each)).sort()
        expect(order(found)).toEqual(order(wanted))
      }),
      { numRuns: 300 },
    )
  })

  test('only requested lists are read; the others are reported by name', async () => {
    const lists: string[] = []
    const text = '\ufeff{"persons":[{"name":"𠮷田太郎"},[1],"姜𤨒姬"],"events":[],"meta":{"persons":[1]},"n":[[2]]}'
    const options = { isWanted: (list: string) => list === 'persons', onList: (list: string) => lists.push(list) }
    expect(await gathered(entriesIn(pieces(text), options))).toEqual([
      { list: 'persons', place: 0, value: { name: '𠮷田太郎' } },
      { list: 'persons', place: 1, value: [1] },
      { list: 'persons', place: 2, value: '姜𤨒姬' },
    ])
    expect(lists).toEqual(['persons', 'events', 'n'])
  })

  test.each([
    ['', 'bad_json'],
    ['[{"a":1}]', 'bad_json'],
    ['{"a":[1]} {}', 'bad_json'],
    ['{"a":[{"b":1 "c"}]}', 'bad_json'],
    ['{"a":[1 2]}', 'bad_json'],
    ['{"a":[{"b":1}', 'cut_json'],
    ['{"a":[{"b":"x', 'cut_json'],
    ['{"a":', 'cut_json'],
    [`{"a":[${'['.repeat(100_000)}`, 'deep_json'],
    [`{"a":[${'{"a":'.repeat(100_000)}`, 'deep_json'],
  ])('%.20s is refused as %s', async (text, code) => {
    expect(await fault(text, 1_000)).toBe(code)
  })

  test('a text that never ends is abandoned before it fills the memory', async () => {
    let read = 0
    async function* endless() {
      yield '{"persons":[{"name":"'
      for (;;) {
        read += 65_536
        yield 'x'.repeat(65_536)
      }
    }
    await expect(gathered(entriesIn(endless()))).rejects.toMatchObject({ code: 'long_entry' })
    expect(read).toBeLessThan(mostOfEntry + 200_000)
  })
})
