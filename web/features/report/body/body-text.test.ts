import { expect, test } from 'vitest'
import { judgePaste, pasteAtMost } from '../editor/paste-guard.ts'
import { countWords } from './body-text.ts'

test('counts each Chinese character as a word, and each run of other letters as one', () => {
  expect(countWords('远洋集团 Ocean Group 2026')).toBe(7)
  expect(countWords("don't stop, 中文abc")).toBe(5)
  expect(countWords(' \n ')).toBe(0)
})

test('refuses a paste of 5 MB with its size, and reduces one with too much markup to its words', () => {
  expect(judgePaste({ html: '', text: 'x'.repeat(5_000_000) })).toEqual({ kind: 'refuse', length: 5_000_000 })
  expect(judgePaste({ html: '<b>'.repeat(2_000_000), text: 'few' })).toEqual({ kind: 'plain', text: 'few' })
  expect(judgePaste({ html: '<i></i>'.repeat(1_000_000), text: '' }).kind).toBe('refuse')
  expect(judgePaste({ html: '<p>a</p>', text: 'x'.repeat(pasteAtMost) }).kind).toBe('as_is')
})
