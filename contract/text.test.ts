import { expect, test } from 'vitest'
import {
  countChars,
  cutStart,
  cutText,
  cutUnits,
  firstChar,
  firstLetter,
  shorten,
  storable,
  storableJson,
} from './text.ts'
import { Required, Text } from './wire.ts'

const half = '𠮷'.slice(0, 1)

test('text is counted and cut by character, wherever the limit falls', () => {
  expect(countChars('姜𤨒姬')).toBe(3)
  expect([0, 1, 2, 3, 9].map(most => cutText('姜𤨒姬', most))).toEqual(['', '姜', '姜𤨒', '姜𤨒姬', '姜𤨒姬'])
  expect([0, 1, 2, 9].map(most => cutStart('a𠮷田', most))).toEqual(['', '田', '𠮷田', 'a𠮷田'])
  expect([1, 2, 3].map(most => cutUnits('a𠮷田', most))).toEqual(['a', 'a', 'a𠮷'])
  expect(shorten('𠮷'.repeat(5), 5)).toBe('𠮷'.repeat(5))
  expect(shorten('𠮷'.repeat(6), 5)).toBe(`${'𠮷'.repeat(4)}…`)
  expect([firstChar(''), firstChar('𠮷田')]).toEqual(['', '𠮷'])
  expect([firstLetter(''), firstLetter('👩‍👩‍👧x'), firstLetter('é')]).toEqual(['', '👩‍👩‍👧', 'é'])
})

test('text that cannot be stored is replaced, and positions stay the same', () => {
  expect(storable(`a${half}b\u0000c`)).toBe('a\ufffdb\ufffdc')
  expect(JSON.parse(storableJson({ name: `${half}\u0000`, list: [half] }))).toEqual({
    name: '\ufffd\ufffd',
    list: ['\ufffd'],
  })
})

test('two hundred rare characters count as two hundred; one more is too long, half a character is refused', () => {
  const name = Required(200)
  expect(name.safeParse('𠮷'.repeat(200)).success).toBe(true)
  expect(name.safeParse('𠮷'.repeat(201)).error?.issues).toMatchObject([{ code: 'too_big', maximum: 200 }])
  expect(name.safeParse('x'.repeat(401)).error?.issues).toMatchObject([{ code: 'too_big', maximum: 200 }])
  expect(Text(5).safeParse(`a${half}`).error?.issues).toMatchObject([{ params: { code: 'half_character' } }])
  expect(Text(5).safeParse('a\u0000').error?.issues).toMatchObject([{ params: { code: 'nul' } }])
})
