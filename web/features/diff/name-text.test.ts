import { expect, test } from 'vitest'
import { splitNames } from './name-text.ts'

const names = [
  { noun: 'person' as const, id: 1, name: 'Ada' },
  { noun: 'person' as const, id: 2, name: 'Ada Lovelace' },
]

test('the longest name is linked, and the parts joined are the text', () => {
  const text = 'No: Ada Lovelace, Ada and others'
  const parts = splitNames(text, names)
  expect(parts.map(({ text, named }) => [text, named?.id])).toEqual([
    ['No: ', undefined],
    ['Ada Lovelace', 2],
    [', ', undefined],
    ['Ada', 1],
    [' and others', undefined],
  ])
  expect(parts.map(part => part.text).join('')).toBe(text)
})

test('a text without names, an empty text and an empty name are left as they are', () => {
  expect(splitNames('none', names)).toEqual([{ at: 0, text: 'none' }])
  expect(splitNames('', names)).toEqual([])
  expect(splitNames('x', [{ noun: 'og', id: 1, name: '' }])).toEqual([{ at: 0, text: 'x' }])
})
