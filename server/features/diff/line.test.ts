import { expect, test } from 'vitest'
import { compareExtracts } from './compare.ts'
import type { ComparedBlock } from './compare-block.ts'
import { linesOf } from './line.ts'

const block = (text: string, more: Partial<ComparedBlock> = {}): ComparedBlock => ({
  text,
  links: [],
  tag: 'p',
  part: 'main',
  ...more,
})
const footer = (visits: number) => block(`Visitors of this site: ${visits}`, { part: 'frame' })
const excerpt = (before: ComparedBlock[], after: ComparedBlock[]) =>
  linesOf(compareExtracts({ blocks: before }, { blocks: after }))[0]?.text

test('a page is represented by its content, not by the counter of its footer', () => {
  const share = (percent: number) => block(`Recycled steel: ${percent} %`)
  expect(excerpt([share(47), footer(98_765)], [share(52), footer(123_456)])).toBe('Recycled steel: 52 %')
  const clause = (to: string) => block('See section five.', { links: [to] })
  expect(excerpt([clause('#s5'), footer(9)], [clause('#s6'), footer(12)])).toBe('See section five.')
})

test('the frame is used if nothing else changed', () => {
  expect(excerpt([footer(9)], [footer(12)])).toBe('Visitors of this site: 12')
})

test('it begins with the changed sentence, not with the unchanged ones before it', () => {
  const board = (ceo: string) => block(`Michael Roman is chairman of the board. ${ceo}`)
  expect(excerpt([board('William Brown is chief executive.')], [board('William Brown has resigned.')])).toBe(
    'William Brown has resigned.',
  )
  const bank = (rest: string) => block(`该行成立于1999年。${rest}总部设在上海。`)
  expect(excerpt([bank('行长是王建国。')], [bank('行长王建国已辞职𠮷。')])).toBe('行长王建国已辞职𠮷。总部设在上海。')
  expect(excerpt([block('It stays. It goes.')], [block('It stays.')])).toBe('It goes.')
})

test('a removal shows what was removed, a change its words before and after', () => {
  const runs = (before: ComparedBlock[], after: ComparedBlock[]) =>
    linesOf(compareExtracts({ blocks: before }, { blocks: after }))[0]?.runs
  const board = ['Anna Kowalska, member', 'Viktor Perelman, chair', 'Li Hua, member'].map(text => block(text))
  expect(runs(board, board.toSpliced(1, 1))).toEqual([{ op: 'removed', text: 'Viktor Perelman, chair' }])
  expect(runs([block('Soybean 595')], [block('Soybean 640')])).toEqual([
    { op: 'same', text: 'Soybean ' },
    { op: 'removed', text: '595' },
    { op: 'added', text: '640' },
  ])
  expect(runs([block('120', { label: 'Employees' })], [block('80', { label: 'Employees' })])?.[0]).toEqual({
    op: 'same',
    text: 'Employees ',
  })
})

test('contact data come first, also from the footer', () => {
  const contact = (mail: string) => block(`Write to ${mail}`, { part: 'frame' })
  expect(
    excerpt([block('Some text that is long enough.'), contact('a@port.example')], [contact('b@port.example')]),
  ).toBe('Write to b@port.example')
})

test('a sentence is shown before the longer note on its source', () => {
  const note = block('Larsen, P. (1972). Notes on steam tugs and their owners. Annals of Engineering 23: 302.', {
    isNote: true,
  })
  expect(excerpt([block('Built in 1900.')], [block('Built in 1901.'), note])).toBe('Built in 1901.')
})
