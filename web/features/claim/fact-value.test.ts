import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { schemas } from '#contract/schemas.ts'
import { fillable, listWith, readEntry, readWords } from './fact-value.ts'

const regions = [{ CN: '中国', TW: '台湾', GN: 'Guinea', GQ: 'Equatorial Guinea' }]
const read = (field: string, words: string) => readWords(fillable(schemas.og)[field]!, words, regions)

it('reads a value from text: dates with their precision, countries by name, anything else unchanged', () => {
  expect(read('register_time', '成立日期：１９９９年4月')).toBe('1999-04')
  expect(read('register_time', 'since 2001-2-3, they say')).toBe('2001-02-03')
  expect(read('register_time', 'founded in 1901')).toBe('1901')
  expect(read('register_time', 'long ago')).toBe('long ago')
  expect(read('region', '注册于中国北京')).toBe('CN')
  expect(read('region', 'a firm of Equatorial Guinea')).toBe('GQ')
  expect(read('region', 'nowhere')).toBe('')
  expect(read('scale', ' about\n 500 people ')).toBe('about 500 people')
  expect(read('desc', '姜𤨒姬\n说')).toBe('姜𤨒姬\n说')
})

it('offers fields that sources state and text can fill: no assessments of the team, no lists of parts', () => {
  const names = Object.keys(fillable(schemas.person))
  for (const name of ['birth_time', 'aliases', 'identifiers', 'contacts']) expect(names).toContain(name)
  for (const name of ['score', 'education', 'alias_notes', 'read_user', 'owner']) expect(names).not.toContain(name)
})

const lei = {
  scheme: 'lei',
  value: '5493001KJTIIGC8Y1R12',
  country: null,
  label: null,
  start_time: null,
  end_time: null,
}

it('accepts what fits a field: figures, a yes or no, an identifier with its scheme; nothing else', () => {
  const { identifiers, weight: _, aliases, ...schema } = schemas.og
  expect(readEntry(identifiers, { ...lei, value: ' 5493 001K JTIIGC8Y1R12' })).toEqual(lei)
  expect(readEntry(identifiers, { ...lei, value: '' })).toBeUndefined()
  expect(readEntry(aliases, '𠮷'.repeat(200))).toBe('𠮷'.repeat(200))
  expect(readEntry(aliases, '𠮷'.repeat(201))).toBeUndefined()
  expect(readEntry(schema.register_time, 'long ago')).toBeUndefined()
  const figure = { ...schema.scale, kind: 'number' as const, write: z.nullable(z.number()) }
  expect(readEntry(figure, '-1.5')).toBe(-1.5)
  for (const wrong of ['', ' ', 'x', 'NaN', 'Infinity']) expect(readEntry(figure, wrong), wrong).toBeUndefined()
  const flag = { ...schema.scale, kind: 'boolean' as const, write: z.nullable(z.boolean()) }
  expect([readEntry(flag, 'false'), readEntry(flag, '')]).toEqual([false, undefined])
})

it('puts an item in place of the one that it corrects, otherwise at the end, and never twice', () => {
  expect(listWith(['a', 'b', 'c'], 'x', 'b')).toEqual(['a', 'x', 'c'])
  expect(listWith(['a', 'b'], 'ｘ', undefined)).toEqual(['a', 'b', 'ｘ'])
  expect(listWith(['a', 'b', 'c'], 'c', 'a')).toEqual(['c', 'b'])
  expect(listWith([lei], { ...lei, end_time: '2020' }, lei)).toEqual([{ ...lei, end_time: '2020' }])
  expect(listWith(['gone'], 'new', 'never there')).toEqual(['gone', 'new'])
})
