import { expect, it } from 'vitest'
import { asOgName } from '#contract/wire.ts'
import { displayName, displayTitle, namesOf } from './display-name.ts'
import { setLocale } from './locale.ts'

it('puts the English name first for English users, if there is one', () => {
  const og = { name: '𠮷田商事', eng_name: 'Yoshida Trading' }
  expect(namesOf(og, 'en-US')).toEqual(['Yoshida Trading', '𠮷田商事'])
  expect(namesOf(og, 'zh-CN')).toEqual(['𠮷田商事', 'Yoshida Trading'])
  expect(namesOf({ name: 'Acme', eng_name: 'Acme' }, 'en-US')).toEqual(['Acme', null])
  expect(namesOf({ name: 'Acme', eng_name: null }, 'en-US')).toEqual(['Acme', null])
})

it('names records of any entity, by their name or title', () => {
  expect(displayName({ name: '𠮷田商事', eng_name: 'Yoshida Trading' }, 'en-US')).toBe('Yoshida Trading')
  expect(displayName({ name: asOgName('𠮷田商事'), eng_name: null }, 'en-US')).toBe('𠮷田商事')
  expect(displayName({ name: '田中' }, 'en-US')).toBe('田中')
  setLocale('en-US')
  expect(displayTitle({ title: '𠮷田商事', eng_name: 'Yoshida Trading' })).toBe('Yoshida Trading')
  setLocale('zh-CN')
  expect(displayTitle({ title: '𠮷田商事', eng_name: 'Yoshida Trading' })).toBe('𠮷田商事')
})
