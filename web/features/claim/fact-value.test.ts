import { expect, it } from 'vitest'
import { fillable, readWords } from './fact-value.ts'

const regions = [{ CN: '中国', TW: '台湾', GN: 'Guinea', GQ: 'Equatorial Guinea' }]
const read = (field: string, words: string) => readWords(fillable('og')[field]!, words, regions)

it('reads of words what a field can take: dates as exact as they are, countries by name, the rest as it stands', () => {
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

it('offers fields that sources state and words can fill: no judgements of the team, no lists of parts', () => {
  const names = Object.keys(fillable('person'))
  expect(names).toContain('birth_time')
  for (const name of ['score', 'education', 'identifiers', 'read_user', 'owner']) expect(names).not.toContain(name)
})
