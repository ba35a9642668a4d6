import { expect, it } from 'vitest'
import { namesOf } from './names.ts'

it('puts the English name first for English users, if there is one', () => {
  const og = { name: '𠮷田商事', eng_name: 'Yoshida Trading' }
  expect(namesOf(og, 'en-US')).toEqual(['Yoshida Trading', '𠮷田商事'])
  expect(namesOf(og, 'zh-CN')).toEqual(['𠮷田商事', 'Yoshida Trading'])
  expect(namesOf({ name: 'Acme', eng_name: 'Acme' }, 'en-US')).toEqual(['Acme', null])
  expect(namesOf({ name: 'Acme', eng_name: null }, 'en-US')).toEqual(['Acme', null])
})
