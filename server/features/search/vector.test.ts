import { expect, it } from 'vitest'
import { cutEntry, vectorOf } from './vector.ts'

const plain = { ogs: [3], persons: [4], at: new Date('2026-05-01T00:00:00Z') }
const stems: Record<string, string> = { reports: 'report', the: '' }
const stem = (word: string) => stems[word] ?? word
const parts = (vector: string) => vector.split(' ').toSorted()

it('words of one stem are one lexeme with the positions of all, and stop words have none', () => {
  const cut = cutEntry({ ...plain, names: [], text: 'report reports the report' })
  expect(parts(vectorOf(cut, stem))).toEqual(["'@o3'", "'@p4'", "'report':11,14,12", "'~2026q2'"].toSorted())
})

it('words of names have the highest weight and come before those of the text', () => {
  const cut = cutEntry({ ...plain, names: ['Trade'], text: 'trade 贸易' })
  expect(parts(vectorOf(cut, stem))).toEqual(
    ["'@o3'", "'@p4'", "'^ade':3", "'^rad':2", "'^tra':1", "'trade':1A,12", "'~2026q2'", "'贸易':13"].toSorted(),
  )
})

it('a word has its first 255 positions, and beyond the last possible position it is found without one', () => {
  const many = cutEntry({ ...plain, names: [], text: `${'report reports '.repeat(200)}${'x '.repeat(17_000)}last` })
  const [report] = vectorOf(many, stem)
    .split(' ')
    .filter(part => part.startsWith("'report'"))
  expect(report?.slice("'report':".length).split(',').map(Number)).toEqual(
    Array.from({ length: 255 }, (_, n) => 11 + n),
  )
  expect(vectorOf(many, stem).split(' ')).toContain("'last'")
})
